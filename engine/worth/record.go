package worth

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// HalfLife is the time after which an outcome has half of its weight.
const HalfLife = 90 * 24 * time.Hour

const (
	// mostQuestions is the largest number of questions for which the worth of a memory is stored; the one with the least weight is dropped first.
	mostQuestions = 16
	// doubt is the number of neutral outcomes that are added to the recorded ones.
	doubt = 2
	// again is how near a question must be to a stored one to be added to it, and not stored as another one.
	again = .999

	recordVersion = 1
)

// record is what is known about one memory.
type record struct {
	Version int          `json:"v"`
	Models  string       `json:"models"` // of the vectors
	To      []toQuestion `json:"to"`
}

// toQuestion is the worth of a memory for one question: sums over outcomes of 1, and of 2·useful − 1, each decayed to the time At.
type toQuestion struct {
	Question
	Outcomes float64   `json:"outcomes"`
	Sum      float64   `json:"sum"`
	At       time.Time `json:"at"`
}

// fade returns the sums, decayed to a time.
func (t *toQuestion) fade(now time.Time) (outcomes, sum float64) {
	f := math.Exp2(-max(0, now.Sub(t.At).Hours()) / HalfLife.Hours())
	return f * t.Outcomes, f * t.Sum
}

// with returns the record with one more outcome.
func (r *record) with(q *Question, useful float64, now time.Time) *record {
	out := &record{Version: recordVersion, Models: r.Models}
	new := toQuestion{Question: *q, At: now}
	least, at := math.Inf(1), -1
	for _, t := range r.To {
		if t.Near(q) >= again && t.Asks == q.Asks {
			o, s := t.fade(now)
			new.Outcomes, new.Sum = new.Outcomes+o, new.Sum+s
			continue
		}
		if o, _ := t.fade(now); o < least {
			least, at = o, len(out.To)
		}
		out.To = append(out.To, t)
	}
	new.Outcomes, new.Sum = new.Outcomes+1, new.Sum+2*useful-1
	if len(out.To) >= mostQuestions {
		out.To = append(out.To[:at], out.To[at+1:]...)
	}
	out.To = append(out.To, new)
	return out
}

// of returns the worth of the memory for a question, −1 (useless) … 1: the mean over the outcomes, with [doubt] neutral ones added.
func (r *record) of(q *Question, now time.Time) float64 {
	outcomes, sum := 0., 0.
	for i := range r.To {
		if near := r.To[i].Near(q); near > 0 {
			o, s := r.To[i].fade(now)
			outcomes, sum = outcomes+near*o, sum+near*s
		}
	}
	return sum / (outcomes + doubt)
}

// prefix begins the keys on [store.ShelfState]; the memory's id follows, 16 bytes. No other package has keys that begin with it.
const prefix = "worth\x00"

func key(id store.ID) []byte { return append([]byte(prefix), id[:]...) }

// Forgetting returns the entry that removes all that is known about a memory; it is written before the memory is removed.
func Forgetting(id store.ID) store.Entry { return store.Entry{Shelf: store.ShelfState, Key: key(id)} }

func (r *record) entry(id store.ID) store.Entry {
	b, _ := json.Marshal(r) // cannot fail: numbers, all finite, and times
	return store.Entry{Shelf: store.ShelfState, Key: key(id), Value: b}
}

// parse reads an entry.
func parse(key, value []byte) (id store.ID, r *record, err error) {
	if id, err = uuid.FromBytes(key[min(len(prefix), len(key)):]); err != nil {
		return id, nil, fmt.Errorf("%w: worth of a memory has key %q", store.ErrDamaged, key)
	}
	r = &record{}
	if err := json.Unmarshal(value, r); err != nil {
		return id, nil, fmt.Errorf("%w: worth of memory %s: %w", store.ErrDamaged, id, err)
	}
	if r.Version != recordVersion {
		return id, nil, fmt.Errorf("%w: worth of memory %s has version %d, this program knows %d", store.ErrNewer, id, r.Version, recordVersion)
	}
	for i := range r.To {
		if t := &r.To[i]; !(t.Outcomes >= 0) || math.Abs(t.Sum) > t.Outcomes {
			return id, nil, fmt.Errorf("%w: worth of memory %s adds up to %v of %v outcomes", store.ErrDamaged, id, t.Sum, t.Outcomes)
		}
	}
	return id, r, nil
}
