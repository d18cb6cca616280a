package engine

import (
	"math"
	"sync"

	"asterism/engine/dream"
)

const (
	// maxRecalls is how many answers are kept in mind for the next dreams, of all namespaces together; older ones are let go.
	maxRecalls = 256
	// recalledHits is how many of an answer's hits count as recalled together: what came behind them was hardly looked at.
	recalledHits = 10
)

// recalls is what questions brought to mind together since the last dreams, newest last. It lives as long as the process: a
// restart forgets it, as nothing depends on it but how strongly links grow. The zero value is ready.
type recalls struct {
	mu   sync.Mutex
	last uint64 // number of the newest
	kept []recalled
}

// recalled is one answer's hits in one namespace.
type recalled struct {
	number    uint64
	namespace string
	hits      []dream.Active
}

// note keeps the best hits of an answer. A hit's score is how many deviations it stands above the average memory; how active that makes it
// is 2Φ(score) − 1, as with [dream.Activation]: 0 for the average memory, .68 and .95 at one and two deviations.
func (r *recalls) note(f *Found) {
	of := map[string][]dream.Active{}
	var names []string
	for _, h := range f.Hits[:min(recalledHits, len(f.Hits))] {
		if of[h.Memory.Namespace] == nil {
			names = append(names, h.Memory.Namespace)
		}
		of[h.Memory.Namespace] = append(of[h.Memory.Namespace], dream.Active{ID: h.Memory.ID, Activation: max(0, math.Erf(h.Score/math.Sqrt2))})
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range names {
		if len(of[name]) > 1 {
			r.last++
			r.kept = append(r.kept, recalled{r.last, name, of[name]})
		}
	}
	r.kept = r.kept[max(0, len(r.kept)-maxRecalls):]
}

// of are the answers in a namespace, oldest first, and the number of the newest there is.
func (r *recalls) of(namespace string) (out []recalled, last uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.kept {
		if k.namespace == namespace {
			out = append(out, k)
		}
	}
	return out, r.last
}

// drop lets go of the answers in a namespace up to a number: a dream has learned from them.
func (r *recalls) drop(namespace string, last uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var left []recalled
	for _, k := range r.kept {
		if k.namespace != namespace || k.number > last {
			left = append(left, k)
		}
	}
	r.kept = left
}
