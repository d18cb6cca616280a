package workspace

import (
	"context"
	"fmt"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
)

// Add queues a stored memory for the workspace of its session. It does not wait.
func (ms *Minds) Add(m *store.Memory) {
	t := thoughtOf(m)
	ms.queue.push(task{key: Key{m.Namespace, m.SessionID}, thought: &t})
}

func thoughtOf(m *store.Memory) Thought {
	return Thought{ID: m.ID, Version: m.Version, Record: m.Record, Purpose: m.Purpose, Coherence: float64(m.UTL.Coherence), Entropy: float64(m.UTL.Entropy)}
}

// Forget queues the removal of a forgotten memory from every workspace. It does not wait.
func (ms *Minds) Forget(id store.ID) {
	ms.queue.push(task{do: func(context.Context) {
		for _, key := range ms.order {
			if m := ms.open[key]; m.Workspace != nil && m.Forget(id) {
				m.changed = true
				ms.queue.putBack(task{key: key, save: true})
			}
		}
	}})
}

// consider judges the task's memory, saves the workspace if its members changed, and informs listeners of
// entries. Finished steps are removed from the task, so that they are not repeated when it is retried.
func (ms *Minds) consider(ctx context.Context, t *task) error {
	if t.thought != nil {
		j, left, err := ms.judge(ctx, t)
		if err != nil {
			return err
		}
		t.thought, t.entries, t.save = nil, j.Entries, left || len(j.Entries) > 0
	}
	if m := ms.open[t.key]; t.save && m != nil && m.changed {
		if err := ms.save(ctx, t.key, m); err != nil {
			return err
		}
	}
	entries := t.entries
	t.entries = nil
	for _, entry := range entries {
		ms.log.Info("a memory entered the workspace", "id", entry.Member.ID, "namespace", t.key.Namespace, "session", t.key.Session,
			"r", round2(entry.Member.R), "fit", round2(entry.Member.Fit), "left", len(entry.Left), "state", entry.State)
		ms.tell(entry)
	}
	return nil
}

func round2(v float64) string { return fmt.Sprintf("%.2f", v) }

// judge makes the workspace judge the task's memory, and reports whether a member left it.
func (ms *Minds) judge(ctx context.Context, t *task) (j *Judgement, left bool, err error) {
	m, err := ms.mind(ctx, t.key, true)
	if err != nil {
		return nil, false, err
	}
	if m.Pass(t.passed); t.passed > 0 {
		ms.log.Warn("memories passed over by the workspace, too many came at once", "memories", t.passed, "namespace", t.key.Namespace, "session", t.key.Session)
	}
	t.passed = 0
	left, err = ms.refresh(ctx, t.key, m)
	if m.changed = m.changed || left; err != nil {
		return nil, left, err
	}
	living, err := ms.living(ctx, t.key, store.Parts{}, []store.ID{t.thought.ID})
	if err != nil {
		return nil, left, err
	}
	if living[t.thought.ID] == nil { // forgotten while it was queued
		return &Judgement{}, left, nil
	}
	var cohort []fingerprint.Fingerprint
	if len(m.Holds()) > 0 { // otherwise there is nothing to compare with, and a process that stores one memory should not embed so many texts
		if cohort, err = ms.cohortTexts(ctx); err != nil {
			return nil, left, err
		}
	}
	m.SetAccuracy(ms.accuracy())
	m.SetFamilies(ms.families)
	m.changed = true
	judged := m.Look(*t.thought, cohort, ms.now())
	return &judged, left, nil
}

// refresh removes memories that are purged, forgotten or moved to another namespace or session, and reads the new values
// of changed ones. It reports whether a member left.
func (ms *Minds) refresh(ctx context.Context, key Key, m *mind) (left bool, err error) {
	held := m.Holds()
	ids := make([]store.ID, 0, len(held))
	for id := range held {
		ids = append(ids, id)
	}
	living, err := ms.living(ctx, key, store.Parts{}, ids)
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
	living, err = ms.living(ctx, key, store.Parts{Spaces: ms.spaces}, changed)
	for _, memory := range living {
		m.Renew(thoughtOf(memory))
	}
	return left, err
}

// living reads those of the memories that exist, are not forgotten, and are in the workspace's namespace and session.
func (ms *Minds) living(ctx context.Context, key Key, parts store.Parts, ids []store.ID) (map[store.ID]*store.Memory, error) {
	many, err := ms.store.Get(ctx, parts, ids...)
	if err != nil {
		return nil, fault.Storage("read memories of a workspace", err)
	}
	out := map[store.ID]*store.Memory{}
	for _, m := range many {
		if m != nil && m.Deleted.IsZero() && m.Namespace == key.Namespace && m.SessionID == key.Session {
			out[m.ID] = m
		}
	}
	return out, nil
}

// cohortTexts returns texts about anything, embedded as memories when they are first needed. They also give the families
// of the spaces.
func (ms *Minds) cohortTexts(ctx context.Context) ([]fingerprint.Fingerprint, error) {
	if ms.cohort != nil {
		return ms.cohort, nil
	}
	texts, err := ms.embed(ctx)
	if err != nil {
		return nil, err
	}
	if ms.families, err = FamiliesOf(texts); err != nil {
		return nil, fmt.Errorf("compare the spaces of a workspace: %w", err)
	}
	ms.cohort = texts
	return texts, nil
}
