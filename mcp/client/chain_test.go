package client

import (
	"context"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/mcp"
	"asterism/mcp/answer"
	"asterism/mcp/tools"
	"asterism/models"

	"github.com/google/uuid"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// gets is a mock that answers every call like get_memory.
type gets struct{ got answer.Got }

func (g gets) Pass(context.Context, mcp.Call, func(context.Context, *tools.Engine) (*protocol.CallToolResult, error)) (*protocol.CallToolResult, error) {
	return protocol.NewToolResultStructuredOnly(g.got), nil
}

// TestAChainIsReadFromAServer with the goal that the memory contradicts, and its later replacements. A memory that contradicts none has no goal.
func TestAChainIsReadFromAServer(t *testing.T) {
	m := &store.Memory{ID: uuid.New(), Content: "We charge twice."}
	for s := range models.Count {
		m.Purpose[s] = .05
	}
	want := engine.Chain{
		Against: &engine.Against{ID: uuid.New(), Description: "Never charge a customer twice", Differs: "negated: takes never away"},
		Coming:  []engine.Past{{ID: uuid.New(), Time: time.Date(2027, 5, 1, 0, 0, 0, 0, time.UTC), Text: "We charge once."}},
	}
	for _, chain := range []engine.Chain{want, {}} {
		got, err := answer.GotFrom(m, &chain, true, true, true, 0)
		if err != nil || (got.Measured.Alignment.Contradicts != nil) != (chain.Against != nil) {
			t.Fatalf("%+v, %v", got.Measured, err)
		}
		back, err := toServer(t, gets{got}).Chain(t.Context(), m.ID)
		if err != nil {
			t.Fatal(err)
		}
		if (back.Against != nil) != (chain.Against != nil) || back.Against != nil && *back.Against != *chain.Against {
			t.Errorf("it goes against %+v, want %+v", back.Against, chain.Against)
		}
		if len(back.Coming) != len(chain.Coming) || len(chain.Coming) > 0 && back.Coming[0] != chain.Coming[0] {
			t.Errorf("to come %+v, want %+v", back.Coming, chain.Coming)
		}
	}
}
