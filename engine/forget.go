package engine

import (
	"context"
	"errors"
	"time"

	"asterism/engine/dream"
	"asterism/engine/earlier"
	"asterism/engine/fault"
	"asterism/engine/outcomes"
	"asterism/engine/passon"
	"asterism/engine/store"
)

// RestoreWindow is how long a soft forget can be undone. Afterwards the memory is purged.
const RestoreWindow = 30 * 24 * time.Hour

// Forgotten is the result of Forget. A soft forget can be undone with Restore until RestorableUntil.
type Forgotten struct {
	ID              store.ID
	Hard            bool
	RestorableUntil time.Time
	Scrubbed        bool       // after a hard forget: the bytes are also removed from the files; if not, the next daily pass removes them
	TimesSeen       uint32     // how often it was stored; forgetting it covers all of these
	LastSeen        time.Time  // the last time it was stored
	Copies          []store.ID // live memories of its namespace with the same text; they stay
	Again           []store.ID // memories that it superseded and that are current again
}

// Forget hides a memory from search and lists. hard removes every trace of it from the store except a tombstone without content; this cannot be undone. It then also removes
// its bytes from the files before it returns, with those that earlier calls left there, unless the call has [LeaveBytes]. Forgetting twice is the same as once.
func (e *Engine) Forget(ctx context.Context, id store.ID, hard bool) (*Forgotten, error) {
	out, err := e.forget(ctx, id, hard)
	if err == nil && hard && !LeavesBytes(ctx) {
		err := e.scrub(ctx)
		if out.Scrubbed = err == nil; err != nil {
			e.log.Warn("bytes of purged memories are still in the store's files, the next daily pass removes them", "error", err)
		}
	}
	return out, err
}

type bytesKey struct{}

// LeaveBytes makes Forget leave the bytes of what it removes in the files, since removing them may rewrite the whole store. The next Forget without it, or the next daily pass, removes all.
func LeaveBytes(ctx context.Context) context.Context { return context.WithValue(ctx, bytesKey{}, true) }

// LeavesBytes reports whether ctx comes from [LeaveBytes].
func LeavesBytes(ctx context.Context) bool { return ctx.Value(bytesKey{}) != nil }

// passTries is how often handing on what a memory superseded is tried. Once is enough unless somebody changes what the memory supersedes at that moment.
const passTries = 8

// forgetBeside removes what is stored about memories outside of them. The caller that holds the vectors until the purge ensures that nothing new is recorded about them.
func (p *parts) forgetBeside(ctx context.Context, ids ...store.ID) error {
	if err := p.worth.Forget(ctx, ids...); err != nil {
		return err
	}
	if err := earlier.Forget(ctx, p.store, ids...); err != nil {
		return fault.Storage("remove earlier texts of forgotten memories", err)
	}
	return p.aims.ForgetEvolution(ctx, ids...)
}

func (e *Engine) forget(ctx context.Context, id store.ID, hard bool) (*Forgotten, error) {
	if !hard {
		return forgetOnce(ctx, e, id, false, nil)
	}
	for range passTries {
		left, err := e.passing().From(ctx, id)
		if err != nil {
			return nil, err
		}
		if out, err := forgetOnce(ctx, e, id, true, left); !errors.Is(err, errOwed) {
			return out, err
		}
	}
	return nil, &Error{Kind: KindBusy, Message: "memory " + id.String() + " is changed again and again, and so is what supersedes it", Hint: "try again in a moment"}
}

// errOwed says that another memory began to supersede a memory after that one had handed on what it superseded.
var errOwed = errors.New("something supersedes it that has not taken over what it superseded")

// forgetOnce fails with errOwed if a hard forget must first hand on more. left are the memories that cannot take over anything.
func forgetOnce(ctx context.Context, e *Engine, id store.ID, hard bool, left passon.Left) (*Forgotten, error) {
	release, err := e.turns.lock(ctx, id)
	if err != nil {
		return nil, err
	}
	defer release()
	m, err := store.One(ctx, e.store, store.Parts{}, id)
	if err != nil {
		return nil, fault.NotFound("read memory", err)
	}
	out := &Forgotten{ID: id, Hard: hard, TimesSeen: TimesSeen(m), LastSeen: LastSeen(m)}
	cmd := store.Command{Op: store.OpForget, ID: id, At: e.now()}
	if hard {
		cmd.Op, cmd.Version = store.OpPurge, m.Version
	} else {
		if !m.Deleted.IsZero() {
			cmd.At = m.Deleted // the time of the first forget counts
		}
		out.RestorableUntil = cmd.At.Add(RestoreWindow)
	}
	if err := carryOut(ctx, &e.parts, m, cmd, left); err != nil {
		return nil, err
	}
	e.takeOut(id)
	if hard {
		e.held.dropFromBook(id)
	}
	e.minds.Forget(id)
	e.outcomes.Hint(id, outcomes.Forgotten)
	if err := e.findLeft(ctx, m, out); err != nil && ctx.Err() == nil { // the memory is forgotten even if this fails; if the caller gave up, there is no log entry
		e.log.Warn("the links of a forgotten memory could not be read", "memory", id, "error", err)
	}
	return out, nil
}

