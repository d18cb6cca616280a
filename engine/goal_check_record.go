package engine

import (
	"context"
	"crypto/sha256"

	"asterism/engine/goaldna"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// checkPrefix begins the keys of checks on the shelf of state.
const checkPrefix = "goaldna\x00"

// key is where the history of checks stands: namespace and mode, and the goal's id or the hash of its text. Names hold no NUL.
func (t *checkTarget) key() []byte {
	key := append([]byte(checkPrefix+t.namespace+"\x00"+string(t.mode)+"\x00"), t.id[:]...)
	if t.id == uuid.Nil {
		hash := sha256.Sum256([]byte(t.text))
		key = append(key, hash[:]...)
	}
	return key
}

// checker reads the history of checks; nil: there were none.
func (e *Engine) checker(ctx context.Context, t *checkTarget) (*goaldna.Checker, error) {
	b, ok, err := e.shelves().Look(ctx, store.ShelfState, t.key())
	if err != nil || !ok {
		return nil, storage("read the checks of a goal", err)
	}
	c, err := goaldna.Parse(b, e.now)
	if err != nil {
		return nil, &Error{Kind: KindStorage, Message: "read the checks of a goal", Err: err, Hint: "run `asterism check` to see what is damaged"}
	}
	return c, nil
}

// recordCheck records a measured check and fills in what the history makes of it. Checks of one goal take turns: each reads what the one before left.
func (e *Engine) recordCheck(ctx context.Context, t *checkTarget, action string, out *GoalChecked) error {
	key := t.key()
	release, err := e.turns.take(ctx, uuid.NewSHA1(uuid.Nil, key)) // memories have ids of version 7
	if err != nil {
		return err
	}
	defer release()
	c, err := e.checker(ctx, t)
	if c == nil && err == nil {
		c, err = goaldna.New(t.text, goaldna.DefaultOptions(), e.now)
	}
	if err != nil {
		return err
	}
	event, err := c.Record(out.Step, action, out.Similarity, out.Signal)
	if err != nil {
		return internal("record a check", err)
	}
	if err := e.shelves().Put(ctx, store.Entry{Shelf: store.ShelfState, Key: key, Value: c.Append(nil)}); err != nil {
		return storage("store the checks of a goal", err)
	}
	out.Severity, out.Threshold, out.Limit, out.Summary = goaldna.None, c.Options().Threshold, c.Options().Limit, c.Summary()
	if out.Drift = event != nil; out.Drift {
		out.Severity = event.Severity
	}
	return nil
}
