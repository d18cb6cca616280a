package aims

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"asterism/engine/chronicle"
	"asterism/engine/fault"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/models"
)

// MaxEvolution is how many earlier purpose vectors of a memory are kept.
const MaxEvolution = 16

// Why a purpose vector gave way to another.
const (
	ByGoals  = "goals"  // the goals changed, or the models that embed did
	ByUpdate = "update" // the memory did
)

// Vector is a purpose vector as answers show it: rounded to 1e-4, NaN where a space has none.
type Vector [models.Count]float64

// MarshalJSON writes null for NaN, which JSON does not know.
func (v Vector) MarshalJSON() ([]byte, error) {
	var out [models.Count]*float64
	for s := range v {
		if !math.IsNaN(v[s]) {
			out[s] = &v[s]
		}
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON wrote.
func (v *Vector) UnmarshalJSON(b []byte) error {
	var in [models.Count]*float64
	if err := json.Unmarshal(b, &in); err != nil {
		return err
	}
	for s := range v {
		if v[s] = math.NaN(); in[s] != nil {
			v[s] = *in[s]
		}
	}
	return nil
}

func vectorOf(p *[models.Count]float32) (out Vector) {
	for s, v := range p {
		out[s] = math.Round(float64(v)*1e4) / 1e4
	}
	return out
}

// NoVector is one of a memory that was aligned with no goal: it has no space.
func NoVector() (out Vector) {
	for s := range out {
		out[s] = math.NaN()
	}
	return out
}

func (v *Vector) same(o *Vector) bool {
	for s := range v {
		if v[s] != o[s] && !(math.IsNaN(v[s]) && math.IsNaN(o[s])) {
			return false
		}
	}
	return true
}

// Earlier is a purpose vector that a memory had.
type Earlier struct {
	Until   time.Time `json:"until"`
	Why     string    `json:"why"` // that it gave way
	Version uint64    `json:"version"`
	Vector  Vector    `json:"vector"`
}

// Theta is the alignment as a whole; ok is false where there was no goal.
func (e *Earlier) Theta() (theta float64, ok bool) {
	var p [models.Count]float32
	for s, v := range e.Vector {
		p[s] = float32(v)
	}
	return search.Theta(&p)
}

// evolutionPrefix begins the keys of evolutions on the shelf of state; the memory's id follows. They go with the memory.
const evolutionPrefix = "evolution\x00"

func evolutionKey(id store.ID) []byte { return append([]byte(evolutionPrefix), id[:]...) }

// ForgettingEvolution is what removes the earlier vectors of a memory; it is put before the memory goes.
func ForgettingEvolution(id store.ID) store.Entry {
	return store.Entry{Shelf: store.ShelfState, Key: evolutionKey(id)}
}

// ForgetEvolution removes the earlier vectors of memories that are about to be purged. Who calls it holds what [Service.HoldVectors] gives until they are.
func (s *Past) ForgetEvolution(ctx context.Context, ids ...store.ID) error {
	s.evolving.Lock()
	defer s.evolving.Unlock()
	var gone []store.Entry
	for _, id := range ids {
		if _, there, err := s.store.Read(ctx, store.ShelfState, evolutionKey(id)); err != nil {
			return fault.Storage("read earlier purpose vectors", err)
		} else if there {
			gone = append(gone, ForgettingEvolution(id))
		}
	}
	if len(gone) == 0 {
		return nil
	}
	return fault.Storage("remove earlier purpose vectors", s.store.Put(ctx, gone...))
}

// Moved is a memory as it was, whose purpose vector is about to give way.
type Moved struct {
	Was *store.Memory
	Why string
}

// NoteMoved records the vectors that memories had, before the write that gives them others. If the process ends in between, the recorded vector was not replaced after all:
// [Past.Evolution] leaves it out, and the next change records it again.
func (s *Past) NoteMoved(ctx context.Context, all ...Moved) error {
	if len(all) == 0 {
		return nil
	}
	s.evolving.Lock()
	defer s.evolving.Unlock()
	ids := make([]store.ID, len(all))
	for i, m := range all {
		ids[i] = m.Was.ID
	}
	there, err := s.store.Get(ctx, store.Parts{}, ids...)
	if err != nil {
		return fault.Storage("read memories", err)
	}
	var entries []store.Entry
	for i, m := range all {
		if there[i] == nil { // purged since it was read: nothing must be left of it
			continue
		}
		key := evolutionKey(m.Was.ID)
		k, err := chronicle.Read[Earlier](ctx, s.store, key)
		if err != nil {
			return fault.Storage("read earlier purpose vectors", err)
		}
		event := Earlier{Until: s.now(), Why: m.Why, Version: m.Was.Version, Vector: vectorOf(&m.Was.Purpose)}
		k.Events = unmoved(k.Events, &event.Vector, event.Version)
		k.Add(MaxEvolution, event)
		entry, err := k.Entry(key)
		if err != nil {
			return &fault.Error{Kind: fault.KindInternal, Message: "note a purpose vector", Err: err}
		}
		entries = append(entries, entry)
	}
	if len(entries) == 0 {
		return nil
	}
	return fault.Storage("note earlier purpose vectors", s.store.Put(ctx, entries...))
}

// unmoved leaves out what was noted last, if the memory still has that vector and that version.
func unmoved(events []Earlier, present *Vector, version uint64) []Earlier {
	for n := len(events); n > 0 && events[n-1].Version >= version && events[n-1].Vector.same(present); n-- {
		events = events[:n-1]
	}
	return events
}

// Evolution is how a memory's purpose vector moved.
type Evolution struct {
	Since  time.Time // earlier vectors of this store are kept from then on
	Total  int       // vectors that the memory had before, also those not kept any more
	Events []Earlier // a page of those that are kept, newest first
	Next   int       // where the next page begins; 0: there is none
}

// Evolution returns up to so many of the vectors that a memory had, the newest first, from a place on.
func (s *Past) Evolution(ctx context.Context, m *store.Memory, from, most int) (*Evolution, error) {
	k, err := chronicle.Read[Earlier](ctx, s.store, evolutionKey(m.ID))
	if err != nil {
		return nil, fault.Storage("read earlier purpose vectors", err)
	}
	present := vectorOf(&m.Purpose)
	k.Events = unmoved(k.Events, &present, m.Version)
	out := &Evolution{Since: s.since, Total: k.Gone + len(k.Events)}
	out.Events, out.Next = k.Page(from, most)
	return out, nil
}
