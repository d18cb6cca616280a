package engine

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// clock is a clock that stands still until it is moved.
type clock struct{ time.Time }

func (c *clock) now() time.Time { return c.Time }

// withClock is an engine over the notes that ship, and its clock.
func withClock(t *testing.T) (*Engine, *clock) {
	t.Helper()
	c := &clock{day("2026-03-10").Add(9 * time.Hour)}
	e, err := Open(context.Background(), Config{Data: t.TempDir(), Now: c.now})
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

// rest is the hits of all pages from q's on.
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

// TestPagesTogetherAreOneRanking: the same hits, scores, deciding spaces and ranks as of the first page's moment, however
// long the pages are and however late they are asked for.
func TestPagesTogetherAreOneRanking(t *testing.T) {
	e, c := withClock(t)
	start := c.Time
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
		c.Time, q.TopK = start, MaxTopK
		whole := recall(t, e, q)
		if whole.Next != "" || len(whole.Hits) < 4 {
			t.Fatalf("%s: %d hits, next %q: too few or too many to page", name, len(whole.Hits), whole.Next)
		}
		for _, q.TopK = range []int{1, 3, 10} {
			c.Time = start
			first := recall(t, e, q)
			c.Time = start.AddDate(0, 0, 40) // past the next month: "last month" is another one now
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

// TestTheNextPageMayBeOfAnotherLength, and be asked to explain, and leave the bounds out: none of that is another question.
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

// TestTheNamedTimeIsKept: "yesterday" is the first page's, also when it is past, or all that lay in it was forgotten.
func TestTheNamedTimeIsKept(t *testing.T) {
	e, c := withClock(t)
	c.Time = time.Date(2026, 2, 19, 12, 0, 0, 0, time.FixedZone("", -5*3600))
	q := Question{Text: "what went wrong yesterday?", TopK: 1}
	r := remember(t, e, Note{Content: "the mill went wrong", Time: c.AddDate(0, 0, -1)}, Note{Content: "the dam went wrong as well", Time: c.AddDate(0, 0, -1)})
	first := recall(t, e, q)
	if first.After.IsZero() || first.Next == "" {
		t.Fatalf("from %v, next %q", first.After, first.Next)
	}
	c.Time = c.AddDate(0, 0, 2)
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
	if f := recall(t, e, q); len(f.Hits) != 0 || f.Next != "" {
		t.Errorf("%d hits of a day that holds none any more", len(f.Hits))
	}
}

// TestMemoriesComeAndGoBetweenPages: in one space, where what else is stored cannot turn an order around, only what was
// forgotten is missing, and only what was added ahead is not seen.
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
		if name == "last of the first page" { // with the added ones ahead its place would be two further on
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

// TestWrongCursorsAreRefused and never taken for the first page.
func TestWrongCursorsAreRefused(t *testing.T) {
	e, _ := withClock(t)
	good := Question{Text: "what was decided about the database in February 2026?", TopK: 2}
	named := recall(t, e, good)
	if named.After.IsZero() || named.Next == "" {
		t.Fatalf("named %v, next %q", named.After, named.Next)
	}
	list, err := e.List(context.Background(), ListQuestion{Limit: 1})
	if err != nil {
		t.Fatal(err)
	}
	other, _ := withClock(t)
	elsewhere := recall(t, other, good).Next
	good.Cursor = named.Next
	recall(t, e, good)
	for name, c := range map[string]struct {
		change func(*Question)
		says   string
	}{
		"text":          {func(q *Question) { q.Text += " " }, "another question"},
		"profile":       {func(q *Question) { q.Profile = "balanced" }, "another question"},
		"namespace":     {func(q *Question) { q.Namespace = "*" }, "another question"},
		"after":         {func(q *Question) { q.After = day("2026-02-01") }, "other time bounds"},
		"before":        {func(q *Question) { q.Before = named.Before }, "other time bounds"},
		"store":         {func(q *Question) { q.Cursor = elsewhere }, "another store"},
		"list":          {func(q *Question) { q.Cursor = list.Next }, "of a list"},
		"garbage":       {func(q *Question) { q.Cursor = "next please" }, "not one that a search returned"},
		"other letters": {func(q *Question) { q.Cursor = strings.Repeat("A", len(q.Cursor)) }, "not one that a search returned"},
		"truncated":     {func(q *Question) { q.Cursor = q.Cursor[:len(q.Cursor)-4] }, "damaged or incomplete"},
		"one short":     {func(q *Question) { q.Cursor = q.Cursor[:len(q.Cursor)-1] }, "damaged or incomplete"},
		"cut short":     {func(q *Question) { q.Cursor = q.Cursor[:9] }, "damaged or incomplete"},
		"changed":       {func(q *Question) { q.Cursor = q.Cursor[:30] + "x" + q.Cursor[31:] }, "damaged or incomplete"},
		"newer":         {func(q *Question) { q.Cursor = forged(t, q.Cursor, 1, cursorVersion+1) }, "newer program"},
	} {
		q := good
		c.change(&q)
		f, err := e.Recall(context.Background(), q)
		var bad *Error
		if !errors.As(err, &bad) || bad.Kind != KindInvalid || !strings.Contains(bad.Error(), c.says) || !strings.Contains(bad.Hint, "without a cursor") {
			t.Errorf("%s: %v, %v; want an error that says %q and the way out", name, f, err, c.says)
		}
	}
	if _, err := e.List(context.Background(), ListQuestion{Cursor: named.Next}); err == nil {
		t.Error("list took a search's cursor")
	}
	bounded := Question{Text: "database", TopK: 2, After: day("2026-01-01")}
	bounded.Cursor = recall(t, e, bounded).Next
	bounded.After = bounded.After.Add(1)
	if _, err := e.Recall(context.Background(), bounded); err == nil || !strings.Contains(err.Error(), "other time bounds") {
		t.Errorf("another after: %v", err)
	}
}

// TestAllThatDecidesTheRankingIsHashed: a field added to Question must be thought of here.
func TestAllThatDecidesTheRankingIsHashed(t *testing.T) {
	e, _ := withClock(t)
	hash := func(q Question) string {
		a, err := e.ask(q)
		if err != nil {
			t.Fatal(err)
		}
		return string(a.hash())
	}
	base := Question{Text: "certifcate of the tyle servr"}
	seen := map[string]string{hash(base): "nothing"}
	changed := map[string]Question{
		"Text": {Text: "certifcate of the tyle serv"}, "MinSimilarity": {MinSimilarity: .1}, "Modality": {Modality: "text"}, "Namespace": {Namespace: "text"},
		"Tags": {Tags: []string{"text"}}, "SessionID": {SessionID: "text"}, "Source": {Source: "text"}, "Profile": {Profile: "balanced"},
		"Spaces": {Spaces: models.SetOf(models.Semantic)}, "Direction": {Direction: "cause"}, "Exact": {Exact: true},
	}
	for name, q := range changed {
		if q.Text == "" {
			q.Text = base.Text
		}
		h := hash(q)
		if was, ok := seen[h]; ok {
			t.Errorf("%s changes the hash no more than %s", name, was)
		}
		seen[h] = name
	}
	cursors := []string{"TopK", "Explain", "After", "Before", "Cursor"} // do not decide, or are in the cursor
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Question]()) {
		if _, ok := changed[f.Name]; !ok && !slices.Contains(cursors, f.Name) {
			t.Errorf("field %s: does it decide the ranking? Hash it, and say so here", f.Name)
		}
	}
	if f := reflect.TypeFor[search.Filter]().NumField(); f != 7 {
		t.Errorf("search.Filter has %d fields, 7 were thought of", f)
	}
	if hash(Question{Text: base.Text, Tags: []string{"a", "b"}}) != hash(Question{Text: base.Text, Tags: []string{"b", "a", "b"}}) {
		t.Error("the order of tags counts")
	}
}

// ranked makes a ranking of n memories.
func ranked(n int) *search.Ranking {
	r := &search.Ranking{Scanned: n}
	for range n {
		r.Hits = append(r.Hits, search.Hit{ID: uuid.New()})
	}
	return r
}

// TestPagesOfAChangingRanking: whatever comes and goes between pages, as long as the others keep their order and each page's last hit
// stays, those that are there all the time are seen once.
func TestPagesOfAChangingRanking(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 500 {
		r := ranked(rng.IntN(60))
		stay := map[store.ID]int{}
		for _, h := range r.Hits {
			stay[h.ID] = 0
		}
		var from *pageCursor
		for {
			a := &asked{question: Question{TopK: 1 + rng.IntN(9)}, from: from, search: search.Question{Time: day("2026-03-01")}}
			page := &search.Ranking{Hits: r.Hits}
			if err := a.cut(page); err != nil {
				t.Fatal(err)
			}
			for _, h := range page.Hits {
				if _, ok := stay[h.ID]; ok {
					stay[h.ID]++
				}
			}
			if a.found.Next == "" {
				break
			}
			var err error
			if from, err = parsePageCursor(a.found.Next); err != nil {
				t.Fatal(err)
			}
			churn(rng, r, stay, from.last)
		}
		for id, n := range stay {
			if n != 1 {
				t.Fatalf("%s was there all the time and seen %d times", id, n)
			}
		}
	}
}

// churn adds memories anywhere and takes some out, but never keep.
func churn(rng *rand.Rand, r *search.Ranking, stay map[store.ID]int, keep store.ID) {
	for range rng.IntN(3) {
		r.Hits = slices.Insert(slices.Clone(r.Hits), rng.IntN(len(r.Hits)+1), search.Hit{ID: uuid.New()})
	}
	for range rng.IntN(3) {
		if i := rng.IntN(len(r.Hits)); r.Hits[i].ID != keep {
			delete(stay, r.Hits[i].ID)
			r.Hits = slices.Delete(slices.Clone(r.Hits), i, i+1)
		}
	}
}

// TestTheDepthIsBounded: hits up to the bound come, and what is behind it is an error, not a silent end.
func TestTheDepthIsBounded(t *testing.T) {
	for _, c := range []struct {
		hits, topK, pages int
		says              string
	}{{MaxDepth, 100, 10, ""}, {MaxDepth, 7, 143, ""}, {MaxDepth + 1, 100, 10, "first 1000 hits"}, {MaxDepth + 1, 7, 143, "first 1000 hits"}} {
		r, seen, pages := ranked(c.hits), 0, 0
		var from *pageCursor
		var err error
		for {
			a := &asked{question: Question{TopK: c.topK}, from: from, search: search.Question{Time: day("2026-03-01")}}
			page := &search.Ranking{Hits: r.Hits}
			if err = a.cut(page); err != nil {
				break
			}
			seen, pages = seen+len(page.Hits), pages+1
			if a.found.Next == "" {
				break
			}
			if from, err = parsePageCursor(a.found.Next); err != nil {
				t.Fatal(err)
			}
		}
		if fmt.Sprint(err) != "<nil>" && c.says == "" || c.says != "" && (err == nil || !strings.Contains(err.Error(), c.says)) {
			t.Errorf("%d hits, %d a page: error %v, want %q", c.hits, c.topK, err, c.says)
		}
		if seen != MaxDepth || pages != c.pages {
			t.Errorf("%d hits, %d a page: %d seen on %d pages, want %d on %d", c.hits, c.topK, seen, pages, MaxDepth, c.pages)
		}
	}
	from := &pageCursor{offset: 50}
	if got := from.begin(ranked(3).Hits); got != 3 {
		t.Errorf("after all but three were forgotten the page begins at %d, want 3", got)
	}
}
