package workspace

import (
	"math"
	"slices"
	"time"

	"github.com/google/uuid"
)

// enter makes a memory a member and returns the entry for listeners. The waiting memory is dropped: either it is this one, or the
// topic did not change.
func (w *Workspace) enter(k *member, j *Judgement, left []uuid.UUID, now time.Time) Entry {
	k.entered, k.r, k.fit = now, j.R, j.Fit
	w.members = append(w.members, k)
	w.waiting = nil
	w.order, w.variety = j.R, Differentiation(k.variety(&j.P))
	return Entry{Namespace: w.namespace, Session: w.session, Member: k.public(), Left: left, State: w.State(now)}
}

func (k *member) public() Member { return Member{ID: k.id, Entered: k.entered, R: k.r, Fit: k.fit} }

// variety returns the vector for D: the purpose vector, or the percentiles in a namespace without goals.
func (k *member) variety(p *Percentiles) Percentiles {
	if k.neutral {
		return *p
	}
	var out Percentiles
	for s, a := range k.purpose {
		out[s] = float64(a)
	}
	return out
}

// makeRoom removes one member from a full workspace: the one with the least r·recency. Recency halves with every
// capacity judged memories; of equals the oldest is removed.
func (w *Workspace) makeRoom() []uuid.UUID {
	if len(w.members) < w.options.capacity() {
		return nil
	}
	least, at := math.Inf(1), 0
	for i, k := range w.members {
		age := float64(w.looks-k.look) / float64(w.options.capacity())
		if v := k.r * math.Exp2(-age); v < least {
			least, at = v, i
		}
	}
	left := []uuid.UUID{w.members[at].id}
	w.members = slices.Delete(w.members, at, at+1)
	return left
}

// clear removes all members.
func (w *Workspace) clear() []uuid.UUID {
	var left []uuid.UUID
	for _, k := range w.members {
		left = append(left, k.id)
	}
	w.members = nil
	return left
}

// Holds returns the ids and versions of all memories whose values the workspace has: members, the waiting one, recent
// ones.
func (w *Workspace) Holds() map[uuid.UUID]uint64 {
	out := map[uuid.UUID]uint64{}
	for _, g := range w.recent {
		out[g.id] = g.version
	}
	for _, k := range w.held() {
		out[k.id] = k.version
	}
	return out
}

// Renew replaces the values of a memory that was changed. It stays a member, or waiting.
func (w *Workspace) Renew(t Thought) {
	for i := len(w.recent) - 1; i >= 0; i-- {
		if w.recent[i].id == t.ID {
			w.dropRecent(i)
		}
	}
	for _, k := range w.held() {
		if k.id == t.ID {
			k.version, k.purpose, k.neutral, k.face = t.Version, t.Purpose, t.neutral(), valuesOf(&t.Record)
			k.acquainted, k.cohort, k.recent = false, nil, nil
		}
	}
}

// Forget removes memories that were forgotten, or have other content now. It reports whether one was a member.
func (w *Workspace) Forget(ids ...uuid.UUID) bool {
	for i := len(w.recent) - 1; i >= 0; i-- {
		if slices.Contains(ids, w.recent[i].id) {
			w.dropRecent(i)
		}
	}
	if w.waiting != nil && slices.Contains(ids, w.waiting.id) {
		w.waiting = nil
	}
	before := len(w.members)
	w.members = slices.DeleteFunc(w.members, func(k *member) bool { return slices.Contains(ids, k.id) })
	return len(w.members) < before
}

// Pass counts memories that were dropped before they were judged.
func (w *Workspace) Pass(n int) { w.passed += n }
