package quality

import (
	"fmt"
	"math"

	"asterism/models"
)

// The goals, in points (hundredths of nDCG@10).
const (
	meanOverBM25  = 3.5 // fused minus BM25, mean over the sets
	mostByLeaving = 0.5 // what leaving a space out may raise the mean by
)

// A set below these sizes is measured and shown, and no law is judged on it: ten hits are a sixth of 60 documents, so most rankings look good there,
// and a few questions decide the mean.
const (
	leastDocuments = 500
	leastQuestions = 30
)

// largeEnough reports whether laws are judged on the set.
func (s *set) largeEnough() bool {
	return len(s.docs) >= leastDocuments && len(s.queries) >= leastQuestions
}

// comparison is the fused ranking against another one, on one set.
type comparison struct {
	set    string
	other  string // column
	judged bool   // the set is large enough
	interval
}

func compare(r *result, other string) comparison {
	d := differences(ndcgs(r.columns[columnFused]), ndcgs(r.columns[other]))
	return comparison{r.set.name, other, r.set.largeEnough(), bootstrap(d)}
}

// laws are what search promises on every set, and whether it holds.
type laws struct {
	sets               int          // large enough to be judged; 0: means and ablation are of all, and nothing is judged
	overBM25, overBest []comparison // set by set
	meanBM25           interval
	ablation           map[models.Space]interval // empty: left out
	worst              models.Space              // the space whose leaving raises the mean most
}

func judgeLaws(results []*result) *laws {
	l := &laws{ablation: map[models.Space]interval{}}
	var large []*result
	for _, r := range results {
		l.overBM25 = append(l.overBM25, compare(r, columnBM25))
		l.overBest = append(l.overBest, compare(r, r.bestSingle().Code()))
		if r.set.largeEnough() {
			large = append(large, r)
		}
	}
	groups := differencesOfSets(results, columnBM25, len(large) > 0)
	if l.sets = len(large); l.sets > 0 {
		results = large
	}
	l.meanBM25 = bootstrap(groups...)
	most := math.Inf(-1)
	for _, s := range results[0].spaces {
		if g := ablationOf(results, s); len(g) > 0 {
			l.ablation[s] = bootstrap(g...)
			if m := l.ablation[s].mean; m > most {
				most, l.worst = m, s
			}
		}
	}
	return l
}

// differencesOfSets are fused minus another column, a set a group; conversations count as one set together. onlyLarge leaves other sets out that are too small to be judged.
func differencesOfSets(results []*result, other string, onlyLarge bool) (groups [][]float64) {
	var conversations []float64
	for _, r := range results {
		d := differences(ndcgs(r.columns[columnFused]), ndcgs(r.columns[other]))
		switch {
		case r.columns[columnAlone] != nil:
			conversations = append(conversations, d...)
		case !onlyLarge || r.set.largeEnough():
			groups = append(groups, d)
		}
	}
	if len(conversations) > 0 {
		groups = append(groups, conversations)
	}
	return groups
}

// broken lists the laws that do not hold, a sentence each.
func (l *laws) broken() (out []string) {
	if l.sets == 0 {
		return nil
	}
	for _, c := range l.overBM25 {
		if c.judged && c.high < 0 {
			out = append(out, fmt.Sprintf("fused is %.2f points below BM25 on %s, and not by chance (95 %% within %.2f to %.2f)", -c.mean, c.set, c.low, c.high))
		}
	}
	if l.meanBM25.mean < meanOverBM25 {
		out = append(out, fmt.Sprintf("fused minus BM25 is %+.2f points on average, want at least %.1f", l.meanBM25.mean, meanOverBM25))
	}
	for _, c := range l.overBest {
		if c.judged && c.high < 0 {
			out = append(out, fmt.Sprintf("fused is below %s on %s by %.2f points, and not by chance (95 %% within %.2f to %.2f)", c.other, c.set, -c.mean, c.low, c.high))
		}
	}
	if v, ok := l.ablation[l.worst]; ok && v.mean > mostByLeaving {
		out = append(out, fmt.Sprintf("leaving %s out raises the mean by %.2f points, more than %.1f", l.worst.Code(), v.mean, mostByLeaving))
	}
	return out
}
