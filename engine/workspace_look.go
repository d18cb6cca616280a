package engine

import (
	"context"
	"fmt"
	"slices"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// bringToMind lets the workspace of its session look at a stored memory, later: it waits for nothing.
func (e *Engine) bringToMind(m *store.Memory) {
	e.startMinds()
	t := thoughtOf(m)
	e.minds.queue.push(mindTask{key: mindKey{m.Namespace, m.SessionID}, look: &t})
}

func thoughtOf(m *store.Memory) workspace.Thought {
	return workspace.Thought{ID: m.ID, Version: m.Version, Record: m.Record, Purpose: m.Purpose, Coherence: float64(m.UTL.Coherence), Entropy: float64(m.UTL.Entropy)}
}

// putOutOfMind lets a forgotten memory leave every workspace; it waits for nothing.
func (e *Engine) putOutOfMind(id store.ID) {
	e.startMinds()
	e.minds.queue.push(mindTask{do: func(ctx context.Context) {
		for _, key := range e.minds.order {
			m := e.minds.open[key]
			if m.Workspace == nil || !m.Forget(id) {
				continue
			}
			if err := e.saveMind(ctx, key, m); err != nil {
				e.log.Warn("save a workspace after a memory was forgotten", "namespace", key.namespace, "session", key.session, "error", err)
			}
		}
	}})
}

// consider looks at a memory and tells who entered. A failure is logged: the memory is stored, and the next one is looked at again.
func (e *Engine) consider(ctx context.Context, key mindKey, t workspace.Thought, passed int) {
	j, err := e.look(ctx, key, t, passed)
	if err != nil {
		e.log.Warn("memory not looked at by the workspace", "id", t.ID, "namespace", key.namespace, "session", key.session, "error", err)
		return
	}
	for _, entry := range j.Entries {
		e.log.Info("a memory entered the workspace", "id", entry.Member.ID, "namespace", key.namespace, "session", key.session,
			"r", round2(entry.Member.R), "fit", round2(entry.Member.Fit), "left", len(entry.Left), "state", entry.State)
		e.tellEntry(entry)
	}
}

func round2(v float64) string { return fmt.Sprintf("%.2f", v) }

func (e *Engine) look(ctx context.Context, key mindKey, t workspace.Thought, passed int) (*workspace.Judgement, error) {
	m, err := e.mind(ctx, key, true)
	if err != nil {
		return nil, err
	}
	if m.Pass(passed); passed > 0 {
		e.log.Warn("memories passed over by the workspace, too many came at once", "memories", passed, "namespace", key.namespace, "session", key.session)
	}
	left, err := e.refresh(ctx, key, m)
	if err != nil {
		return nil, err
	}
	living, err := e.living(ctx, key, store.Parts{}, []store.ID{t.ID})
	if err != nil {
		return nil, err
	}
	if living[t.ID] == nil { // forgotten before its turn came
		return &workspace.Judgement{}, nil
	}
	var cohort []fingerprint.Fingerprint
	if len(m.Holds()) > 0 { // else there is nothing to compare with, and a process that remembers once should not embed so many texts
		if cohort, err = e.cohortPart(ctx); err != nil {
			return nil, err
		}
	}
	m.Foreseen(e.meta.Accuracy())
	j := m.Look(t, cohort, e.now())
	m.changed = true
	if left || len(j.Entries) > 0 {
		err = e.saveMind(ctx, key, m)
	}
	return &j, err
}

// refresh lets memories leave that are gone, forgotten or elsewhere now, and takes the new values of those that were changed. It returns
// whether a member left.
func (e *Engine) refresh(ctx context.Context, key mindKey, m *mind) (left bool, err error) {
	held := m.Holds()
	ids := make([]store.ID, 0, len(held))
	for id := range held {
		ids = append(ids, id)
	}
	living, err := e.living(ctx, key, store.Parts{}, ids)
	if err != nil {
		return false, err
	}
	var changed []store.ID
	for id, version := range held {
		switch memory := living[id]; {
		case memory == nil:
			left = m.Forget(id) || left
		case memory.Version != version:
			changed = append(changed, id)
		}
	}
	if len(changed) == 0 {
		return left, nil
	}
	living, err = e.living(ctx, key, store.Parts{Spaces: stored}, changed)
	for _, memory := range living {
		m.Renew(thoughtOf(memory))
	}
	return left, err
}

// living reads those of the memories that are still there, not forgotten, and in the workspace's namespace and session.
func (e *Engine) living(ctx context.Context, key mindKey, parts store.Parts, ids []store.ID) (map[store.ID]*store.Memory, error) {
	many, err := e.store.Get(ctx, parts, ids...)
	if err != nil {
		return nil, storage("read memories of a workspace", err)
	}
	out := map[store.ID]*store.Memory{}
	for _, m := range many {
		if m != nil && m.Deleted.IsZero() && m.Namespace == key.namespace && m.SessionID == key.session {
			out[m.ID] = m
		}
	}
	return out, nil
}

// cohortPart is every so manieth text of the cohort, embedded. A workspace needs fewer than a goal, and it should not have the first
// memories of a process wait for the rest.
type cohortPart []fingerprint.Fingerprint

// cohortParcel is how many of them are embedded at once, so that a memory that comes meanwhile waits for few.
const cohortParcel = 4

// cohortPart returns texts about anything, embedded as memories are, at the first need.
func (e *Engine) cohortPart(ctx context.Context) ([]fingerprint.Fingerprint, error) {
	if e.minds.cohort != nil {
		return e.minds.cohort, nil
	}
	texts := purpose.Cohort()
	var jobs []*sched.Job
	for i := range workspace.CohortSize {
		text := texts[i*len(texts)/workspace.CohortSize]
		jobs = append(jobs, e.job(text, "", e.now(), batch.Passage, stored))
	}
	var out []fingerprint.Fingerprint
	for parcel := range slices.Chunk(jobs, cohortParcel) {
		results, err := e.sched.Embed(ctx, parcel...)
		if err != nil {
			return nil, embedding(err)
		}
		for _, r := range results {
			out = append(out, r.Values)
		}
	}
	e.minds.cohort = out
	return out, nil
}
