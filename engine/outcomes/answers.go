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

// maxAnswers is the number of newest answers for which outcomes can be recorded.
const maxAnswers = 256

// Answers keeps the hits of answers. It lives as long as the process. The zero value is ready.
type Answers struct {
	turn  sync.Mutex // held while lessons are written, so that an older one is never written after a newer one; see Lessons
	mu    sync.Mutex
	of    map[store.ID]*answer
	order []store.ID // oldest first
}

// answer is the stored part of an answer.
type answer struct {
	at      time.Time
	auto    bool                  // auto's weights ranked it, so weights can be learned from it
	learned bool                  // and they were changed by learning
	domain  metautl.Domain        // of the question
	before  [models.Count]float64 // the question's weights before anything learned
	hits    []*hit                // best first
	of      map[store.ID]*hit
	news    bool // a judgement of a hit has not been written yet
	notify  func(ctx context.Context, memory store.ID, useful float64) error
}

// hit is a memory of an answer.
type hit struct {
	standard [models.Count]float64 // NaN: no value in the space
	recorded bool                  // its outcome has been recorded
	useful   float64               // its recorded usefulness, otherwise that of signals; NaN: none
}

// Given is an answer that was returned to a caller.
type Given struct {
	At      time.Time
	Auto    bool                  // auto's weights ranked it, so weights can be learned from it
	Learned bool                  // and they were changed by learning
	Domain  metautl.Domain        // of the question
	Before  [models.Count]float64 // the question's weights before learning
	Hits    []Hit                 // best first
	// Told is called when an outcome of a hit is recorded; may be nil.
	Told func(ctx context.Context, memory store.ID, useful float64) error
}

// Hit is a memory of an answer, with its scores in the spaces.
type Hit struct {
	Memory store.ID
	Spaces []Score
}

// Score is a hit's score in a space.
type Score struct {
	Space    models.Space
	Standard float64 // standard deviations above the average memory
}

// Keep gives an answer an id and stores it.
func (a *Answers) Keep(g *Given) (store.ID, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return id, &fault.Error{Kind: fault.KindInternal, Message: "make an id", Err: err}
	}
	kept := &answer{at: g.At, auto: g.Auto, learned: g.Learned, domain: g.Domain, before: g.Before, notify: g.Told, of: map[store.ID]*hit{}}
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

// standards returns a hit's standard scores in the spaces of content.
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

// Telling is an outcome that is being recorded.
type Telling struct {
	// Undo reverts it.
	Undo func()
	// Told is that of [Given].
	Told func(ctx context.Context, memory store.ID, useful float64) error
}

// Tell records the usefulness of a hit, which can be done once per question and memory.
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
	case h.recorded:
		return nil, fault.Invalid("the outcome of memory %s for answer %s is already recorded", "record one outcome a hit", memory, query)
	}
	was := *h
	h.recorded, h.useful, kept.news = true, useful, kept.auto
	return &Telling{Told: kept.notify, Undo: func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		*h = was
	}}, nil
}

// firstHits is how many of an answer's hits are always used for learning; of later ones, only the judged ones are.
const firstHits = 10

// lesson returns what the answer teaches about the weights of search.
func (k *answer) lesson(id store.ID) metautl.Answer {
	out := metautl.Answer{ID: id, At: k.at, Learned: k.learned, Domain: k.domain, Auto: k.before}
	for i, h := range k.hits {
		if len(out.Hits) < metautl.AnswerHits && (i < firstHits || !math.IsNaN(h.useful)) {
			out.Hits = append(out.Hits, metautl.AnswerHit{Standard: h.standard, Useful: h.useful})
		}
	}
	return out
}

// Lessons writes the answers with new judgements, oldest first. If that fails, they count as new again.
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

// Foreseen are the spaces in which surprise is predicted: those of content. The temporal ones have no weight in the measures
// that λ weighs.
var Foreseen = models.All.Without(models.OfOrigin(models.FromTime))

// LessonOf returns an answer's lesson with the judgements so far; ok is false if the answer is not stored. For tests.
func (a *Answers) LessonOf(id store.ID) (lesson metautl.Answer, news, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	k := a.of[id]
	if k == nil {
		return lesson, false, false
	}
	return k.lesson(id), k.news, true
}
