package quality

import (
	"math"
	"strings"
	"testing"

	"asterism/models"
)

// made is the result of a set of so many questions whose columns have the given nDCG@10 throughout, plus a ripple that
// differs by column.
func made(name string, n int, values map[string]float64) *result {
	r := &result{set: &set{name: name, docs: make([]entry, leastDocuments), queries: make([]query, n)}, columns: map[string][]quality{}, spaces: []models.Space{models.Semantic, models.Code}}
	for column, v := range values {
		for i := range n {
			ripple := 0.01 * float64((i+len(column))%3-1)
			r.columns[column] = append(r.columns[column], quality{ndcg: v + ripple, recall: v, mrr: v})
		}
	}
	r.columns[columnBM25] = r.columns[r.bm25()]
	r.ablated = &ablation{changes: map[models.Space][]float64{}}
	for _, s := range r.spaces {
		r.ablated.changes[s] = make([]float64, n)
	}
	return r
}

func TestLaws(t *testing.T) {
	good := map[string]float64{columnPlain: .30, columnStemmed: .35, columnGrep: .2, "E1": .38, "E7": .2, columnFused: .40}
	with := func(column string, v float64) map[string]float64 {
		out := map[string]float64{column: v}
		for k, x := range good {
			if k != column {
				out[k] = x
			}
		}
		return out
	}
	for _, c := range []struct {
		name   string
		second map[string]float64
		raise  float64 // of the mean, by leaving E7 out on the second set
		want   []string
	}{
		{"all hold", good, 0, nil},
		{"below BM25 on one set, and on average", with(columnStemmed, .41), 0, []string{"1.00 points below BM25 on second", "+2.00 points on average"}},
		{"above BM25, but not by enough on average", with(columnStemmed, .39), 0, []string{"+3.00 points on average"}},
		{"below a space by far", with("E7", .45), 0, []string{"below E7 on second by 5.00 points"}},
		{"a space that harms", good, 1.2, []string{"leaving E7 out raises the mean by 0.60"}},
		{"a space that harms a little", good, 0.8, nil},
	} {
		results := []*result{made("first", 60, good), made("second", 60, c.second)}
		for i := range results[1].ablated.changes[models.Code] {
			results[1].ablated.changes[models.Code][i] = c.raise
		}
		l := judgeLaws(results)
		got := l.broken()
		if len(got) != len(c.want) {
			t.Errorf("%s: broken are %q, want %q", c.name, got, c.want)
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], c.want[i]) {
				t.Errorf("%s: %q does not say %q", c.name, got[i], c.want[i])
			}
		}
	}
}

// TestALawBrokenByChanceHolds: a single space that is ahead on a few questions, but not beyond the interval, breaks nothing.
func TestALawBrokenByChanceHolds(t *testing.T) {
	r := made("one", 30, map[string]float64{columnPlain: .3, columnStemmed: .3, columnGrep: .2, "E1": .40, "E7": .2, columnFused: .40})
	r.columns["E1"][3].ndcg += 0.3
	l := judgeLaws([]*result{r})
	if c := l.overBest[0]; c.mean >= 0 || c.high < 0 {
		t.Fatalf("the difference is %v, want a mean below 0 and an upper end that is not", c.interval)
	}
	if got := l.broken(); len(got) != 0 {
		t.Errorf("broken are %q", got)
	}
}

func TestRowsOfRuns(t *testing.T) {
	r := rowOf("cost", "µs", lower, 1000, 220, 200, 240)
	if r.Value != 220 || r.Runs != 3 || *r.Goal != 1000 || r.Spread != 40./220 {
		t.Errorf("row is %+v", r)
	}
	if r := rowOf("cost", "µs", lower, noGoal, 1); r.Goal != nil || r.Spread != 0 {
		t.Errorf("row is %+v", r)
	}
}

func TestBM25IsTheBestOfFour(t *testing.T) {
	for _, best := range bm25Variants {
		values := map[string]float64{columnFused: .5}
		for _, v := range bm25Variants {
			values[v] = .3
		}
		values[best] = .35
		if got := made("set", 60, values).bm25(); got != best {
			t.Errorf("%s is taken, want %s", got, best)
		}
	}
}

// TestConversationsCountAsOneSet: two conversations of 60 questions together have the weight of one other set, and a set too small to judge has none.
func TestConversationsCountAsOneSet(t *testing.T) {
	at := func(name string, n int, fused float64) *result {
		return made(name, n, map[string]float64{columnPlain: .30, columnFlat: .30, columnStemmed: .30, columnFlatStemmed: .30, "E1": .30, "E7": .30, columnFused: fused})
	}
	talk := func(name string, fused float64) *result {
		r := at(name, 60, fused)
		r.columns[columnAlone] = r.columns[columnFused]
		return r
	}
	results := []*result{at("a", 60, .34), talk("dialogue-0", .40), talk("dialogue-1", .40), at("small", 2, .90)}
	l := judgeLaws(results)
	if math.Abs(l.meanBM25.mean-7) > 1e-9 {
		t.Errorf("the mean over BM25 is %v points, want that of 4 and 10", l.meanBM25.mean)
	}
	least := 0.0
	for _, r := range lawRows(l) {
		if r.Name == "fused_minus_bm25_min_points" {
			least = r.Value
		}
	}
	if high := l.overBM25[0].high; high < 4 || least != high {
		t.Errorf("the least upper end is %v, want that of the first set, %v", least, high)
	}
}
