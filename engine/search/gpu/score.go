package gpu

import (
	"context"
	"fmt"

	"asterism/engine/search"
	"asterism/kernels/cuda"
	"asterism/models"
)

// CountTerms implements [search.Searcher].
func (k *searcher) CountTerms(ctx context.Context, ids *[models.Count][]uint16) (*[models.Count][]int32, error) {
	var counted [len(termSpaces)]region
	e, err := k.submit(ctx, func(e *submission) {
		for i, space := range termSpaces {
			if n := len(ids[space]); n > 0 {
				q := cuda.TermsQuestion{Space: i, IDs: ids[space], Weights: make([]float32, n)}
				counted[i] = e.download(4 * n)
				e.addLaunch(cuda.Clear(counted[i].at, 1, n))
				e.addLaunch(cuda.CountTerms(e.look, e.upload(e.encodeTerms(&q)), n, counted[i].at))
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

// encodeTerms encodes a question in a sparse space.
func (e *submission) encodeTerms(q *cuda.TermsQuestion) []byte {
	data, err := q.AppendTo(nil)
	if e.err == nil {
		e.err = err
	}
	return data
}

// ScoreTerms implements [search.Searcher]. The work is part of the next submission.
func (k *searcher) ScoreTerms(a *search.Query, about *[models.Count]float64) error {
	if k.query != nil {
		return fmt.Errorf("look at the GPU: scored in the sparse spaces twice")
	}
	k.query, k.expected = a, *about
	return nil
}

// scoredSpaces are the sparse spaces that ScoreTerms asked for, numbered as in termSpaces.
func (k *searcher) scoredSpaces() (out []int) {
	for i, space := range termSpaces {
		if k.query != nil && k.query.Terms[space] != nil {
			out = append(out, i)
		}
	}
	return out
}

// addScore adds the scores of all rows in the sparse spaces to a submission, if they were not computed yet.
func (k *searcher) addScore(e *submission) region {
	spaces := k.scoredSpaces()
	if k.sums != nil || len(spaces) == 0 {
		return region{}
	}
	var questions []byte
	for _, i := range spaces {
		q := cuda.TermsQuestion{Space: i, Likeness: k.query.Likeness, About: k.expected[termSpaces[i]], Out: k.buffers.scores(i)}
		for _, t := range k.query.Terms[termSpaces[i]] {
			q.IDs, q.Weights = append(q.IDs, t.ID), append(q.Weights, t.Weight)
		}
		questions = append(questions, e.encodeTerms(&q)...)
	}
	out := e.download(len(spaces) * cuda.TermsSumsBytes)
	e.addLaunch(cuda.ScoreTerms(e.look, e.upload(questions), len(spaces), k.buffers.termSums()))
	e.addLaunch(cuda.TermSums(e.look, len(spaces), k.buffers.termSums(), out.at))
	return out
}

// readSums keeps the sums that a submission downloaded.
func (k *searcher) readSums(e *submission, at region) error {
	if at.size == 0 {
		return nil
	}
	sums, err := cuda.ReadSums(e.data(at), at.size/cuda.TermsSumsBytes)
	if err != nil {
		return err
	}
	k.sums = &[models.Count]search.Sums{}
	for n, i := range k.scoredSpaces() {
		k.sums[termSpaces[i]] = search.Sums(sums[n])
	}
	return nil
}

// Sums implements [search.Searcher].
func (k *searcher) Sums(ctx context.Context) (*[models.Count]search.Sums, error) {
	if k.sums == nil && len(k.scoredSpaces()) > 0 {
		if _, err := k.submit(ctx, func(*submission) {}); err != nil {
			return nil, err
		}
	}
	if k.sums == nil {
		return &[models.Count]search.Sums{}, nil
	}
	return k.sums, nil
}

// sparseScores are the addresses of the scores in the sparse spaces of a question.
func (k *searcher) sparseScores(spaces models.Set) (out [2]cuda.Pointer) {
	for _, i := range k.scoredSpaces() {
		if spaces.Has(termSpaces[i]) {
			out[i] = k.buffers.scores(i)
		}
	}
	return out
}
