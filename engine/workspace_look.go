package engine

import (
	"context"
	"fmt"
	"slices"

	"asterism/engine/batch"
	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/purpose"
	"asterism/engine/sched"
	"asterism/engine/store"
	"asterism/engine/workspace"
)

// bringToMind lets the workspace of its session look at a stored memory, later: it waits for nothing.
func (e *Engine) bringToMind(m *store.Memory) {
	t := thoughtOf(m)
	e.minds.queue.push(mindTask{key: mindKey{m.Namespace, m.SessionID}, look: &t})
}

func thoughtOf(m *store.Memory) workspace.Thought {
	return workspace.Thought{ID: m.ID, Version: m.Version, Record: m.Record, Purpose: m.Purpose, Coherence: float64(m.UTL.Coherence), Entropy: float64(m.UTL.Entropy)}
}

// putOutOfMind lets a forgotten memory leave every workspace; it waits for nothing.
func (e *Engine) putOutOfMind(id store.ID) {
	e.minds.queue.push(mindTask{do: func(context.Context) {
		for _, key := range e.minds.order {
			if m := e.minds.open[key]; m.Workspace != nil && m.Forget(id) {
				m.changed = true
				e.minds.queue.putBack(mindTask{key: key, save: true})
			}
		}
	}})
}

// consider looks at the task's memory, writes the workspace down if somebody entered or left, and tells who entered. What is done is taken off the task, so that nothing
// is done twice when it is tried again.
func (e *Engine) consider(ctx context.Context, t *mindTask) error {
	if t.look != nil {
		j, left, err := e.look(ctx, t)
		if err != nil {
			return err
		}
		t.look, t.entries, t.save = nil, j.Entries, left || len(j.Entries) > 0
	}
	if m := e.minds.open[t.key]; t.save && m != nil && m.changed {
		if err := e.saveMind(ctx, t.key, m); err != nil {
			return err
		}
	}
	entries := t.entries
	t.entries = nil
	for _, entry := range entries {
		e.log.Info("a memory entered the workspace", "id", entry.Member.ID, "namespace", t.key.namespace, "session", t.key.session,
			"r", round2(entry.Member.R), "fit", round2(entry.Member.Fit), "left", len(entry.Left), "state", entry.State)
		e.tellEntry(entry)
	}
	return nil
}

func round2(v float64) string { return fmt.Sprintf("%.2f", v) }

// look has the workspace look at the task's memory, and says whether a member left it.
func (e *Engine) look(ctx context.Context, t *mindTask) (j *workspace.Judgement, left bool, err error) {
	m, err := e.mind(ctx, t.key, true)
	if err != nil {
		return nil, false, err
	}
	if m.Pass(t.passed); t.passed > 0 {
		e.log.Warn("memories passed over by the workspace, too many came at once", "memories", t.passed, "namespace", t.key.namespace, "session", t.key.session)
	}
	t.passed = 0
	left, err = e.refresh(ctx, t.key, m)
	if m.changed = m.changed || left; err != nil {
		return nil, left, err
	}
	living, err := e.living(ctx, t.key, store.Parts{}, []store.ID{t.look.ID})
	if err != nil {
		return nil, left, err
	}
	if living[t.look.ID] == nil { // forgotten before its turn came
		return &workspace.Judgement{}, left, nil
	}
	var cohort []fingerprint.Fingerprint
	if len(m.Holds()) > 0 { // else there is nothing to compare with, and a process that remembers once should not embed so many texts
		if cohort, err = e.cohortPart(ctx); err != nil {
			return nil, left, err
		}
	}
	m.Foreseen(e.meta.Accuracy())
	m.changed = true
	judged := m.Look(*t.look, cohort, e.now())
	return &judged, left, nil
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
		return nil, fault.Storage("read memories of a workspace", err)
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
			return nil, fault.Embedding(err)
		}
		for _, r := range results {
			out = append(out, r.Values)
		}
	}
	e.minds.cohort = out
	return out, nil
}
