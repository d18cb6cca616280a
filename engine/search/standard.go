package search

import (
	"context"
	"math"

	"asterism/models"
)

// standard is the scale of a space's similarities over the rows of one scan. Cosines, dot products and shares of equal bits
// cannot be added; numbers of standard deviations above the average memory can.
type standard struct{ mean, deviation float64 }

// z is the standard score of a similarity.
func (s standard) z(similarity float32) float64 {
	return (float64(similarity) - s.mean) / s.deviation
}

// knee is the standard score above which more counts less. In the sparse spaces a single rare term can be worth twenty deviations, and no other
// space could ever outvote it. docs/decisions/039-fewer-words.md says how it was chosen.
const knee = 2.25

// drawIn makes scores above the knee grow logarithmically, with the same slope at the knee.
func drawIn(z float64) float64 {
	if z > knee {
		return knee * (1 + math.Log(z/knee))
	}
	return z
}

// priorWeight is the number of memories that the typical scale counts for. With a handful of memories, the spread of
// their similarities is chance, and a space without information would weigh as much as one with it. With some hundreds
// the typical scale no longer matters.
const priorWeight = 20

// typical holds mean and standard deviation of the similarities of a question with unrelated memories, from the catalogue. For the sparse spaces they
// are in units of the length of the question's weight vector. They are rounded means over held-out training text and notes with the compact models:
// eleven sets (E12: without the commands, which are too short to be typical), for E6, E10 and E13 five of them. E2, E3 and E4 are moments of random
// times in a year; a test checks them.
var typical = func() (out [models.Count]standard) {
	for v := range out {
		t := models.Catalog[v].Typical
		out[v] = standard{t.Mean, t.Deviation}
	}
	return out
}()

// standards measures the scale of every space: the sparse ones on all rows, since few of them contain a rare term; the others on the rows of the
// table.
func (t *table) standards(ctx context.Context) (*[models.Count]standard, error) {
	onReplica, err := t.replicaSums(ctx)
	if err != nil {
		return nil, err
	}
	mine := &Statistics{Stage: StageScales}
	for _, v := range t.probe.spaces.Spaces() {
		sum := onReplica[v]
		for _, one := range t.sums[v] {
			sum = sum.with(one)
		}
		if t.sums[v] == nil {
			sum.add(t.scores[v], t.expected(v).mean)
		}
		mine.Sums[v] = sum
	}
	all, err := t.meet(ctx, mine)
	if err != nil {
		return nil, err
	}
	out := &[models.Count]standard{}
	for _, v := range t.probe.spaces.Spaces() {
		out[v] = all.Sums[v].standard(t.expected(v))
	}
	return out, nil
}

// replicaSums returns the sums of the replica's rows in the sparse spaces.
func (t *table) replicaSums(ctx context.Context) (out [models.Count]Sums, err error) {
	if t.searcher == nil || t.probe.spaces&models.SetOf(sparseSpaces...) == 0 {
		return out, nil
	}
	sums, err := t.searcher.Sums(ctx)
	if err != nil {
		return out, &replicaError{err}
	}
	for _, v := range sparseSpaces {
		if t.probe.spaces.Has(v) {
			out[v] = sums[v]
		}
	}
	return out, nil
}

// expected is the typical scale of a space for this question.
func (s *scan) expected(v models.Space) standard {
	t := typical[v]
	if q := s.probe.terms[v]; q != nil {
		sum := 0.0
		for _, id := range q.ids {
			sum += float64(q.weights[id]) * float64(q.weights[id])
		}
		t.mean, t.deviation = t.mean*math.Sqrt(sum), t.deviation*math.Sqrt(sum)
	}
	return t
}

// add adds the values that are not NaN.
func (s *Sums) add(values []float32, about float64) {
	for _, v := range values {
		if x := float64(v) - about; x == x {
			s.N++
			s.Sum += x
			s.Squares += float64(x * x) // rounded before it is added, on every processor
		}
	}
}

func (s Sums) with(o Sums) Sums {
	return Sums{s.N + o.N, s.Sum + o.Sum, s.Squares + o.Squares}
}

// standard returns the mean and deviation of the values, combined with the expected ones: the posterior of a normal distribution whose
// prior is worth [priorWeight] values (Murphy 2007, Conjugate Bayesian analysis of the Gaussian distribution, section 3).
func (s Sums) standard(expected standard) standard {
	n := float64(s.N + priorWeight)
	off := s.Sum / n
	return standard{expected.mean + off, math.Sqrt((s.Squares+priorWeight*expected.deviation*expected.deviation)/n - off*off)}
}
