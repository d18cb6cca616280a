package quality

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"asterism/bench/report"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// mostLoss is how much of its nDCG@10 a space may lose by being kept in few bits, in percent of the mean of the sets.
const mostLoss = 0.5

// quantised are the spaces whose values are rounded to be kept; the bits of E9 are kept as they are.
func quantised(s models.Space) bool { return s.Info().Kind != models.Binary }

// lossRows measure for each space how much nDCG@10 is lost by ranking with the values that are kept instead of those that the model
// gave: every document is compared, by the space's plain similarity, with n questions of a set at most.
func lossRows(ctx context.Context, e *Embedder, sets []*set, n int) (rows []report.Row, err error) {
	for _, s := range e.Spaces().Spaces() {
		if !quantised(s) {
			continue
		}
		exact, kept := 0.0, 0.0
		for _, set := range sets {
			say("%s: what keeping %v in few bits costs", set.name, s)
			a, b, err := lossOn(ctx, e, set, s, n)
			if err != nil {
				return nil, fmt.Errorf("measure the loss of %v on %s: %w", s, set.name, err)
			}
			exact, kept = exact+a/float64(len(sets)), kept+b/float64(len(sets))
		}
		rows = append(rows, rowOf("quantisation_loss."+s.Code(), "%", lower, mostLoss, percentLost(exact, kept)),
			rowOf("quantisation_f32."+s.Code()+".ndcg10", "1", higher, noGoal, exact))
	}
	return rows, nil
}

// tellLoss prints the loss of every space and returns those that lose too much.
func tellLoss(ctx context.Context, e *Embedder, results []*result, n int, w io.Writer) (rows []report.Row, missed []string, err error) {
	sets := make([]*set, len(results))
	for i, r := range results {
		sets[i] = r.set
	}
	if rows, err = lossRows(ctx, e, sets, n); err != nil {
		return nil, nil, err
	}
	fmt.Fprintf(w, "\nnDCG@10 lost by keeping values in few bits, in %% of that of float32 (law: no space above %.1f); %d questions of a set at most\n", mostLoss, n)
	for _, r := range rows {
		if r.Goal == nil {
			continue
		}
		fmt.Fprintf(w, "%-*s%+7.2f  %s\n", 2*nameWidth, r.Name, r.Value, r.Met())
		if r.Value > mostLoss {
			missed = append(missed, fmt.Sprintf("%s is %.2f %%, at most %.1f may be lost", r.Name, r.Value, mostLoss))
		}
	}
	return rows, missed, nil
}

func percentLost(exact, kept float64) float64 {
	if exact == 0 {
		return 0
	}
	return 100 * (exact - kept) / exact
}

// lossOn is the mean nDCG@10 of a set in one space by the values as the model gave them, and by those that are kept.
func lossOn(ctx context.Context, e *Embedder, s *set, space models.Space, n int) (exact, kept float64, err error) {
	chosen := sample(n, len(s.queries))
	asked, err := e.valuesOf(ctx, s, chosen, space)
	if err != nil {
		return 0, 0, err
	}
	scores := e.scores
	if space.Info().Kind == models.Tokens {
		scores = e.tokenScores
	}
	given, rounded, err := scores(ctx, s.docs, asked, space)
	if err != nil {
		return 0, 0, err
	}
	for i, c := range chosen {
		q := &s.queries[c]
		exact += q.judge(bestOf(given[i], q.self)).ndcg / float64(len(chosen))
		kept += q.judge(bestOf(rounded[i], q.self)).ndcg / float64(len(chosen))
	}
	return exact, kept, nil
}

// valuesOf embeds some questions of a set in one space, with the words that misspelt ones stand for.
func (e *Embedder) valuesOf(ctx context.Context, s *set, chosen []int, space models.Space) ([]fingerprint.Value, error) {
	texts, held := make([]string, len(chosen)), heldBy(s.docs)
	for i, c := range chosen {
		text := s.queries[c].text
		meant, err := e.meant(text, held)
		if err != nil {
			return nil, err
		}
		texts[i] = strings.Join(append([]string{text}, meant...), " ")
	}
	prints, err := e.EmbedIn(ctx, texts, true, models.SetOf(space))
	out := make([]fingerprint.Value, len(prints))
	for i := range prints {
		out[i] = prints[i][space]
	}
	return out, err
}

// likeness is a document's place and its similarity.
type likeness struct {
	place      int
	similarity float64
}

