package card

import (
	"context"
	"fmt"

	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

// Count implements [search.Look].
func (k *look) Count(ctx context.Context, ids *[models.Count][]uint16) (*[models.Count][]int32, error) {
	var counted [len(termSpaces)]region
	e, err := k.run(ctx, func(e *errand) {
		for i, space := range termSpaces {
			if n := len(ids[space]); n > 0 {
				q := cuda.TermsQuestion{Space: i, IDs: ids[space], Weights: make([]float32, n)}
				counted[i] = e.fetch(4 * n)
				e.launch(cuda.Clear(counted[i].at, 1, n))
				e.launch(cuda.CountTerms(e.look, e.bring(e.terms(&q)), n, counted[i].at))
			}
		}
	})
	if err != nil {
		return nil, err
	}
	out := &[models.Count][]int32{}
	for i, space := range termSpaces {
		if ids[space] == nil {
			continue
		}
		out[space] = make([]int32, len(ids[space]))
		if len(out[space]) > 0 {
			copy(rawBytes(out[space]), e.data(counted[i]))
		}
	}
	return out, nil
}

// terms writes a question in a sparse space.
func (e *errand) terms(q *cuda.TermsQuestion) []byte {
	data, err := q.AppendTo(nil)
	if e.err == nil {
		e.err = err
	}
	return data
}

// Score implements [search.Look]. It is done with the next question that is asked.
func (k *look) Score(a *search.Asked, about *[models.Count]float64) error {
	if k.asked != nil {
		return fmt.Errorf("look at the card: scored in the sparse spaces twice")
	}
	k.asked, k.about = a, *about
	return nil
}

// scored are the sparse spaces of a look that have been asked, as termSpaces numbers them.
func (k *look) scored() (out []int) {
	for i, space := range termSpaces {
		if k.asked != nil && k.asked.Terms[space] != nil {
			out = append(out, i)
		}
	}
	return out
}

// addScore puts the scores of all rows in the sparse spaces into an errand, if they are still to come.
func (k *look) addScore(e *errand) region {
	spaces := k.scored()
	if k.sums != nil || len(spaces) == 0 {
		return region{}
	}
	var questions []byte
	for _, i := range spaces {
		q := cuda.TermsQuestion{Space: i, Likeness: k.asked.Likeness, About: k.about[termSpaces[i]], Out: k.room.scores(i)}
		for _, t := range k.asked.Terms[termSpaces[i]] {
			q.IDs, q.Weights = append(q.IDs, t.ID), append(q.Weights, t.Weight)
		}
		questions = append(questions, e.terms(&q)...)
	}
	out := e.fetch(len(spaces) * cuda.TermsSumsBytes)
	e.launch(cuda.ScoreTerms(e.look, e.bring(questions), len(spaces), k.room.termSums()))
	e.launch(cuda.TermSums(e.look, len(spaces), k.room.termSums(), out.at))
	return out
}

// readSums keeps the sums that came with an errand.
func (k *look) readSums(e *errand, at region) error {
	if at.size == 0 {
		return nil
	}
	sums, err := cuda.ReadSums(e.data(at), at.size/cuda.TermsSumsBytes)
	if err != nil {
		return err
	}
	k.sums = &[models.Count]search.Sums{}
	for n, i := range k.scored() {
		k.sums[termSpaces[i]] = search.Sums(sums[n])
	}
	return nil
}

// Sums implements [search.Look].
func (k *look) Sums(ctx context.Context) (*[models.Count]search.Sums, error) {
	if k.sums == nil && len(k.scored()) > 0 {
		if _, err := k.run(ctx, func(*errand) {}); err != nil {
			return nil, err
		}
	}
	if k.sums == nil {
		return &[models.Count]search.Sums{}, nil
	}
	return k.sums, nil
}

// sparse are where the scores in the sparse spaces lie that a question looks at.
func (k *look) sparse(spaces models.Set) (out [2]cuda.Pointer) {
	for _, i := range k.scored() {
		if spaces.Has(termSpaces[i]) {
			out[i] = k.room.scores(i)
		}
	}
	return out
}
