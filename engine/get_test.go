package engine

import (
	"testing"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// TestHolds checks that a text finds any live memory with it, and that an id finds only that memory, even if several have the same text.
func TestHolds(t *testing.T) {
	e := open(t, "")
	ids := []store.ID{uuid.New(), uuid.New(), uuid.New(), uuid.New()}
	const text = "the gate of depot one is painted red"
	remember(t, e, Note{ID: ids[0], Content: text}, Note{ID: ids[1], Content: text}, Note{ID: ids[2], Content: "forgotten"})
	if _, err := e.Forget(t.Context(), ids[2], false); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		id              store.ID
		namespace, text string
		want            bool
	}{
		"a text":                      {uuid.Nil, DefaultNamespace, text, true},
		"a text of nobody":            {uuid.Nil, DefaultNamespace, "another", false},
		"one of two":                  {ids[0], DefaultNamespace, text, true},
		"the other one":               {ids[1], DefaultNamespace, text, true},
		"a copy that is not here":     {ids[3], DefaultNamespace, text, false},
		"an id that says other words": {ids[0], DefaultNamespace, "another", false},
		"in another namespace":        {ids[0], "other", text, false},
		"a forgotten one":             {ids[2], DefaultNamespace, "forgotten", false},
		"a forgotten text":            {uuid.Nil, DefaultNamespace, "forgotten", false},
	} {
		if got, err := e.Holds(t.Context(), c.id, c.namespace, c.text); err != nil || got != c.want {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
