package aims

import (
	"context"
	"slices"
	"strings"
	"time"

	"asterism/engine/chronicle"
	"asterism/engine/fault"
	"asterism/engine/purpose"
	"asterism/engine/store"
)

const (
	// MaxGoalEvents is how many changes of a namespace's goals are kept.
	MaxGoalEvents = 64
	// toldGoal is how many bytes of a goal's words a change tells.
	toldGoal = 240
)

// GoalThen is a goal as it was at a change.
type GoalThen struct {
	ID          store.ID      `json:"id"`
	Level       purpose.Level `json:"level"`
	Parent      store.ID      `json:"parent"` // zero: the North Star
	Weight      float64       `json:"weight"`
	Description string        `json:"description"` // its beginning
}

// GoalEvent is a change of a namespace's goals: what came, what went, and what has another weight or parent since.
type GoalEvent struct {
	At      time.Time  `json:"at"`
	Added   []GoalThen `json:"added,omitempty"`
	Removed []GoalThen `json:"removed,omitempty"`
	Changed []GoalThen `json:"changed,omitempty"` // as they are since
}

// goalLogPrefix begins the keys of these on the shelf of state; the namespace follows.
const goalLogPrefix = "goallog\x00"

func goalLogKey(namespace string) []byte { return []byte(goalLogPrefix + namespace) }

func goalThen(g *purpose.Goal) GoalThen {
	words := g.Description
	if len(words) > toldGoal {
		words = strings.ToValidUTF8(words[:toldGoal], "") + "…"
	}
	return GoalThen{g.ID, g.Level, g.Parent, g.Weight, words}
}

// goalEvent says what differs between two trees; ok is false where nothing does.
func goalEvent(at time.Time, before, after []*purpose.Tree) (e GoalEvent, ok bool) {
	find := func(all []*purpose.Tree, id store.ID) *purpose.Tree {
		if i := slices.IndexFunc(all, func(t *purpose.Tree) bool { return t.ID == id }); i >= 0 {
			return all[i]
		}
		return nil
	}
	e.At = at
	for _, t := range after {
		switch was := find(before, t.ID); {
		case was == nil:
			e.Added = append(e.Added, goalThen(&t.Goal))
		case was.Weight != t.Weight || was.Parent != t.Parent:
			e.Changed = append(e.Changed, goalThen(&t.Goal))
		}
	}
	for _, t := range before {
		if find(after, t.ID) == nil {
			e.Removed = append(e.Removed, goalThen(&t.Goal))
		}
	}
	return e, len(e.Added)+len(e.Removed)+len(e.Changed) > 0
}

// noteGoals is the entry that tells of a change of goals, to be put with it; none where nothing differs.
func (s *Past) noteGoals(ctx context.Context, namespace string, before, after []*purpose.Tree) ([]store.Entry, error) {
	event, ok := goalEvent(s.now(), before, after)
	if !ok {
		return nil, nil
	}
	key := goalLogKey(namespace)
	k, err := chronicle.Read[GoalEvent](ctx, s.store, key)
	if err != nil {
		return nil, fault.Storage("read earlier goals", err)
	}
	k.Add(MaxGoalEvents, event)
	entry, err := k.Entry(key)
	if err != nil {
		return nil, &fault.Error{Kind: fault.KindInternal, Message: "note a change of goals", Err: err}
	}
	return []store.Entry{entry}, nil
}

// moveGoalLog are the entries that give a namespace's changes of goals to another's, which has no goals of its own or is the only one with such: both lists together, in the order of time.
func (s *Past) moveGoalLog(ctx context.Context, from, into string) ([]store.Entry, error) {
	old, err := chronicle.Read[GoalEvent](ctx, s.store, goalLogKey(from))
	if err != nil {
		return nil, fault.Storage("read earlier goals", err)
	}
	if len(old.Events) == 0 {
		return nil, nil
	}
	k, err := chronicle.Read[GoalEvent](ctx, s.store, goalLogKey(into))
	if err != nil {
		return nil, fault.Storage("read earlier goals", err)
	}
	all := append(k.Events, old.Events...)
	slices.SortStableFunc(all, func(a, b GoalEvent) int { return a.At.Compare(b.At) })
	k.Events, k.Gone = nil, k.Gone+old.Gone
	k.Add(MaxGoalEvents, all...)
	entry, err := k.Entry(goalLogKey(into))
	if err != nil {
		return nil, &fault.Error{Kind: fault.KindInternal, Message: "note a change of goals", Err: err}
	}
	return []store.Entry{{Shelf: store.ShelfState, Key: goalLogKey(from)}, entry}, nil
}

// GoalHistory is how a namespace's goals changed.
type GoalHistory struct {
	Namespace string
	Since     time.Time   // changes in this store are kept from then on
	Total     int         // changes there were since, also those not kept any more
	Events    []GoalEvent // a page of those that are kept, newest first
	Next      int         // where the next page begins; 0: there is none
}

// GoalHistory returns up to so many changes of a namespace's goals, the newest first, from a place on.
func (s *Past) GoalHistory(ctx context.Context, namespace string, from, most int) (*GoalHistory, error) {
	namespace, err := OneNamespace(namespace)
	if err != nil {
		return nil, err
	}
	k, err := chronicle.Read[GoalEvent](ctx, s.store, goalLogKey(namespace))
	if err != nil {
		return nil, fault.Storage("read earlier goals", err)
	}
	out := &GoalHistory{Namespace: namespace, Since: s.since, Total: k.Gone + len(k.Events)}
	out.Events, out.Next = k.Page(from, most)
	return out, nil
}
