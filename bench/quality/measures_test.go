package quality

import (
	"fmt"
	"math"
	"slices"
	"testing"
)

func TestMeasuresOfKnownRankings(t *testing.T) {
	log3 := 1 / math.Log2(3)
	for _, c := range []struct {
		name     string
		ranking  []int
		relevant map[int]float64
		want     quality
	}{
		{"the one right document first", []int{7, 1, 2}, map[int]float64{7: 1}, quality{1, 1, 1}},
		{"second", []int{1, 7, 2}, map[int]float64{7: 1}, quality{log3, 1, 0.5}},
		{"nothing found", nil, map[int]float64{7: 1}, quality{}},
		{"on place 10 and on place 11", append(upTo(9), 77), map[int]float64{77: 1}, quality{1 / math.Log2(11), 1, 0.1}},
		{"behind the cut it counts for MRR alone", append(upTo(10), 77), map[int]float64{77: 1}, quality{0, 0, 1 / 11.}},
		{"behind the depth it counts for nothing", append(upTo(rankDepth), 7777), map[int]float64{7777: 1}, quality{}},
		// Gains 3 2 3 0 1 2 in that order, and a 3 and a 2 that are never found: DCG 6.861127, the ideal 3 3 3 2 2 2 1 has 9.073595.
		{"graded", []int{1, 2, 3, 4, 5, 6}, map[int]float64{1: 3, 2: 2, 3: 3, 5: 1, 6: 2, 90: 3, 91: 2}, quality{6.861127 / 9.073595, 5. / 7, 1}},
		{"more relevant documents than the cut", upTo(10), relevantUpTo(20), quality{1, 0.5, 1}},
	} {
		q := query{relevant: c.relevant}
		got := q.judge(c.ranking)
		if !about(got.ndcg, c.want.ndcg) || !about(got.recall, c.want.recall) || !about(got.mrr, c.want.mrr) {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func about(a, b float64) bool { return math.Abs(a-b) < 1e-6 }

func upTo(n int) (out []int) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

func relevantUpTo(n int) map[int]float64 {
	out := map[int]float64{}
	for i := range n {
		out[i] = 1
	}
	return out
}

func TestMeanCountsEveryQuestionTheSame(t *testing.T) {
	got := mean([]quality{{1, 0.5, 0.25}, {0, 0, 0}})
	if got != (quality{0.5, 0.25, 0.125}) {
		t.Errorf("mean is %+v", got)
	}
	if v := ndcgs([]quality{{ndcg: 0.25}, {ndcg: 1}}); !slices.Equal(v, []float64{25, 100}) {
		t.Errorf("points are %v", v)
	}
}

func TestDifferencesArePaired(t *testing.T) {
	if got := fmt.Sprint(differences([]float64{3, 1}, []float64{1, 4})); got != "[2 -3]" {
		t.Errorf("differences are %s", got)
	}
}
