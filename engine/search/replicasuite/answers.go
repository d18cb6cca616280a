package replicasuite

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

func questions(t *testing.T, l *library) {
	for i, q := range l.drawn {
		l.answers(t, fmt.Sprint("question ", i), q)
	}
}

// estimatesAlone: candidates are those of the greatest estimates of all, on both sides.
func estimatesAlone(t *testing.T, l *library) {
	l.use(search.Sizes{Few: sizes.Few, Candidates: 300})
	defer l.use(sizes)
	for i, q := range l.drawn[:3] {
		l.answers(t, fmt.Sprint("question ", i), q)
	}
}

// someRefined: if fewer rows are refined than there are, the first hits are those of a search that refines over all rows together. E12 takes no part: its scale
// depends on the rows compared token by token, to which the last chunk adds some.
func someRefined(t *testing.T, l *library) {
	l.use(search.Sizes{Few: sizes.Few, Candidates: 300, Refined: 900})
	defer l.use(sizes)
	for i, drawn := range l.drawn[:3] {
		q := *drawn
		q.TopK, q.Weights[models.LateInteraction] = 10, 0
		l.answers(t, fmt.Sprint("question ", i), &q)
	}
}

func filters(t *testing.T, l *library) {
	for name, f := range map[string]search.Filter{
		"namespace": {Namespace: "a"},
		"few":       {Namespace: "c"},
		"time":      {After: draw.Epoch.AddDate(0, -2, 0), Before: draw.Epoch.AddDate(0, 0, -7)},
		"nothing":   {Namespace: "a", Source: "never"},
		"both":      {Namespace: "b", Before: draw.Epoch.AddDate(0, -1, 0)},
	} {
		q := *l.drawn[1]
		q.Filter = f
		got := l.answers(t, name, &q)
		if (got.Scanned == 0) != (name == "nothing") {
			t.Errorf("%s: %d scanned: the test is of no use", name, got.Scanned)
		}
	}
}

// fewRows: all rows are compared.
func fewRows(t *testing.T, l *library) {
	l.use(search.Sizes{Few: 1 << 20, Candidates: sizes.Candidates})
	defer l.use(sizes)
	l.answers(t, "all", l.drawn[0])
}

func directions(t *testing.T, l *library) {
	for _, d := range []string{search.FindCauses, search.FindEffects} {
		q := *l.drawn[2]
		q.Direction, q.Weights[models.Causal] = d, 3
		l.answers(t, d, &q)
		q.Weights = only(models.Causal)
		l.answers(t, d+" alone", &q)
	}
}

// absentSpaces: a question need not have a value in every space, nor a time; every space can be searched alone.
func absentSpaces(t *testing.T, l *library) {
	q := *l.drawn[3]
	q.Time = time.Time{}
	q.Values[models.Semantic], q.Values[models.Sparse] = fingerprint.Value{}, fingerprint.Value{}
	l.answers(t, "without some", &q)
	for v := range q.Weights {
		alone := *l.drawn[3]
		alone.Weights = only(models.Space(v))
		l.answers(t, fmt.Sprint(models.Space(v), " alone"), &alone)
	}
	q.Weights = only(models.Semantic)
	if got := l.answers(t, "nothing to compare", &q); len(got.Hits) != 0 {
		t.Errorf("%d hits for nothing", len(got.Hits))
	}
}

func leastSimilarity(t *testing.T, l *library) {
	for _, weights := range [][models.Count]float64{l.drawn[4].Weights, only(models.Sparse, models.HDC), only(models.Graph, models.TemporalRecent)} {
		q := *l.drawn[4]
		q.TopK, q.MinSimilarity, q.Weights = 400, 0.35, weights
		got := l.answers(t, "least similarity", &q)
		if len(got.Hits) == 0 {
			t.Error("nothing is similar enough: the test is of no use")
		}
	}
}

func exactRanks(t *testing.T, l *library) {
	q := *l.drawn[5]
	q.TopK, q.Exact, q.Ranks = len(l.memories), true, true
	got, want := l.answers(t, "exact", &q), l.ask(t, l.plain, &q)
	q.TopK, q.Exact = 20, false
	some := l.answers(t, "ranks", &q)
	known := map[store.ID]*search.Hit{}
	for i := range want.Hits {
		known[want.Hits[i].ID] = &want.Hits[i]
	}
	for _, h := range slices.Concat(got.Hits, some.Hits) {
		w := known[h.ID]
		for v := range w.Rank {
			late := models.Space(v) == models.LateInteraction // it is ranked among the rows that were compared in it
			if far := h.Rank[v] - w.Rank[v]; (far < -2 || far > 2) && !late {
				t.Fatalf("%v has rank %d in %v, want %d", h.ID, h.Rank[v], models.Space(v), w.Rank[v])
			}
		}
	}
}

