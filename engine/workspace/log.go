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

// Event is a change of what is in mind, or of how awake it is. That a workspace fell silent is no event: it is dormant [Idle] after the last one that was judged.
type Event struct {
	At      time.Time   `json:"at"`
	State   State       `json:"state"`
	C       float64     `json:"c"`       // I·R·D then, 0 while nothing is in mind
	Members []uuid.UUID `json:"members"` // in mind since, the oldest first
}

// logPrefix begins the keys of these on the shelf of state; namespace, NUL and session follow.
const logPrefix = "mindlog\x00"

func (k Key) log() []byte { return []byte(logPrefix + k.Namespace + "\x00" + k.Session) }

// event is the workspace as it is now.
func (m *mind) event(now time.Time) Event {
	e := Event{At: now, State: m.State(now), C: math.Round(m.Level()*1e4) / 1e4, Members: []uuid.UUID{}}
	for _, k := range m.members {
		e.Members = append(e.Members, k.id)
	}
	return e
}

// note is the entry that tells what has changed of a workspace since it was last told, to be put with what is saved of it; none where nothing has.
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

// History is how a workspace changed.
type History struct {
	Since  time.Time // changes in this store are kept from then on
	Total  int       // changes there were since, also those not kept any more
	Events []Event   // a page of those that are kept, newest first
	Next   int       // where the next page begins; 0: there is none
}

// History tells so many changes of a workspace, the newest first, from a place on.
func (ms *Minds) History(ctx context.Context, key Key, since time.Time, from, most int) (*History, error) {
	k, err := chronicle.Read[Event](ctx, ms.store, key.log())
	if err != nil {
		return nil, fault.Storage("read earlier states of a workspace", err)
	}
	out := &History{Since: since, Total: k.Gone + len(k.Events)}
	out.Events, out.Next = k.Page(from, most)
	return out, nil
}
