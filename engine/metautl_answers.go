package engine

import (
	"fmt"
	"sync"

	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// maxAnswers is of how many of the newest answers it can be said what they were worth.
const maxAnswers = 256

// answers remembers what was predicted of the hits of answers. It lives as long as the process. The zero value is ready.
type answers struct {
	mu    sync.Mutex
	of    map[store.ID]map[store.ID]hit
	order []store.ID // oldest first
}

// hit is a memory of an answer; told says that its worth has been recorded.
type hit struct {
	predicted [models.Count]float64 // NaN: the space predicts nothing
	told      bool
}

// keep gives an answer its id and remembers it.
func (a *answers) keep(f *Found) error {
	id, err := uuid.NewV7()
	if err != nil {
		return &Error{Kind: KindInternal, Message: "make an id", Err: err}
	}
	hits := map[store.ID]hit{}
	for i, p := range predictions(f.Hits) {
		hits[f.Hits[i].Memory.ID] = hit{predicted: p}
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of == nil {
		a.of = map[store.ID]map[store.ID]hit{}
	}
	if len(a.order) == maxAnswers {
		delete(a.of, a.order[0])
		a.order = a.order[1:]
	}
	a.order, a.of[id], f.ID = append(a.order, id), hits, id
	return nil
}

// tell returns what an answer predicted of a memory, once: what a memory was worth to a question counts one time.
func (a *answers) tell(query, memory store.ID) (hit, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	hits := a.of[query]
	if hits == nil {
		return hit{}, &Error{Kind: KindNotFound, Message: "no answer has query_id " + query.String(),
			Hint: fmt.Sprintf("outcomes can be recorded of the newest %d answers since the server started; search again", maxAnswers)}
	}
	h, ok := hits[memory]
	switch {
	case !ok:
		return hit{}, &Error{Kind: KindNotFound, Message: "memory " + memory.String() + " is not a hit of answer " + query.String(), Hint: "use the id of one of its hits"}
	case h.told:
		return hit{}, invalid("the outcome of memory %s for answer %s is already recorded", "record one outcome a hit", memory, query)
	}
	hits[memory] = hit{h.predicted, true}
	return h, nil
}

// untell takes a telling back that was not recorded.
func (a *answers) untell(query, memory store.ID, h hit) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if hits := a.of[query]; hits != nil {
		hits[memory] = h
	}
}