func tokensAlone(t *testing.T, l *library) {
	q := *l.drawn[0]
	q.Weights = only(models.LateInteraction)
	l.answers(t, "tokens", &q)
}

// ties: of equal memories those with the lowest ids come first, in any chunk. The age has no weight here: its last bit may differ.
func ties(t *testing.T, l *library) {
	q := *l.alike
	q.Weights = without(q.Weights, models.SetOf(models.TemporalRecent))
	for _, candidates := range []int{sizes.Candidates, alike / 3} { // the last number cuts through the equal memories
		l.use(search.Sizes{Few: sizes.Few, Candidates: candidates, Refined: sizes.Refined})
		got := l.ask(t, l.index, &q)
		if len(got.Hits) != q.TopK {
			t.Errorf("%d hits of %d that are alike, want %d", len(got.Hits), len(l.same), q.TopK)
		}
		for i, h := range got.Hits {
			if h.ID != l.same[i] {
				t.Errorf("hit %d of those alike is %v, want %v", i, h.ID, l.same[i])
				break
			}
		}
	}
	l.use(sizes)
}

func firstHits(t *testing.T, l *library) {
	whole := *l.drawn[2]
	whole.TopK = 200
	want := l.ask(t, l.index, &whole).Hits
	for _, k := range []int{1, 10, 199} {
		q := whole
		q.TopK = k
		if err := identical(l.ask(t, l.index, &q).Hits, want[:k]); err != nil {
			t.Errorf("topK %d: %v", k, err)
		}
	}
}

func neighbours(t *testing.T, l *library) {
	for _, namespace := range []string{"", "a"} {
		got, err := l.index.Neighbours(t.Context(), namespace, &l.drawn[0].Values, draw.Epoch, 5, models.All)
		if err != nil {
			t.Fatal(err)
		}
		want, err := l.plain.Neighbours(t.Context(), namespace, &l.drawn[0].Values, draw.Epoch, 5, models.All)
		if err != nil {
			t.Fatal(err)
		}
		for v := range want {
			if len(got[v]) != len(want[v]) || len(got[v]) == 0 {
				t.Fatalf("%v: %d neighbours, want %d", models.Space(v), len(got[v]), len(want[v]))
			}
			for i, n := range got[v] {
				if math.Abs(n.Similarity-want[v][i].Similarity) > similarityError {
					t.Errorf("%v: neighbour %d is %v, want %v", models.Space(v), i, n, want[v][i])
				}
			}
		}
	}
	if many, err := l.index.Neighbours(t.Context(), "", &l.drawn[0].Values, draw.Epoch, 400, models.SetOf(models.Graph)); err != nil || len(many[models.Graph]) != 400 {
		t.Errorf("%d neighbours of more than a replica chooses, %v", len(many[models.Graph]), err)
	}
}

// callsOff: a search that is cancelled returns the context's error, at any point.
func callsOff(t *testing.T, l *library) {
	ctx, cancel := context.WithCancel(t.Context())
	l.spy.before = cancel
	defer func() { l.spy.before = nil }()
	if _, err := l.index.Search(ctx, l.drawn[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was called off says %v", err)
	}
	if _, err := l.index.Search(ctx, l.drawn[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("a search that was called off before says %v", err)
	}
}

// kept: both sides met the contract, and no searcher is left open.
func kept(t *testing.T, l *library) {
	if n := l.spy.open.Load(); n != 0 {
		t.Errorf("%d searchers are still open", n)
	}
	if l.spy.wrong != nil {
		t.Error(l.spy.wrong)
	}
}

// comparesAll: operations that read all memories do not use the replica.
func comparesAll(t *testing.T, l *library) {
	seen := 0
	err := l.index.Compare(t.Context(), []*fingerprint.Fingerprint{&l.drawn[0].Values}, models.All, search.Filter{}, nil, func(block []search.Compared, total int) error {
		seen += len(block)
		return nil
	})
	if err != nil || seen != l.index.Len() {
		t.Errorf("%d compared of %d, %v", seen, l.index.Len(), err)
	}
}
