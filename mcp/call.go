package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/secrets"
	"asterism/mcp/answer"
	"asterism/mcp/failure"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// call serves one tool call: arguments, engine, work, result. Every failure is returned in the chosen error style.
func (s *Server) call(ctx context.Context, t *tools.Tool, names []string, r protocol.CallToolRequest) (*protocol.CallToolResult, error) {
	var e *tools.Engine
	var out *protocol.CallToolResult
	err := s.guarded(t.Name, func() (err error) {
		out, err = s.serve(ctx, t, names, r, &e)
		return err
	})
	s.outcomes.count(ctx, t, out, err)
	if err != nil {
		return s.refuse(ctx, t.Name, slices.Contains(t.Always, "success"), r, e, err)
	}
	return out, nil
}

// serve stores the engine that it uses in with, before the work begins.
func (s *Server) serve(ctx context.Context, t *tools.Tool, names []string, r protocol.CallToolRequest, with **tools.Engine) (*protocol.CallToolResult, error) {
	defer s.calls.Add(-1)
	if s.calls.Add(1) > int64(s.opt.MaxCalls) {
		return nil, failure.New(engine.KindBusy, "", "%d calls are running already", s.opt.MaxCalls)
	}
	raw, err := rawArguments(r)
	if err != nil {
		return nil, err
	}
	engineOf := sync.OnceValues(func() (*tools.Engine, error) { return s.engine(ctx, r.Params.Meta) })
	raw, err = t.WholeIDs(ctx, raw, func() (tools.Resolver, error) { return engineOf() })
	if err != nil {
		return nil, err
	}
	// Wrong arguments are reported at once, even while models load: only shortened ids need the engine.
	home := ""
	if slices.Contains(names, "namespace") || t.Each != "" || s.opt.Pass != nil {
		home = s.home(ctx)
	}
	do, err := t.Read(raw, names, home)
	if err != nil {
		return nil, err
	}
	e, err := engineOf()
	if err != nil {
		return nil, err
	}
	ctx = s.withProgress(ctx, r.Params.Meta)
	if ctx, err = withMeta(ctx, r.Params.Meta); err != nil {
		return nil, err
	}
	if s.opt.Pass != nil {
		return s.pass(ctx, t, raw, home, r.Params.Meta, do, with)
	}
	*with = e
	return s.work(ctx, do, e)
}

// work runs a job and builds its result.
func (s *Server) work(ctx context.Context, do tools.Job, e *tools.Engine) (*protocol.CallToolResult, error) {
	out, err := do(tools.WithPins(ctx, s.pinned), e, s.opt.Now())
	if err != nil {
		return nil, err
	}
	pulse := out.Pulse
	if pulse == nil {
		pulse = s.pulse(ctx, e, out.Namespace)
	}
	payload := out.Payload
	if p, ok := payload.(answer.Telling); ok {
		payload = p.WithTools(s.unlisted.say)
	}
	return answer.Success(payload, s.suggest(ctx, pulse))
}

// withMeta applies a call's _meta to the context: that a program reads the answer, that files count as notes, that bytes are left for a later call, and the policy for secrets.
func withMeta(ctx context.Context, m *protocol.Meta) (context.Context, error) {
	if m == nil {
		return ctx, nil
	}
	if m.AdditionalFields[answer.WholeKey] == true {
		ctx = answer.WithWhole(ctx)
	}
	if m.AdditionalFields[answer.FilesKey] == true {
		ctx = answer.WithFiles(ctx)
	}
	if m.AdditionalFields[answer.BytesKey] == true {
		ctx = engine.LeaveBytes(ctx)
	}
	given, ok := m.AdditionalFields[answer.SecretsKey]
	if !ok {
		return ctx, nil
	}
	name, _ := given.(string)
	p, err := secrets.ParsePolicy(name)
	if err != nil {
		return ctx, failure.New(engine.KindInvalid, "", "_meta %s: %v", answer.SecretsKey, err)
	}
	return secrets.WithPolicy(ctx, p), nil
}

// guarded turns a panic into an error: one bad call must not end the server. The error contains an id, under which the log has the stack.
func (s *Server) guarded(name string, f func() error) error {
	err := caught.Run(f)
	if p, ok := err.(*caught.Panic); ok {
		return failure.New(engine.KindInternal, "", "%s failed unexpectedly: %v", name, p)
	}
	return err
}

// pulse returns a namespace's state. The call has done its work, so if pulse fails, the answer gets the neutral pulse and the log a line.
func (s *Server) pulse(ctx context.Context, e *tools.Engine, namespace string) *engine.Pulse {
	switch namespace {
	case "", "*": // "*" means all namespaces, which have no common state
		namespace = engine.DefaultNamespace
	}
	var p *engine.Pulse
	err := caught.Run(func() (err error) { p, err = e.Pulse(context.WithoutCancel(ctx), namespace); return err })
	if err != nil || p == nil {
		s.opt.Log.Warn("pulse not read", "namespace", namespace, "error", err)
		return &engine.Pulse{SuggestedAction: answer.NothingSuggested}
	}
	return p
}

// rawArguments returns the arguments as they were sent. A caller in the same process may have sent Go values.
func rawArguments(r protocol.CallToolRequest) (json.RawMessage, error) {
	if len(r.Params.RawArguments) > 0 {
		return r.Params.RawArguments, nil
	}
	if r.Params.Arguments == nil {
		return nil, nil
	}
	raw, err := json.Marshal(r.Params.Arguments)
	if err != nil {
		return nil, fmt.Errorf("encode arguments: %w", err)
	}
	return raw, nil
}
