package mcp

import (
	"context"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/engine/unread"
	"asterism/mcp/answer"
	"asterism/mcp/tools"

	"github.com/google/uuid"
)

// halfRead is a mock reader whose lists lack damaged memories.
type halfRead struct {
	tools.Reader
	lost []unread.Left
}

func (h halfRead) List(ctx context.Context, q engine.ListQuestion) (*engine.Page, error) {
	page, err := h.Reader.List(ctx, q)
	if err == nil {
		page.Damaged = h.lost
	}
	return page, err
}

// TestAListNamesWhatIsDamaged: text and structured content name the first damaged memories and the number of others, in addition to the readable memories.
func TestAListNamesWhatIsDamaged(t *testing.T) {
	lost := []unread.Left{{Why: "the block is damaged"}}
	for len(lost) < unread.MaxNamed+3 {
		lost = append(lost, unread.Left{ID: uuid.Must(uuid.NewV7()), Why: "the text is damaged"})
	}
	fake := newFake()
	parts := fake.parts()
	parts.Reader = halfRead{fake, lost}
	c := overStdio(t, Options{Engine: func(context.Context) (*tools.Engine, error) { return parts, nil }})
	c.call("store_memory", map[string]any{"content": "The boat is at the pier"})
	got, _ := c.call("list_memories", map[string]any{})
	named, _ := got["damaged"].([]any)
	if len(got["memories"].([]any)) != 1 || len(named) != unread.MaxNamed || got["damaged_more"] != 3.0 {
		t.Fatalf("%v", got)
	}
	if first, second := named[0].(map[string]any), named[1].(map[string]any); first["id"] != nil || second["id"] != lost[1].ID.String() || second["why"] != lost[1].Why {
		t.Errorf("%v, %v", first, second)
	}
	page := &engine.Page{Damaged: lost}
	said := answer.ListedFrom(page, false, false).Words()
	for _, want := range []string{engine.ShortID(lost[1].ID), "ids are damaged too", "3 more", "asterism check"} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q: %s", want, said)
		}
	}
}
