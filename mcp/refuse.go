package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/failure"
	"asterism/mcp/tools"
	"asterism/mcp/wire"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// refuse returns a failure as a result. promised means that the tool's answers have a field success. The pulse is that of the call's namespace, as far as the call names one.
func (s *Server) refuse(ctx context.Context, name string, promised bool, r protocol.CallToolRequest, e *tools.Engine, err error) (*protocol.CallToolResult, error) {
	f := s.unlisted.failure(failure.Of(err))
	if f.Name == string(engine.KindInternal) && ctx.Err() == nil {
		s.opt.Log.Error("tool failed", "tool", name, "error", err)
	}
	if f.Name == string(engine.KindStorage) && !gaveUp(ctx, err) && s.seldom() {
		s.opt.Log.Error("the store failed a call; more such failures are logged every ten seconds at most", "tool", name, "error", err)
	}
	if s.opt.ErrorStyle == wire.StyleProtocol {
		return nil, wire.Refuse(ctx, f)
	}
	var pulse *engine.Pulse
	if e != nil {
		pulse = s.pulse(ctx, e, s.about(ctx, r))
	}
	return answer.Failed(f, s.suggest(ctx, pulse), promised)
}

// about returns the namespace that a call names, else its home.
func (s *Server) about(ctx context.Context, r protocol.CallToolRequest) string {
	var named struct {
		Namespace string `json:"namespace"`
	}
	if raw, err := rawArguments(r); err == nil {
		_ = json.Unmarshal(raw, &named) // wrong arguments are reported already
	}
	return cmp.Or(named.Namespace, s.home(ctx))
}

// seldom reports whether ten seconds have passed since a failure of the store was logged. On a full disk every write fails, and the log may be on the same disk.
func (s *Server) seldom() bool {
	const every = 10
	last, now := s.failed.Load(), time.Now().Unix()
	return now-last >= every && s.failed.CompareAndSwap(last, now)
}