// carryOut applies a command that forgets or purges a memory. It releases the lock on the vectors before it removes the memory from the index, which waits for the lock on the goals: the
// background holds that lock when it asks for the vectors. A purge that has begun continues even if its caller gives up: what is stored outside of the memory is removed before the
// memory. It fails with errOwed, without any change, if a memory supersedes m that has not taken over what m supersedes. The caller holds the turn on m.
func carryOut(ctx context.Context, p *parts, m *store.Memory, cmd store.Command, left passon.Left) error {
	if cmd.Op == store.OpPurge {
		if err := ctx.Err(); err != nil {
			return fault.Storage("forget memory", err)
		}
		ctx = context.WithoutCancel(ctx)
		defer p.aims.HoldVectors()()
		passPoint()
		p.chains.Lock() // a writer of a memory that supersedes m has either finished, and is seen here, or will find m gone
		defer p.chains.Unlock()
		if owed, err := p.passing().Owed(ctx, m, left); err != nil {
			return err
		} else if len(owed) > 0 {
			return errOwed
		}
		if err := p.forgetBeside(ctx, cmd.ID); err != nil { // first, since what is left of a removed memory would be a trace of it
			return err
		}
	}
	return fault.Storage("forget memory", p.store.Apply(ctx, cmd))
}

// findLeft finds the memories with the text of the forgotten memory m, and those that are current again without it.
func (p *parts) findLeft(ctx context.Context, m *store.Memory, out *Forgotten) error {
	if m.TextHash != [32]byte{} {
		err := p.store.Same(ctx, m.Namespace, m.TextHash, func(other *store.Memory) (bool, error) {
			if other.Deleted.IsZero() && other.ID != m.ID {
				out.Copies = append(out.Copies, other.ID)
			}
			return true, nil
		})
		if err != nil {
			return err
		}
	}
	old, err := passon.Underneath(ctx, p.store, m)
	if err != nil {
		return err
	}
	replaced, err := p.replaced(ctx, old)
	if err != nil {
		return err
	}
	for _, o := range old {
		if len(replaced[o.ID]) == 0 {
			out.Again = append(out.Again, o.ID)
		}
	}
	return nil
}

// takeOut removes a memory from search that the store has just hidden or removed. A call that stored it a moment ago may be about to add it to the index. That call holds the lock
// on the goals until it has done so, and takeOut waits for it.
func (e *Engine) takeOut(id store.ID) {
	defer e.aims.Exclude()()
	e.held.hideFromSearch(id)
}

// scrub removes the bytes of purged memories from the files. No reader can see the memories any more. What remains is recorded in the store, and is removed with the
// next purge, or by the daily pass.
func (p *parts) scrub(ctx context.Context) error {
	n, err := p.store.Scrub(ctx)
	if n > 0 && err == nil {
		p.log.Info("removed the bytes of purged memories from the store's files", "memories", n)
	}
	return fault.Storage("remove the bytes of purged memories from the files", err)
}

// Restore undoes a soft forget. If a dream forgot the memory as a copy, the memory that was kept gives back what it took over from it.
func (e *Engine) Restore(ctx context.Context, id store.ID) error {
	many, err := e.store.Get(ctx, store.Parts{}, id)
	if err != nil {
		return fault.Storage("read memory", err)
	}
	var by *dream.PutAway
	if m := many[0]; m != nil {
		if by, err = e.dreams.PutAway(ctx, m); err != nil {
			return err
		}
	}
	if err := restore(ctx, e, id); err != nil || by == nil {
		return err
	}
	if err := e.dreams.Restored(ctx, id, by); err != nil {
		e.log.Warn("a memory is restored; the memory that a dream had merged it into still counts it", "memory", id, "kept", by.Kept, "error", err)
	}
	return nil
}

// restore only undoes a soft forget.
func restore(ctx context.Context, e *Engine, id store.ID) error {
	release, err := e.turns.lock(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	defer e.aims.HoldVectors()() // from reading its purpose vector until the index has it
	m, err := e.whole(ctx, id)
	if err != nil {
		return err
	}
	if m.Deleted.IsZero() {
		return nil
	}
	if until := m.Deleted.Add(RestoreWindow); e.now().After(until) {
		return fault.Invalid("memory %s was forgotten on %s and could be restored until %s", "store it again", id, m.Deleted.Format(time.RFC3339), until.Format(time.RFC3339))
	}
	if err := e.store.Apply(ctx, store.Command{Op: store.OpRestore, ID: id, At: e.now()}); err != nil {
		return fault.Storage("restore memory", err)
	}
	m.Deleted = time.Time{}
	if err := e.makeSearchable(m); err != nil {
		return &Error{Kind: KindInternal, Message: "index restored memory", Err: err, Hint: "it is restored; a restart rebuilds the index"}
	}
	return nil
}
