package workspace

import (
	"context"
	"math"
	"slices"
	"time"

	"asterism/engine/chronicle"
	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// MaxEvents is how many changes of a workspace are kept.
const MaxEvents = 32

// Event is a change of the members or of the state. Inactivity is not an event: a workspace becomes dormant [Idle] after the last judged memory.
type Event struct {
	At      time.Time   `json:"at"`
	State   State       `json:"state"`
	C       float64     `json:"c"`       // I·R·D at that time, 0 without members
	Members []uuid.UUID `json:"members"` // members from then on, the oldest first
}

// logPrefix starts the keys of the events on the shelf of state; namespace, NUL and session follow.
const logPrefix = "mindlog\x00"

func (k Key) log() []byte { return []byte(logPrefix + k.Namespace + "\x00" + k.Session) }

// event returns the current state as an event.
func (m *mind) event(now time.Time) Event {
	e := Event{At: now, State: m.State(now), C: math.Round(m.Level()*1e4) / 1e4, Members: []uuid.UUID{}}
	for _, k := range m.members {
		e.Members = append(e.Members, k.id)
	}
	return e
}

// note returns the entries that record a workspace's change since the last recorded one, to be written together with its saved form; none if nothing
// has changed.
func (ms *Minds) note(ctx context.Context, key Key, m *mind) ([]store.Entry, error) {
	k, err := chronicle.Read[Event](ctx, ms.store, key.log())
	if err != nil {
		return nil, fault.Storage("read earlier states of a workspace", err)
	}
	e := m.event(ms.now())
	if n := len(k.Events); n > 0 && k.Events[n-1].State == e.State && slices.Equal(k.Events[n-1].Members, e.Members) || n == 0 && len(e.Members) == 0 {
		return nil, nil
	}
	k.Add(MaxEvents, e)
	entry, err := k.Entry(key.log())
	if err != nil {
		return nil, &fault.Error{Kind: fault.KindInternal, Message: "note a state of a workspace", Err: err}
	}
	return []store.Entry{entry}, nil
}

// History contains the changes of a workspace.
type History struct {
	Since  time.Time // changes in this store are recorded from then on
	Total  int       // number of changes since then, including those no longer kept
	Events []Event   // a page of the kept ones, newest first
	Next   int       // start of the next page; 0: there is none
}

// History returns at most most changes of a workspace, the newest first, starting at index from.
func (ms *Minds) History(ctx context.Context, key Key, since time.Time, from, most int) (*History, error) {
	k, err := chronicle.Read[Event](ctx, ms.store, key.log())
	if err != nil {
		return nil, fault.Storage("read earlier states of a workspace", err)
	}
	out := &History{Since: since, Total: k.Gone + len(k.Events)}
	out.Events, out.Next = k.Page(from, most)
	return out, nil
}