// scores compares the questions with all documents that have a value: once as the model gave it, once as it is kept.
func (e *Embedder) scores(ctx context.Context, docs []entry, asked []fingerprint.Value, space models.Space) (given, rounded [][]likeness, err error) {
	given, rounded = make([][]likeness, len(asked)), make([][]likeness, len(asked))
	for first := 0; first < len(docs); first += libraryStep {
		values, err := e.documentValues(ctx, docs[first:min(first+libraryStep, len(docs))], space)
		if err != nil {
			return nil, nil, err
		}
		kept := make([]fingerprint.Value, len(values))
		for i, v := range values {
			p, err := fingerprint.Pack(space, v)
			if err != nil {
				return nil, nil, fmt.Errorf("document %q: %w", docs[first+i].id, err)
			}
			kept[i] = fingerprint.Unpack(space, &p)
		}
		if err := eachOf(ctx, len(asked), func(q int) error {
			for i := range values {
				if values[i].Absent() || asked[q].Absent() {
					continue
				}
				given[q] = append(given[q], likeness{first + i, plainSimilarity(space, asked[q], values[i])})
				rounded[q] = append(rounded[q], likeness{first + i, plainSimilarity(space, asked[q], kept[i])})
			}
			return nil
		}); err != nil {
			return nil, nil, err
		}
	}
	return given, rounded, nil
}

// documentValues embeds documents in one space; blank ones are absent.
func (e *Embedder) documentValues(ctx context.Context, docs []entry, space models.Space) ([]fingerprint.Value, error) {
	out := make([]fingerprint.Value, len(docs))
	var texts []string
	var places []int
	for i, d := range docs {
		if strings.TrimSpace(d.text) != "" {
			texts, places = append(texts, d.text), append(places, i)
		}
	}
	prints, err := e.EmbedIn(ctx, texts, false, models.SetOf(space))
	for i := range prints {
		out[places[i]] = prints[i][space]
	}
	return out, err
}

// bestOf are the places of the cut most similar without the question itself; of equal ones the earlier comes first.
func bestOf(all []likeness, self int) []int {
	slices.SortStableFunc(all, func(a, b likeness) int {
		switch {
		case a.similarity > b.similarity:
			return -1
		case a.similarity < b.similarity:
			return 1
		}
		return 0
	})
	out := make([]int, 0, cut)
	for _, s := range all {
		if s.place != self && len(out) < cut {
			out = append(out, s.place)
		}
	}
	return out
}

// plainSimilarity compares a question with a document in float64, as the catalogue means the space: the cosine; for E5 the greater of cause
// with effect and effect with cause; for terms the sum of products, without the rarity of words in a store; for tokens MaxSim.
func plainSimilarity(space models.Space, q, d fingerprint.Value) float64 {
	switch space.Info().Kind {
	case models.Pair:
		return max(dot(causeOf(q), effectOf(d)), dot(effectOf(q), causeOf(d)))
	case models.Terms:
		return termProduct(q.Terms, d.Terms)
	case models.Tokens:
		return maxSimilarity(q.Vectors, d.Vectors, space.Info().Width)
	}
	return dot(q.Dense, d.Dense)
}

// termProduct walks both lists, which are in the order of their ids.
func termProduct(a, b []fingerprint.TermWeight) (sum float64) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].ID < b[0].ID:
			a = a[1:]
		case a[0].ID > b[0].ID:
			b = b[1:]
		default:
			sum += float64(a[0].Weight) * float64(b[0].Weight)
			a, b = a[1:], b[1:]
		}
	}
	return sum
}

// maxSimilarity is the sum over the question's tokens of the greatest cosine with a token of the document.
func maxSimilarity(q, d []float32, width int) (sum float64) {
	for i := 0; i < len(q); i += width {
		best := -1.0
		for j := 0; j < len(d); j += width {
			best = max(best, dotOfTokens(q[i:i+width], d[j:j+width]))
		}
		sum += best
	}
	return sum
}

// dotOfTokens is dot with four sums, so that the additions need not wait for each other: this is where the time goes. The width of a token
// is a multiple of four.
func dotOfTokens(a, b []float32) float64 {
	var s0, s1, s2, s3 float64
	for len(a) >= 4 && len(b) >= 4 {
		s0 += float64(a[0]) * float64(b[0])
		s1 += float64(a[1]) * float64(b[1])
		s2 += float64(a[2]) * float64(b[2])
		s3 += float64(a[3]) * float64(b[3])
		a, b = a[4:], b[4:]
	}
	return s0 + s1 + s2 + s3
}
