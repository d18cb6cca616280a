package dream

import (
	"math"
	"sync"

	"github.com/google/uuid"
)

const (
	// maxRecalls is how many answers are kept for the next dreams, of all namespaces together; older ones are dropped.
	maxRecalls = 256
	// recalledHits is how many of an answer's hits count as recalled together: later hits were probably not read.
	recalledHits = 10
)

// Recalls are the hits that answers returned together since the last dreams, newest last. They are in memory only: after
// a restart links merely grow less. The zero value is ready.
type Recalls struct {
	mu      sync.Mutex
	last    uint64 // number of the newest
	answers []Recalled
}

// Recalled is one answer's hits in one namespace.
type Recalled struct {
	number    uint64
	namespace string
	Hits      []Active
}

// RecalledHit is a hit of an answer.
type RecalledHit struct {
	Namespace string
	ID        uuid.UUID
	Score     float64
}

// Add records the best hits of an answer, which are sorted best first. A hit's score is how many deviations it is above
// the average memory; its activation is 2Φ(score) − 1, as with [Activation]: 0 for the average memory, .68 and .95 at
// one and two deviations.
func (r *Recalls) Add(answer []RecalledHit) {
	of := map[string][]Active{}
	var names []string
	for _, h := range answer[:min(recalledHits, len(answer))] {
		if of[h.Namespace] == nil {
			names = append(names, h.Namespace)
		}
		of[h.Namespace] = append(of[h.Namespace], Active{ID: h.ID, Activation: max(0, math.Erf(h.Score/math.Sqrt2))})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range names {
		if len(of[name]) > 1 {
			r.last++
			r.answers = append(r.answers, Recalled{r.last, name, of[name]})
		}
	}
	r.answers = r.answers[max(0, len(r.answers)-maxRecalls):]
}

// Of are the answers in a namespace, oldest first, and the number of the newest there is.
func (r *Recalls) Of(namespace string) (out []Recalled, last uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.answers {
		if k.namespace == namespace {
			out = append(out, k)
		}
	}
	return out, r.last
}

// Drop removes the answers in a namespace up to a number, after a dream has learned from them.
func (r *Recalls) Drop(namespace string, last uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var left []Recalled
	for _, k := range r.answers {
		if k.namespace != namespace || k.number > last {
			left = append(left, k)
		}
	}
	r.answers = left
}
