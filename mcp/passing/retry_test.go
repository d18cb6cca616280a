package passing

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/cluster/exchange"
	"asterism/engine/store"
	"asterism/mcp"
	"asterism/mcp/failure"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// elsewhere is a mock cluster whose shards another node leads. It returns the given errors in turn, and then answers.
type elsewhere struct {
	says  []error
	lacks string
	asked int
}

func (*elsewhere) Name() string                { return "here" }
func (*elsewhere) Shards() int                 { return shards }
func (*elsewhere) LeaderOf(int) (string, bool) { return "there", true }
func (e *elsewhere) Lacks() string             { return e.lacks }

func (e *elsewhere) Ask(context.Context, string, []byte) ([]byte, error) {
	e.asked++
	if len(e.says) >= e.asked {
		return nil, e.says[e.asked-1]
	}
	return answerTo(protocol.NewToolResultText("done"), 1)
}

// TestALeaderThatGoesAway: what was not done is asked again, and so is a read without an answer. After a write without an answer the caller learns that it may or may not have been
// done.
func TestALeaderThatGoesAway(t *testing.T) {
	moved := &exchange.Refused{Said: []byte(toRemote(fmt.Errorf("write: %w", store.ErrDeposed)).Error())}
	refused := &exchange.Refused{Said: []byte(toRemote(failure.New(engine.KindNotFound, "", "no memory has it")).Error())}
	for name, c := range map[string]struct {
		tool  string
		says  []error
		asked int
		kind  engine.Kind // "": it is answered
		word  string
	}{
		"nobody listens":                   {"store_memory", []error{exchange.ErrGone}, 2, "", ""},
		"it leads no more":                 {"store_memory", []error{moved, moved}, 3, "", ""},
		"a read that was lost":             {"search_graph", []error{exchange.ErrLost}, 2, "", ""},
		"a write that was lost":            {"store_memory", []error{exchange.ErrLost}, 1, engine.KindStorage, "may or may not"},
		"a write that is the same twice":   {"store_memories", []error{exchange.ErrLost}, 1, engine.KindStorage, "may or may not"},
		"a refusal":                        {"search_graph", []error{refused}, 1, engine.KindNotFound, "no memory has it"},
		"a word that cannot be understood": {"search_graph", []error{&exchange.Refused{Said: []byte("?")}}, 1, engine.KindInternal, "says: ?"},
		"never":                            {"store_memory", []error{moved, moved, moved, moved, moved, moved, moved, moved}, 0, engine.KindBusy, "not available"},
	} {
		t.Run(name, func(t *testing.T) {
			x := &elsewhere{says: c.says}
			p := New(x, nil, x, nil, nil)
			if c.kind == engine.KindBusy {
				p.patience = 2 * pause
			}
			here := func(context.Context, *tools.Engine) (*protocol.CallToolResult, error) {
				return nil, errors.New("it is carried out here")
			}
			_, err := p.Pass(t.Context(), mcp.Call{Tool: c.tool, Arguments: json.RawMessage(`{"query":"x"}`)}, here)
			if c.asked > 0 && x.asked != c.asked {
				t.Errorf("asked %d times, want %d", x.asked, c.asked)
			}
			switch f := failure.Of(err); {
			case c.kind == "" && err != nil:
				t.Error(err)
			case c.kind != "" && (err == nil || f.Name != string(c.kind) || !strings.Contains(f.Message, c.word)):
				t.Errorf("%v, want %s", err, c.kind)
			}
		})
	}
}

// TestALostMajorityIsNotSaidToPass: the error says what is missing, and does not say to call again in a moment.
func TestALostMajorityIsNotSaidToPass(t *testing.T) {
	gone := make([]error, 100)
	for i := range gone {
		gone[i] = exchange.ErrGone
	}
	x := &elsewhere{says: gone, lacks: "1 of 3 nodes answers, 2 are needed"}
	p := New(x, nil, x, nil, nil)
	p.patience = pause
	_, err := p.Pass(t.Context(), mcp.Call{Tool: "store_memory", Arguments: json.RawMessage(`{}`)}, nil)
	f := failure.Of(err)
	if f.Name != string(engine.KindBusy) || !strings.Contains(f.Message, x.lacks) || strings.Contains(f.Hint, "Call again") || f.RetryAfterMs != lacksRetry {
		t.Errorf("%+v", f)
	}
}
