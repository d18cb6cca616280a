package engine

import (
	"context"
	"testing"
	"time"

	"asterism/engine/dream"
	"asterism/engine/store"
)

// recalledTogether makes an answer contain two memories.
func recalledTogether(e *Engine, namespace string, p dream.Pair) {
	e.dreams.Recalls.Add([]dream.RecalledHit{{Namespace: namespace, ID: p.A, Score: 3}, {Namespace: namespace, ID: p.B, Score: 3}})
}

// metPairs returns the pairs that a namespace stores for its next dream.
func metPairs(t *testing.T, e *Engine, namespace string) map[dream.Pair]float64 {
	t.Helper()
	b, ok, err := e.store.Read(context.Background(), store.ShelfState, dream.MetKey(namespace))
	if err != nil || !ok {
		return nil
	}
	m, err := dream.ParseMet(b)
	if err != nil {
		t.Fatal(err)
	}
	return m.Counts
}

// TestRecalledOnceADream checks that a pair that is recalled once between two dreams gets a link with the second dream, unless more than 30 days are between them. Each recall
// counts once, whether or not a dream changes anything. A pair with a removed memory is dropped.
func TestRecalledOnceADream(t *testing.T) {
	clock := &handClock{now: workday}
	e := openWith(t, Config{Now: clock.Now})
	r := remember(t, e, sampleNotes(t)...)
	quiet := dreamt(t, e, DreamQuestion{Phase: dream.NREM, DryRun: true})
	strangers := func(from int) dream.Pair { // no replay recalls these together
		for i := from; i < len(r); i++ {
			for j := i + 1; j < len(r); j++ {
				if p := dream.PairOf(r[i].ID, r[j].ID); edgeOf(quiet, p).After == 0 {
					return p
				}
			}
		}
		t.Fatal("all are linked")
		return dream.Pair{}
	}
	soon, late, gone := strangers(0), strangers(3), strangers(6)
	for _, p := range []dream.Pair{soon, late, gone} {
		recalledTogether(e, DefaultNamespace, p)
	}
	first := dreamt(t, e, DreamQuestion{Phase: dream.NREM})
	kept := metPairs(t, e, DefaultNamespace)
	for name, p := range map[string]dream.Pair{"soon": soon, "late": late, "gone": gone} {
		if edgeOf(first, p).After != 0 || kept[p] != 1 {
			t.Errorf("%s: after one recall the link has %v, and %v is kept", name, edgeOf(first, p), kept[p])
		}
	}
	clock.forward(time.Hour)
	if again := dreamt(t, e, DreamQuestion{Phase: dream.NREM}); edgeOf(again, soon).After != 0 {
		t.Errorf("a dream without another recall made %v", edgeOf(again, soon))
	}
	if _, err := e.Forget(context.Background(), gone.B, false); err != nil {
		t.Fatal(err)
	}
	clock.forward(10 * 24 * time.Hour)
	recalledTogether(e, DefaultNamespace, soon)
	if x := edgeOf(dreamt(t, e, DreamQuestion{Phase: dream.NREM}), soon); x.Before != 0 || !(x.After > dream.NewEdge) {
		t.Errorf("after a recall in another dream the link is %v", x)
	}
	kept = metPairs(t, e, DefaultNamespace)
	if _, there := kept[gone]; there || len(kept) != 1 || !(kept[late] > .7 && kept[late] < .85) {
		t.Errorf("kept are %v", kept)
	}
	clock.forward(25 * 24 * time.Hour)
	recalledTogether(e, DefaultNamespace, late)
	if x := edgeOf(dreamt(t, e, DreamQuestion{Phase: dream.NREM}), late); x.After != 0 {
		t.Errorf("after 35 days the link is %v", x)
	}
	if kept = metPairs(t, e, DefaultNamespace); kept[late] < 1 {
		t.Errorf("kept are %v", kept)
	}
	if _, err := e.MoveNamespace(t.Context(), NamespaceMove{From: DefaultNamespace, Into: "elsewhere"}); err != nil {
		t.Fatal(err)
	}
	if here, there := metPairs(t, e, DefaultNamespace), metPairs(t, e, "elsewhere"); len(here) != 0 || there[late] < 1 {
		t.Errorf("after the move %v and %v are kept", here, there)
	}
}
