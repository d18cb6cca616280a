package quality

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"asterism/bench/answerable"
	"asterism/engine/search"
	"asterism/models"
)

// result is what was measured on one set.
type result struct {
	set     *set
	columns map[string][]quality // column → the questions, in order
	spaces  []models.Space       // that have a column, in order
	ablated *ablation            // nil: left out
	firsts  firsts               // what was first without parts of fusion
	asked   *answerable.Set      // the set as its questions are asked with and without an answer
}

// Names of the columns beside those of the spaces ("E1" …). columnBM25 is the best of the four variants.
const (
	columnBM25        = "bm25"
	columnPlain       = "bm25_plain"
	columnStemmed     = "bm25_stemmed"
	columnFlat        = "bm25_flat" // plain, with other constants
	columnFlatStemmed = "bm25_flat_stemmed"
	columnGrep        = "grep"
	columnFused       = "fused"
	columnAlone       = "fused_without_context" // every document alone, on sets of sessions
	columnProduct     = "product"               // as the engine answers, on sets of documents with times
)

// evaluate measures one set; ablate is how many questions the ablation searches at most.
func evaluate(ctx context.Context, e *Embedder, s *set, ablate int) (*result, error) {
	start := time.Now()
	say("%s: %d documents, %d questions%s", s.name, len(s.docs), len(s.queries), inBrackets(s.dropped.String()))
	l, err := newLibrary(ctx, e, s.docs, s.order)
	if err != nil {
		return nil, fmt.Errorf("embed documents of %s: %w", s.name, err)
	}
	asks, err := e.ask(ctx, s.docs, s.queries)
	if err != nil {
		return nil, fmt.Errorf("embed questions of %s: %w", s.name, err)
	}
	say("%s: embedded after %.0f s", s.name, time.Since(start).Seconds())
	r := &result{set: s, columns: map[string][]quality{}, spaces: e.Spaces().Spaces(), asked: answerableOf(s, l.records, asks)}
	if err := r.byWords(ctx); err != nil {
		return nil, err
	}
	if err := r.bySpaces(ctx, l, asks); err != nil {
		return nil, fmt.Errorf("search %s: %w", s.name, err)
	}
	say("%s: ranked after %.0f s", s.name, time.Since(start).Seconds())
	if ablate > 0 {
		if r.ablated, err = ablateSet(ctx, r, l, asks, ablate); err != nil {
			return nil, fmt.Errorf("leave spaces out on %s: %w", s.name, err)
		}
	}
	say("%s: done after %.0f s", s.name, time.Since(start).Seconds())
	return r, nil
}

func inBrackets(s string) string {
	if s == "" {
		return ""
	}
	return " (" + s + ")"
}

// byWords fills the columns that need no model.
func (r *result) byWords(ctx context.Context) error {
	rankers := map[string]func(q string, n, self int) []int{
		columnPlain:       newBM25(r.set.docs, usual, plainWords).rank,
		columnStemmed:     newBM25(r.set.docs, usual, stemmedWords).rank,
		columnFlat:        newBM25(r.set.docs, flat, plainWords).rank,
		columnFlatStemmed: newBM25(r.set.docs, flat, stemmedWords).rank,
		columnGrep:        newGrep(r.set.docs).rank,
	}
	for name, rank := range rankers {
		err := r.fill(ctx, name, func(i int) ([]int, error) {
			q := &r.set.queries[i]
			return rank(q.text, rankDepth, q.self), nil
		})
		if err != nil {
			return err
		}
	}
	r.columns[columnBM25] = r.columns[r.bm25()]
	return nil
}

// bm25Variants are the names of BM25's variants.
var bm25Variants = []string{columnPlain, columnStemmed, columnFlat, columnFlatStemmed}

// bm25 is the name of the best variant.
func (r *result) bm25() string {
	return slices.MaxFunc(bm25Variants, func(a, b string) int {
		return cmp.Compare(mean(r.columns[a]).ndcg, mean(r.columns[b]).ndcg)
	})
}

// bySpaces fills the columns of each space alone, and of all fused.
func (r *result) bySpaces(ctx context.Context, l *library, asks []asked) error {
	for _, s := range r.spaces {
		err := r.fill(ctx, s.Code(), func(i int) ([]int, error) {
			return l.search(ctx, &search.Question{Values: asks[i].values, Weights: alone(s)}, rankDepth, r.set.queries[i].self)
		})
		if err != nil {
			return err
		}
	}
	if l.in != nil {
		err := r.fill(ctx, columnAlone, func(i int) ([]int, error) {
			q := asks[i].question(asks[i].weights)
			q.WithoutContext = true
			return l.search(ctx, q, rankDepth, r.set.queries[i].self)
		})
		if err != nil {
			return err
		}
	}
	if err := r.withoutParts(ctx, l, asks); err != nil {
		return err
	}
	if err := r.keepFirsts(ctx, l, asks); err != nil {
		return err
	}
	return r.fill(ctx, columnFused, func(i int) ([]int, error) {
		return l.find(ctx, &asks[i], asks[i].weights, rankDepth, r.set.queries[i].self)
	})
}

// fill judges the ranking of every question, some at a time.
func (r *result) fill(ctx context.Context, column string, rank func(i int) ([]int, error)) error {
	out := make([]quality, len(r.set.queries))
	r.columns[column] = out
	return eachOf(ctx, len(out), func(i int) error {
		ranking, err := rank(i)
		if err == nil {
			out[i] = r.set.queries[i].judge(ranking)
		}
		return err
	})
}

// bestSingle is the space that does best alone, by nDCG@10.
func (r *result) bestSingle() models.Space {
	return slices.MaxFunc(r.spaces, func(a, b models.Space) int {
		return cmp.Compare(mean(r.columns[a.Code()]).ndcg, mean(r.columns[b.Code()]).ndcg)
	})
}

// sample draws n of 0 … of−1 without replacement, in order; always the same.
func sample(n, of int) []int {
	if n >= of {
		n = of
	}
	out := rand.New(rand.NewPCG(uint64(of), 7)).Perm(of)[:n]
	slices.Sort(out)
	return out
}
