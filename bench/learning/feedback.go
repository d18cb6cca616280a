package learning

import (
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"time"

	"asterism/engine/metautl"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/utl"
	"asterism/models"
)

// student is the service that learns from what is said of answers, on sets of its own.
type student struct {
	*metautl.Service
	now     time.Time
	answers uint64
}

func newStudent(ctx context.Context) (*student, error) {
	s, err := metautl.Open(ctx, store.NewInMemory(), metautl.Settings{})
	return &student{Service: s, now: historyEnd}, err
}

// judgement returns what a hit was worth to a question, in [0,1].
type judgement func(q *inquiry, place int) float64

// truly is the set's own judgement.
func truly(q *inquiry, place int) float64 { return q.useful(place) }

// randomShare is how often random feedback calls a hit useful.
const randomShare = .3

// randomly is a judgement by a coin, the same at every run.
func randomly(seed int) judgement {
	r := rand.New(rand.NewPCG(uint64(seed), 11))
	return func(*inquiry, int) float64 {
		if r.Float64() < randomShare {
			return 1
		}
		return 0
	}
}

// domain is that of a question: as asked, or by auto's recognition of code.
func (q *inquiry) domain(asked metautl.Domain) metautl.Domain {
	switch {
	case asked != "":
		return asked
	case q.code:
		return "code"
	}
	return "general"
}

// study asks questions one after the other, with the current weights, and records what each shown hit was worth, as record_outcome does hit
// by hit.
func (t *student) study(ctx context.Context, s *indexed, questions []int, domain metautl.Domain, judge judgement) error {
	for _, i := range questions {
		if err := t.ask(ctx, s, &s.questions[i], domain, judge); err != nil {
			return err
		}
	}
	return nil
}

func (t *student) ask(ctx context.Context, s *indexed, q *inquiry, domain metautl.Domain, judge judgement) error {
	domain = q.domain(domain)
	hits, err := s.find(ctx, q, t.SearchWeights(domain, q.auto).Used)
	if err != nil {
		return err
	}
	t.answers++
	answer := metautl.Answer{Domain: domain, Auto: q.auto}
	binary.BigEndian.PutUint64(answer.ID[:], t.answers)
	for _, h := range hits {
		answer.Hits = append(answer.Hits, metautl.AnswerHit{Standard: h.Standard, Useful: math.NaN()})
	}
	for i, h := range hits {
		t.now = t.now.Add(time.Second)
		answer.Hits[i].Useful = judge(q, placeOf(h.ID))
		c := metautl.Cycle{At: t.now, Domain: domain, Base: utl.Lifecycle(len(s.records)), ACh: metautl.MinACh, Answers: []metautl.Answer{answer},
			Predictions: foretold(hits, i, answer.Hits[i].Useful)}
		if err := t.Record(ctx, c); err != nil {
			return err
		}
		if err := t.LearnWeights(ctx, t.now); err != nil {
			return err
		}
	}
	return nil
}

// foretold is what each space predicted of a hit: the share of the other hits that are less like the question there, ties half, as the engine
// has it.
func foretold(hits []search.Hit, of int, actual float64) (out []metautl.Prediction) {
	for s := range models.Count {
		v := hits[of].Similarity[s]
		less, others := 0.0, 0.0
		for i, h := range hits {
			if x := h.Similarity[s]; i != of && x == x {
				others++
				if x < v {
					less++
				} else if x == v {
					less += .5
				}
			}
		}
		if v == v && others > 0 {
			out = append(out, metautl.Prediction{Space: models.Space(s), Predicted: less / others, Actual: actual})
		}
	}
	return out
}

// exam is the nDCG@10 of questions, in points, with the weights as they are.
func (t *student) exam(ctx context.Context, s *indexed, questions []int, domain metautl.Domain) ([]float64, error) {
	return s.exam(ctx, questions, func(q *inquiry) [models.Count]float64 { return t.SearchWeights(q.domain(domain), q.auto).Used })
}

func (s *indexed) exam(ctx context.Context, questions []int, weigh func(*inquiry) [models.Count]float64) ([]float64, error) {
	out := make([]float64, len(questions))
	for k, i := range questions {
		q := &s.questions[i]
		hits, err := s.find(ctx, q, weigh(q))
		if err != nil {
			return nil, err
		}
		out[k] = q.judge(hits)
	}
	return out, nil
}

// byAccuracy weighs a question's spaces by how well they predicted, as the specification has it literally: in proportion to the accuracy of
// the newest hundred predictions, among the spaces that auto gives weight.
func (t *student) byAccuracy() func(*inquiry) [models.Count]float64 {
	accuracy := t.Status(t.now).Spaces
	return func(q *inquiry) (w [models.Count]float64) {
		for s, v := range q.auto {
			if v > 0 {
				w[s] = accuracy[s]
			}
		}
		return w
	}
}
