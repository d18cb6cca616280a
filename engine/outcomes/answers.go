package outcomes

import (
	"context"
	"math"
	"sync"
	"time"

	"asterism/engine/fault"
	"asterism/engine/metautl"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

// maxAnswers is of how many of the newest answers it can be said what they were worth.
const maxAnswers = 256

// Answers remembers the hits of answers. It lives as long as the process. The zero value is ready.
type Answers struct {
	turn  sync.Mutex // who writes lessons down takes turns, so that an older one never comes after a newer; see Lessons
	mu    sync.Mutex
	of    map[store.ID]*answer
	order []store.ID // oldest first
}

// answer is what is kept of one.
type answer struct {
	at      time.Time
	auto    bool                  // the weights were ours, so they can be learned from
	learned bool                  // and changed by what was learned
	domain  metautl.Domain        // of the question
	before  [models.Count]float64 // the question's weights before anything learned
	hits    []*hit                // best first
	of      map[store.ID]*hit
	news    bool // something about its hits has not been written down yet
	told    func(ctx context.Context, memory store.ID, useful float64) error
}

// hit is a memory of an answer.
type hit struct {
	standard [models.Count]float64 // NaN: the space says nothing
	told     bool                  // its worth has been recorded
	useful   float64               // what it was; else what signals say; NaN: nothing
}

// Given is an answer as it was given.
type Given struct {
	At      time.Time
	Auto    bool                  // the weights were ours, so they can be learned from
	Learned bool                  // and changed by what was learned
	Domain  metautl.Domain        // of the question
	Before  [models.Count]float64 // the question's weights before anything learned
	Hits    []Hit                 // best first
	// Told is called with what is recorded of a hit; nil: nobody wants to know.
	Told func(ctx context.Context, memory store.ID, useful float64) error
}

// Hit is a memory of an answer, and how the spaces saw it.
type Hit struct {
	Memory store.ID
	Spaces []Score
}

// Score is how a space saw a hit.
type Score struct {
	Space    models.Space
	Standard float64 // standard deviations above the average memory
}

// Keep gives an answer its id and remembers it.
func (a *Answers) Keep(g *Given) (store.ID, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return id, &fault.Error{Kind: fault.KindInternal, Message: "make an id", Err: err}
	}
	kept := &answer{at: g.At, auto: g.Auto, learned: g.Learned, domain: g.Domain, before: g.Before, told: g.Told, of: map[store.ID]*hit{}}
	for i := range g.Hits {
		h := &hit{standard: standards(&g.Hits[i]), useful: math.NaN()}
		kept.hits, kept.of[g.Hits[i].Memory] = append(kept.hits, h), h
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of == nil {
		a.of = map[store.ID]*answer{}
	}
	if len(a.order) == maxAnswers {
		delete(a.of, a.order[0])
		a.order = a.order[1:]
	}
	a.order, a.of[id] = append(a.order, id), kept
	return id, nil
}

// standards are a hit's standard scores in the spaces of content.
func standards(h *Hit) (out [models.Count]float64) {
	for s := range out {
		out[s] = math.NaN()
	}
	for _, s := range h.Spaces {
		if Foreseen.Has(s.Space) {
			out[s.Space] = s.Standard
		}
	}
	return out
}

// Telling is an outcome on its way, and how it is taken back.
type Telling struct {
	// Undo takes it back.
	Undo func()
	// Told is that of [Given].
	Told func(ctx context.Context, memory store.ID, useful float64) error
}

// Tell says what a hit was worth, once: what a memory was worth to a question counts one time.
func (a *Answers) Tell(query, memory store.ID, useful float64) (*Telling, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	kept := a.of[query]
	if kept == nil {
		return nil, &fault.Error{Kind: fault.KindNotFound, Message: "no answer has query_id " + query.String(),
			Hint: HintOfAnswers}
	}
	h := kept.of[memory]
	switch {
	case h == nil:
		return nil, &fault.Error{Kind: fault.KindNotFound, Message: "memory " + memory.String() + " is not a hit of answer " + query.String(), Hint: "use the id of one of its hits"}
	case h.told:
		return nil, fault.Invalid("the outcome of memory %s for answer %s is already recorded", "record one outcome a hit", memory, query)
	}
	was := *h
	h.told, h.useful, kept.news = true, useful, kept.auto
	return &Telling{Told: kept.told, Undo: func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		*h = was
	}}, nil
}

// firstHits is how many of an answer's hits are learned from in any case; of those behind them, the ones whose worth is known.
const firstHits = 10

// lesson is what the answer teaches about the weights of search.
func (k *answer) lesson(id store.ID) metautl.Answer {
	out := metautl.Answer{ID: id, At: k.at, Learned: k.learned, Domain: k.domain, Auto: k.before}
	for i, h := range k.hits {
		if len(out.Hits) < metautl.AnswerHits && (i < firstHits || !math.IsNaN(h.useful)) {
			out.Hits = append(out.Hits, metautl.AnswerHit{Standard: h.standard, Useful: h.useful})
		}
	}
	return out
}

// Lessons has the answers written down of which there is news, oldest first. If that fails, they are news again.
func (a *Answers) Lessons(write func([]metautl.Answer) error) error {
	a.turn.Lock()
	defer a.turn.Unlock()
	list := a.news()
	err := write(list)
	if err != nil {
		a.mu.Lock()
		defer a.mu.Unlock()
		for i := range list {
			if k := a.of[list[i].ID]; k != nil {
				k.news = true
			}
		}
	}
	return err
}

func (a *Answers) news() (out []metautl.Answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, id := range a.order {
		if k := a.of[id]; k.news {
			k.news = false
			out = append(out, k.lesson(id))
		}
	}
	return out
}

// Foreseen are the spaces in which surprise is predicted: those of content. The temporal ones weigh nothing in what λ weighs.
var Foreseen = models.All.Without(models.OfOrigin(models.FromTime))

// LessonOf is what an answer teaches as far as it is known; ok is false when the answer is not remembered. Tests look at it.
func (a *Answers) LessonOf(id store.ID) (lesson metautl.Answer, news, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	k := a.of[id]
	if k == nil {
		return lesson, false, false
	}
	return k.lesson(id), k.news, true
}
