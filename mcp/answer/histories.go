package answer

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/aims"
	"asterism/engine/purpose"
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// Events is a history of changes, the newest first.
type Events[E any] struct {
	KeptSince *string `json:"kept_since"`       // earlier events are not known
	Total     int     `json:"total"`            // events since
	Events    []E     `json:"events,omitempty"` // a page of them
	Next      int     `json:"next,omitempty"`   // offset of the next page; absent on the last one
	Note      string  `json:"note,omitempty"`   // why there are none, or that the oldest were deleted
}

func historyFrom[E, T any](since time.Time, total int, events []E, next int, from int, most int, tell func(*E) T) *Events[T] {
	v := &Events[T]{KeptSince: Stamp(since), Total: total, Next: next}
	for i := range events {
		v.Events = append(v.Events, tell(&events[i]))
	}
	switch {
	case total == 0:
		v.Note = "No change since that time; earlier changes were not kept."
	case len(events) == 0:
		v.Note = fmt.Sprintf("Place %d is past the end of %s: the newest is at place 0, the oldest at %d.", from, count(total, "event", "events"), total-1)
	case total > most && next == 0:
		v.Note = fmt.Sprintf("Only the newest %d events are kept.", most)
	}
	return v
}

// words lists the events, the newest first; empty if they were not requested.
func (v *Events[E]) words(line func(E) string) string {
	if v == nil {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "History, %s kept:\n", count(v.Total, "change", "changes"))
	for _, e := range v.Events {
		fmt.Fprintf(&b, "  %s\n", line(e))
	}
	if v.Note != "" {
		fmt.Fprintf(&b, "  %s\n", v.Note)
	}
	if v.Next > 0 {
		fmt.Fprintf(&b, "  Older ones with history %d.\n", v.Next)
	}
	return b.String()
}

// EarlierPurpose is a former purpose vector of a memory.
type EarlierPurpose struct {
	Until   *string     `json:"until"`
	Why     string      `json:"why"` // why it was replaced: goals or update
	Version uint64      `json:"version"`
	Theta   *float64    `json:"theta"` // null: there was no goal
	Purpose aims.Vector `json:"purpose"`
}

// words says until when the vector was valid, and why it was replaced.
func (e EarlierPurpose) words() string {
	aligned := "no goal"
	if e.Theta != nil {
		aligned = fmt.Sprintf("alignment %.2f", *e.Theta)
	}
	why := map[string]string{aims.ByGoals: "the goals changed", aims.ByUpdate: "the memory changed"}[e.Why]
	return fmt.Sprintf("until %s version %d, %s: %s", stampWords(e.Until), e.Version, aligned, cmp.Or(why, e.Why))
}

func stampWords(at *string) string {
	if at == nil {
		return "?"
	}
	return *at
}

// EvolutionFrom converts the history of a purpose vector for get_memory.
func EvolutionFrom(e *engine.Evolution, from int) *Events[EarlierPurpose] {
	return historyFrom(e.Since, e.Total, e.Events, e.Next, from, aims.MaxEvolution, func(x *aims.Earlier) EarlierPurpose {
		v := EarlierPurpose{Until: Stamp(x.Until), Why: x.Why, Version: x.Version, Purpose: x.Vector}
		if theta, ok := x.Theta(); ok {
			v.Theta = figure(theta)
		} else {
			v.Purpose = aims.NoVector()
		}
		return v
	})
}

// GoalChange is a change of a namespace's goals.
type GoalChange struct {
	At      *string    `json:"at"`
	Added   []PastGoal `json:"added,omitempty"`
	Removed []PastGoal `json:"removed,omitempty"`
	Changed []PastGoal `json:"changed,omitempty"` // goals with a new weight or parent, as after the change
}

// PastGoal is a goal as it was at a change.
type PastGoal struct {
	ID          store.ID      `json:"id"`
	Level       purpose.Level `json:"level"`
	Parent      *store.ID     `json:"parent,omitempty"`
	Weight      float64       `json:"weight"`
	Description string        `json:"description"`
}

// GoalHistoryFrom converts the history of goals for get_goals.
func GoalHistoryFrom(h *engine.GoalHistory, from int) *Events[GoalChange] {
	return historyFrom(h.Since, h.Total, h.Events, h.Next, from, aims.MaxGoalEvents, func(e *aims.GoalEvent) GoalChange {
		return GoalChange{Stamp(e.At), pastGoals(e.Added), pastGoals(e.Removed), pastGoals(e.Changed)}
	})
}

func pastGoals(list []aims.GoalThen) (out []PastGoal) {
	for _, g := range list {
		v := PastGoal{ID: g.ID, Level: g.Level, Weight: Round(g.Weight, 4), Description: g.Description}
		if g.Parent != (store.ID{}) {
			v.Parent = &g.Parent
		}
		out = append(out, v)
	}
	return out
}

// WorkspaceChange is a change of a workspace's memories or state.
type WorkspaceChange struct {
	At      *string    `json:"at"`
	State   string     `json:"state"`
	C       float64    `json:"c"`
	Members []store.ID `json:"members"` // in the workspace since then, oldest first
}

// WorkspaceHistoryFrom converts the history of a workspace for get_workspace.
func WorkspaceHistoryFrom(h *engine.WorkspaceHistory, from int) *Events[WorkspaceChange] {
	return historyFrom(h.Since, h.Total, h.Events, h.Next, from, workspace.MaxEvents, func(e *workspace.Event) WorkspaceChange {
		return WorkspaceChange{Stamp(e.At), string(e.State), e.C, e.Members}
	})
}
