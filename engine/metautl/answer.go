package metautl

import (
	"fmt"
	"math"
	"time"

	"asterism/models"

	"github.com/google/uuid"
)

// AnswerHits is how many hits of an answer are used for learning.
const AnswerHits = 16

// Answer is the result of a search with weights of our own choice, and the known usefulness of its hits.
type Answer struct {
	ID      uuid.UUID
	At      time.Time             // when it was given; zero: it is not counted in [Helped]
	Learned bool                  // learned weights ranked it
	Domain  Domain                // of the question; "" counts as general
	Auto    [models.Count]float64 // the question's weights before learning
	Hits    []AnswerHit           // best first, at most [AnswerHits]
}

// AnswerHit is a memory that was found.
type AnswerHit struct {
	Standard [models.Count]float64 // its standard score in each space; NaN: no value in this space
	Useful   float64               // how useful it was, 0…1; NaN: not known
}

// check returns what is wrong with the answer, or nil.
func (a *Answer) check() error {
	if _, err := ParseDomain(string(a.Domain)); err != nil {
		return err
	}
	if len(a.Hits) > AnswerHits {
		return fmt.Errorf("answer %s has %d hits, at most %d are learned from", a.ID, len(a.Hits), AnswerHits)
	}
	for s, w := range a.Auto {
		if !share(w) {
			return fmt.Errorf("answer %s: weight %v of %s is outside 0…1", a.ID, w, models.Space(s))
		}
	}
	for i, h := range a.Hits {
		if !math.IsNaN(h.Useful) && !share(h.Useful) {
			return fmt.Errorf("answer %s, hit %d: worth %v is outside 0…1", a.ID, i, h.Useful)
		}
		for s, z := range h.Standard {
			if math.IsInf(z, 0) {
				return fmt.Errorf("answer %s, hit %d: standard score %v of %s is not finite", a.ID, i, z, models.Space(s))
			}
		}
	}
	return nil
}

// answer is the stored form of an [Answer]; hits from Count on are zero.
type answer struct {
	ID     uuid.UUID
	Domain uint8
	Count  uint8
	Auto   [models.Count]float32
	Hits   [AnswerHits]answerHit
}

type answerHit struct {
	Useful   float32
	Standard [models.Count]float32
}

func recordOfAnswer(a *Answer) *answer {
	r := &answer{ID: a.ID, Domain: questionDomain(a.Domain), Count: uint8(len(a.Hits))}
	for s, w := range a.Auto {
		r.Auto[s] = float32(w)
	}
	for i, h := range a.Hits {
		r.Hits[i].Useful = oneNaN(h.Useful)
		for s, z := range h.Standard {
			r.Hits[i].Standard[s] = oneNaN(z)
		}
	}
	return r
}

// oneNaN returns v, with the same bit pattern for every NaN.
func oneNaN(v float64) float32 {
	if v != v {
		return float32(math.NaN())
	}
	return float32(v)
}

// questionDomain returns a domain's number; a question that names none is a general one.
func questionDomain(d Domain) uint8 {
	if d == "" {
		d = "general"
	}
	return d.number()
}

// judged counts the hits of known usefulness.
func (r *answer) judged() (n int) {
	for _, h := range r.Hits[:r.Count] {
		if h.Useful == h.Useful {
			n++
		}
	}
	return n
}

func (r *answer) valid() bool {
	if r.Domain < 1 || r.Domain > domainCount || r.Count > AnswerHits {
		return false
	}
	for _, w := range r.Auto {
		if !share(float64(w)) {
			return false
		}
	}
	for i, h := range r.Hits {
		if i >= int(r.Count) {
			if h != (answerHit{}) {
				return false
			}
			continue
		}
		if !plainNaN(h.Useful) && !share(float64(h.Useful)) {
			return false
		}
		for _, z := range h.Standard {
			if !plainNaN(z) && !finite(float64(z)) {
				return false
			}
		}
	}
	return true
}

func plainNaN(v float32) bool {
	return math.Float32bits(v) == math.Float32bits(float32(math.NaN()))
}

// answers holds the newest answers with a judged hit. Records are never changed, only replaced, so a reader that copied the list may use them
// without a lock.
type answers struct {
	list  []*answer
	where map[uuid.UUID]int
}

// set stores an answer at a slot of the ring and drops the earlier one.
func (x *answers) set(slot int, r *answer) {
	if x.where == nil {
		x.where = map[uuid.UUID]int{}
	}
	if slot == len(x.list) {
		x.list = append(x.list, nil)
	} else if old := x.list[slot]; old != nil {
		delete(x.where, old.ID)
	}
	x.list[slot], x.where[r.ID] = r, slot
}
