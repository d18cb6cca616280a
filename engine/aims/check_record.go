package aims

import (
	"context"
	"crypto/sha256"

	"asterism/engine/fault"
	"asterism/engine/goaldna"
	"asterism/engine/purpose"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// checkPrefix begins the keys of checks on the shelf of state.
const checkPrefix = "goaldna\x00"

// key is where the history of checks stands: namespace and mode, and the goal's id or, behind an id of zeros, the hash of its text.
func (t *checkTarget) key() []byte {
	key := append(t.prefix(), t.id[:]...)
	if t.id == uuid.Nil {
		hash := sha256.Sum256([]byte(t.text))
		key = append(key, hash[:]...)
	}
	return key
}

// prefix begins the keys of a namespace and mode. Names hold no NUL.
func (t *checkTarget) prefix() []byte {
	return []byte(checkPrefix + t.namespace + "\x00" + string(t.mode) + "\x00")
}

// checksOf are the entries that take the checks of goals away.
func checksOf(goals []purpose.Goal) (out []store.Entry) {
	for _, g := range goals {
		for _, mode := range CheckModes {
			t := checkTarget{namespace: g.Namespace, id: g.ID, mode: mode}
			out = append(out, store.Entry{Shelf: store.ShelfState, Key: t.key()})
		}
	}
	return out
}

// checker reads the history of checks; nil: there were none.
func (s *Service) checker(ctx context.Context, t *checkTarget) (*goaldna.Checker, error) {
	b, ok, err := s.store.Read(ctx, store.ShelfState, t.key())
	if err != nil || !ok {
		return nil, fault.Storage("read the checks of a goal", err)
	}
	c, err := goaldna.Parse(b, s.now)
	if err != nil {
		return nil, &fault.Error{Kind: fault.KindStorage, Message: "read the checks of a goal", Err: err, Hint: fault.DamageHint}
	}
	return c, nil
}

// recordCheck records a measured check and fills in what the history makes of it. Checks of one goal take turns: each reads what the one before left.
func (s *Service) recordCheck(ctx context.Context, t *checkTarget, q *GoalCheck, out *GoalChecked) error {
	key := t.key()
	release, err := s.turn(ctx, uuid.NewSHA1(uuid.Nil, key)) // memories have ids of version 7
	if err != nil {
		return err
	}
	defer release()
	c, err := s.checker(ctx, t)
	var outdated []store.Entry
	if c == nil && err == nil {
		if t.id == uuid.Nil {
			if outdated, err = s.outdatedTexts(ctx, t); err != nil {
				return err
			}
		}
		c, err = goaldna.New(t.text, goaldna.DefaultOptions(), s.now)
	}
	if err != nil {
		return err
	}
	event, err := out.take(c, t, q)
	if err != nil {
		return &fault.Error{Kind: fault.KindInternal, Message: "record a check", Err: err}
	}
	s.mu.RLock() // a goal stays until the check is stored, and its checks go with it
	defer s.mu.RUnlock()
	if t.id != uuid.Nil && s.trees[t.namespace].Find(t.id) == nil {
		return noGoal(t.id, t.namespace)
	}
	if err := s.store.Put(ctx, append(outdated, store.Entry{Shelf: store.ShelfState, Key: key, Value: c.Append(nil)})...); err != nil {
		return fault.Storage("store the checks of a goal", err)
	}
	out.Severity, out.Threshold, out.Limit, out.Summary = goaldna.None, c.Options().Threshold, c.Options().Limit, c.Summary()
	if out.Drift = event != nil; out.Drift {
		out.Severity = event.Severity
	}
	return nil
}

// take takes a measured check into the history, after a new plan if there is one, and reminds of the goal when it is time to.
func (c *GoalChecked) take(history *goaldna.Checker, t *checkTarget, q *GoalCheck) (*goaldna.Event, error) {
	if q.Replanned {
		history.ResetConsecutive()
	}
	step := goaldna.Step{Number: c.Step, Action: q.Action, Similarity: c.Similarity, Signal: c.Signal}
	if c.Mode == CheckHybrid {
		c.weigh(&step, goaldna.NewHybrid(t.text, c.SubGoals...), history.Options().Threshold)
	}
	was := history.IsDrifting()
	event, err := history.Take(step)
	if err == nil && history.Remind(was, q.Remind) {
		c.Reminder = reminderOf(t)
	}
	return event, err
}

// weigh puts into a step what can be said of it. One that is unclear is no drift, and takes back none. What contradicts a goal is a drift by its similarity alone.
func (c *GoalChecked) weigh(step *goaldna.Step, h *goaldna.Hybrid, threshold float64) {
	step.Evidence = h.Evidence(c.Similarity, c.Measured.ByWords())
	if !c.Signal || c.Contradicts {
		return
	}
	c.Unclear = h.Judge(c.Measured, threshold, c.beside.unlike) == goaldna.Unclear
	c.beside.weigh(step, c, threshold)
	step.Unclear = c.Unclear
}
