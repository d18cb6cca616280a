package ties_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/engine/ties"
)

func (w *world) decider() *ties.Decider {
	return &ties.Decider{Finder: w.Finder, Apply: w.store.Apply, Now: func() time.Time { return start.Add(time.Hour) }}
}

func (w *world) tie(a, b store.ID, kind store.EdgeKind, weight float32) {
	w.t.Helper()
	w.apply(store.Command{Op: store.OpLink, ID: a, Other: b, Kind: kind, Weight: weight, At: start})
}

// TestDecisions: each decision on each kind of link leaves one kind, from either end, or is refused and changes nothing.
func TestDecisions(t *testing.T) {
	const none = store.EdgeKind(0)
	names := map[store.EdgeKind]string{none: "", store.EdgeAccepted: "accepted", store.EdgeRefused: "refused"}
	for _, c := range []struct {
		there    store.EdgeKind
		decision string
		want     store.EdgeKind
		fails    bool
	}{
		{store.EdgeProposed, ties.Accept, store.EdgeAccepted, false}, {store.EdgeLearned, ties.Accept, store.EdgeAccepted, false},
		{store.EdgeRefused, ties.Accept, store.EdgeAccepted, false}, {none, ties.Accept, none, true},
		{store.EdgeProposed, ties.Refuse, store.EdgeRefused, false}, {store.EdgeLearned, ties.Refuse, store.EdgeRefused, false},
		{store.EdgeAccepted, ties.Refuse, store.EdgeRefused, false}, {none, ties.Refuse, none, true},
		{none, ties.Make, store.EdgeAccepted, false}, {store.EdgeProposed, ties.Make, store.EdgeAccepted, false},
		{store.EdgeAccepted, ties.Part, none, false}, {store.EdgeRefused, ties.Part, none, false}, {none, ties.Part, none, true},
		{store.EdgeProposed, "perhaps", store.EdgeProposed, true},
	} {
		w := newWorld(t)
		a, b := w.add("one", nil, nil), w.add("other", nil, nil)
		if c.there != none {
			w.tie(a, b, c.there, .5)
		}
		got, err := w.decider().Decide(t.Context(), b, a, c.decision)
		if (err != nil) != c.fails || !c.fails && (got.Now != names[c.want] || got.A.ID != b || got.B.ID != a) {
			t.Errorf("%s of kind %d: %+v, %v", c.decision, c.there, got, err)
		}
		for _, ends := range [][2]store.ID{{a, b}, {b, a}} {
			edges, _, err := w.store.Edges(t.Context(), ends[0])
			if err != nil {
				t.Fatal(err)
			}
			if c.want == none && len(edges) == 0 {
				continue
			}
			if len(edges) != 1 || edges[0].Other != ends[1] || edges[0].Kind != c.want || !c.fails && edges[0].Weight != 1 {
				t.Errorf("%s of kind %d leaves %+v, want kind %d", c.decision, c.there, edges, c.want)
			}
		}
	}
}

// TestWhatCannotBeDecided: a memory with itself, one that is not there, one that was forgotten.
func TestWhatCannotBeDecided(t *testing.T) {
	w := newWorld(t)
	a, gone := w.add("one", nil, nil), w.add("gone", nil, nil)
	w.apply(store.Command{Op: store.OpForget, ID: gone, At: start})
	for name, other := range map[string]store.ID{"itself": a, "nothing": {9}, "a forgotten one": gone} {
		var known *fault.Error
		if _, err := w.decider().Decide(t.Context(), a, other, ties.Make); !errors.As(err, &known) || known.Message == "" {
			t.Errorf("link with %s: %v", name, err)
		}
	}
}

// TestProposalsAreListed: the best first, those of the namespace with both memories live; what was decided is no proposal any more.
func TestProposalsAreListed(t *testing.T) {
	w := newWorld(t)
	a, b, c, d := w.add("a", nil, nil), w.add("b", nil, nil), w.add("c", nil, nil), w.add("d", nil, nil)
	elsewhere := w.add("e", nil, func(m *store.Memory) { m.Namespace = "other" })
	gone := w.add("g", nil, nil)
	w.tie(a, b, store.EdgeProposed, .25)
	w.tie(c, d, store.EdgeProposed, .75)
	w.tie(a, d, store.EdgeLearned, 1)
	w.tie(a, elsewhere, store.EdgeProposed, 1)
	w.tie(a, gone, store.EdgeProposed, 1)
	w.apply(store.Command{Op: store.OpForget, ID: gone, At: start})
	texts := func(n int) (out []string) {
		got, err := w.Proposals(t.Context(), "default", n)
		if err != nil || got.Total < len(got.Shown) {
			t.Fatalf("%+v, %v", got, err)
		}
		for _, p := range got.Shown {
			out = append(out, min(p.A.Text, p.B.Text)+max(p.A.Text, p.B.Text))
		}
		return out
	}
	if got := texts(10); !slices.Equal(got, []string{"cd", "ab"}) {
		t.Errorf("proposals %v", got)
	}
	if got := texts(1); !slices.Equal(got, []string{"cd"}) {
		t.Errorf("the first proposal is %v", got)
	}
	if _, err := w.decider().Decide(t.Context(), d, c, ties.Refuse); err != nil {
		t.Fatal(err)
	}
	if got := texts(10); !slices.Equal(got, []string{"ab"}) {
		t.Errorf("after one was refused: %v", got)
	}
	if _, err := w.Proposals(t.Context(), "default", 0); err == nil {
		t.Error("none were asked for, without an error")
	}
}
