package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"asterism/engine/store"
)

// harmed is a store in which the text of a memory becomes damaged: reading it is an error, unless the reader accepts to continue without it.
type harmed struct {
	store.Memories
	id store.ID
}

func (h harmed) Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error) {
	at := slices.Index(ids, h.id)
	if at < 0 || !parts.Content {
		return h.Memories.Get(ctx, parts, ids...)
	}
	err := fmt.Errorf("%w: a block of a file", store.ErrDamaged)
	if parts.Unread == nil {
		return nil, err
	}
	parts.Unread(store.Unread{ID: h.id, Whole: true, Err: err})
	many, err := h.Memories.Get(ctx, parts, ids...)
	for i := range many {
		if ids[i] == h.id {
			many[i] = nil
		}
	}
	return many, err
}

// TestATextThatIsDamagedWhileTheEngineRuns checks that searches and measurements continue without it, wherever it is in a chain or among the hits.
func TestATextThatIsDamagedWhileTheEngineRuns(t *testing.T) {
	e := openWith(t, Config{})
	old := rememberOne(t, e, Note{Content: "The API rate limit is 50/min.", Time: day("2026-01-01")})
	newer := rememberOne(t, e, Note{Content: "The API rate limit is 100/min.", Time: day("2026-02-01"), Supersedes: []store.ID{old}})
	beside := rememberOne(t, e, Note{Content: "The API rate limit of guests is 10/min.", Time: day("2026-03-01")})
	whole := e.store.Memories
	for _, id := range []store.ID{old, newer, beside} {
		e.store.Memories = harmed{whole, id}
		for _, q := range []string{"API rate limit", "current API rate limit of guests"} {
			f, err := e.Recall(t.Context(), Question{Text: q})
			if err != nil || len(f.Hits) == 0 {
				t.Fatalf("%s, without %s: %v", q, id, err)
			}
			for _, h := range f.Hits {
				if h.Memory.ID == id {
					t.Errorf("%s: the damaged memory %s is a hit", q, id)
				}
			}
		}
		if _, err := e.Inject(t.Context(), Note{Content: "The API rate limit is 300/min, " + id.String(), Rationale: "test"}); err != nil {
			t.Errorf("inject beside %s: %v", id, err)
		}
		e.store.Memories = whole
	}
}
