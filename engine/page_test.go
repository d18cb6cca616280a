package engine

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/models"
)

// withClock returns an engine over the notes that ship, and its clock.
func withClock(t *testing.T) (*Engine, *handClock) {
	t.Helper()
	c := &handClock{now: day("2026-03-10").Add(9 * time.Hour)}
	e, err := Open(context.Background(), Config{Data: t.TempDir(), Now: c.Now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	remember(t, e, sampleNotes(t)...)
	return e, c
}

func recall(t *testing.T, e *Engine, q Question) *Found {
	t.Helper()
	f, err := e.Recall(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// rest returns the hits of all pages from q's on.
func rest(t *testing.T, e *Engine, q Question) (hits []Hit) {
	t.Helper()
	for pages := 0; ; pages++ {
		f := recall(t, e, q)
		if len(f.Hits) > q.TopK || f.Next != "" && len(f.Hits) < q.TopK || pages > MaxDepth {
			t.Fatalf("page %d has %d hits of %d, next %q", pages, len(f.Hits), q.TopK, f.Next)
		}
		hits = append(hits, f.Hits...)
		if q.Cursor = f.Next; f.Next == "" {
			return hits
		}
	}
}

// ids are the hits' ids, in order.
func ids(hits []Hit) (out []store.ID) {
	for _, h := range hits {
		out = append(out, h.Memory.ID)
	}
	return out
}

// TestPagesTogetherAreOneRanking checks for the same hits, scores, deciding spaces and ranks as of the first page's moment, for all page
// lengths and delays.
func TestPagesTogetherAreOneRanking(t *testing.T) {
	e, c := withClock(t)
	start := c.Now()
	for name, q := range map[string]Question{
		"meaning":        {Text: "why do we use a relational database?"},
		"explained":      {Text: "what made the nightly import fail?", Explain: true, Profile: "balanced"},
		"all weights":    {Text: "the latest decision about privacy", Profile: "temporal", Explain: true},
		"tag":            {Text: "rules", Tags: []string{"decision"}},
		"times":          {Text: "incident", After: day("2026-02-01"), Before: day("2026-03-01")},
		"similar enough": {Text: "database", MinSimilarity: 0.2},
		"one space":      {Text: "the team of the database", Spaces: models.SetOf(models.Sparse)},
		"token by token": {Text: "who leads the routing team", Spaces: models.SetOf(models.LateInteraction), Exact: true},
		"effects":        {Text: "the disk was full", Direction: "effect", Namespace: "*"},
		"time in words":  {Text: "what happened last month?", Explain: true},
		"misspelt":       {Text: "certifcate of the tyle servr"},
	} {
		c.set(start)
		q.TopK = MaxTopK
		whole := recall(t, e, q)
		if whole.Next != "" || len(whole.Hits) < 4 {
			t.Fatalf("%s: %d hits, next %q: too few or too many to page", name, len(whole.Hits), whole.Next)
		}
		for _, q.TopK = range []int{1, 3, 10} {
			c.set(start)
			first := recall(t, e, q)
			c.set(start.AddDate(0, 0, 40)) // more than a month later: "last month" is now another one
			got := first.Hits
			if q.Cursor = first.Next; q.Cursor != "" {
				got = append(got, rest(t, e, q)...)
			}
			if !reflect.DeepEqual(got, whole.Hits) {
				t.Errorf("%s, %d a page: %v, want %v", name, q.TopK, ids(got), ids(whole.Hits))
			}
			q.Cursor = ""
		}
	}
}

// TestTheNextPageMayBeOfAnotherLength checks that it may also ask for explanations, and omit the bounds: the question is still the same.
func TestTheNextPageMayBeOfAnotherLength(t *testing.T) {
	e, _ := withClock(t)
	q := Question{Text: "incident", Tags: []string{"incident", "incident"}, TopK: 1, After: day("2026-01-01"), Before: day("2026-03-01")}
	first := recall(t, e, q)
	again := Question{Text: "incident", Tags: []string{"incident"}, TopK: 2, Explain: true, Profile: "auto", Namespace: "default", Cursor: first.Next}
	second := recall(t, e, again)
	again.After, again.Before = q.After.In(time.FixedZone("", 3600)), q.Before
	if given := recall(t, e, again); !slices.Equal(ids(second.Hits), ids(given.Hits)) {
		t.Errorf("with bounds %v, without %v", ids(given.Hits), ids(second.Hits))
	}
	q.TopK = 3
	if whole := recall(t, e, q); !slices.Equal(ids(whole.Hits), append(ids(first.Hits), ids(second.Hits)...)) {
		t.Errorf("pages %v and %v, want %v", ids(first.Hits), ids(second.Hits), ids(whole.Hits))
	}
}

// TestTheNamedTimeIsKept checks that "yesterday" is that of the first page, also on a later day, or if all memories of it were forgotten.
func TestTheNamedTimeIsKept(t *testing.T) {
	e, c := withClock(t)
	c.set(time.Date(2026, 2, 19, 12, 0, 0, 0, time.FixedZone("", -5*3600)))
	q := Question{Text: "what went wrong yesterday?", TopK: 1}
	r := remember(t, e, Note{Content: "the mill went wrong", Time: c.Now().AddDate(0, 0, -1)}, Note{Content: "the dam went wrong as well", Time: c.Now().AddDate(0, 0, -1)})
	first := recall(t, e, q)
	if first.After.IsZero() || first.Next == "" {
		t.Fatalf("from %v, next %q", first.After, first.Next)
	}
	c.set(c.Now().AddDate(0, 0, 2))
	q.Cursor, q.TopK = first.Next, 10
	second := recall(t, e, q)
	if second.After.String() != first.After.String() || second.Before.String() != first.Before.String() || second.Scanned != first.Scanned {
		t.Errorf("%v to %v, %d; the first page is of %v to %v, %d", second.After, second.Before, second.Scanned, first.After, first.Before, first.Scanned)
	}
	for _, m := range append(ids(first.Hits), append(ids(second.Hits), r[0].ID, r[1].ID)...) {
		if _, err := e.Forget(context.Background(), m, false); err != nil {
			t.Fatal(err)
		}
	}
	if f := recall(t, e, q); f.OfTime != 0 || f.After.String() != first.After.String() {
		t.Errorf("%d memories of a day that holds none any more, from %v", f.OfTime, f.After)
	}
}

// TestANamedTimeWithoutMemoriesIsSaid checks that the answer says that "yesterday" has no memories on the first page, and that the next page has some.
func TestANamedTimeWithoutMemoriesIsSaid(t *testing.T) {
	e, c := withClock(t)
	c.set(day("2027-06-10")) // long after the notes that ship
	q := Question{Text: "what went wrong yesterday?", TopK: 3}
	first := recall(t, e, q)
	if first.After.IsZero() || first.OfTime != 0 || first.Next == "" {
		t.Fatalf("%d from %v, next %q", first.OfTime, first.After, first.Next)
	}
	remember(t, e, Note{Content: "the mill went wrong", Time: c.Now().AddDate(0, 0, -1)})
	q.Cursor = first.Next
	if f := recall(t, e, q); !f.After.Equal(first.After) || f.OfTime != 1 || f.Scanned != first.Scanned+1 {
		t.Errorf("%d of %d from %v; want 1 of %d from %v", f.OfTime, f.Scanned, f.After, first.Scanned+1, first.After)
	}
}

// TestMemoriesComeAndGoBetweenPages: in one space, where other memories cannot change an order, only forgotten memories
// are missing, and only memories added before the place are not seen.
func TestMemoriesComeAndGoBetweenPages(t *testing.T) {
	e, _ := withClock(t)
	ctx := context.Background()
	q := Question{Text: "database", TopK: MaxTopK, Spaces: models.SetOf(models.Semantic)}
	for name, gone := range map[string][]int{
		"nothing": nil, "on the first page": {3}, "last of the first page": {9}, "first of the second": {10}, "both sides": {2, 10}, "around the last": {8, 10},
	} {
		q.TopK, q.Cursor = MaxTopK, ""
		want := ids(recall(t, e, q).Hits)
		q.TopK = 10
		first := recall(t, e, q)
		for _, i := range gone {
			if _, err := e.Forget(ctx, want[i], false); err != nil {
				t.Fatal(err)
			}
		}
		added := remember(t, e, Note{Content: "database"}, Note{Content: "a database, a database"})
		q.Cursor = first.Next
		if name == "last of the first page" { // with the added ones in front, its place would be two further on
			forgetAll(t, e, added)
		}
		got := append(ids(first.Hits), ids(rest(t, e, q))...)
		for _, i := range slices.Backward(gone) {
			if i >= 10 {
				want = slices.Delete(want, i, i+1)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
		forgetAll(t, e, added)
		for _, i := range gone {
			if i < 10 {
				if err := e.Restore(ctx, first.Hits[i].Memory.ID); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

func forgetAll(t *testing.T, e *Engine, many []Remembered) {
	t.Helper()
	for _, r := range many {
		if _, err := e.Forget(context.Background(), r.ID, true); err != nil {
			var gone *Error
			if !errors.As(err, &gone) || gone.Kind != KindNotFound {
				t.Fatal(err)
			}
		}
	}
}
