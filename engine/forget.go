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

// Forgotten says what Forget did. A soft forget can be undone with Restore until RestorableUntil.
type Forgotten struct {
	ID              store.ID
	Hard            bool
	RestorableUntil time.Time
	Scrubbed        bool       // after a hard one: the bytes are out of the files too; if not, the next daily pass takes them out
	TimesSeen       uint32     // how often it was stored: all of these are forgotten with it
	LastSeen        time.Time  // when last
	Copies          []store.ID // live memories of its namespace with the same text, which stay
	Again           []store.ID // memories that it superseded and that are current again
}

// Forget hides a memory from search and lists. hard removes every trace of it from the store but a tombstone without content; this cannot be undone. It then also removes
// its bytes from the files before it returns, with those that were left there before, unless the call has [LeaveBytes]. Forgetting twice is the same as once.
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

// LeaveBytes has Forget leave the bytes of what it removes in the files, since to take them out may rewrite the whole store. The next Forget without it, or the next daily pass, takes out all.
func LeaveBytes(ctx context.Context) context.Context { return context.WithValue(ctx, bytesKey{}, true) }

// LeavesBytes reports whether LeaveBytes did.
func LeavesBytes(ctx context.Context) bool { return ctx.Value(bytesKey{}) != nil }

// passTries is how often what a memory superseded is handed on before giving up: once is enough unless somebody changes what the memory supersedes at that moment.
const passTries = 8

// forgetBeside removes what is kept of memories beside them. Who holds the vectors until they are purged sees to it that nothing is noted of them any more.
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

// errOwed says that something came to supersede a memory after it had handed on what it superseded.
var errOwed = errors.New("something supersedes it that has not taken over what it superseded")

// forgetOnce fails with errOwed where a hard one must hand on more first. left are those that cannot take over anything.
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
			cmd.At = m.Deleted // the first forget counts
		}
		out.RestorableUntil = cmd.At.Add(RestoreWindow)
	}
	if err := carryOut(ctx, &e.parts, m, cmd, left); err != nil {
		return nil, err
	}
	e.takeOut(id)
	if hard {
		e.held.bury(id)
	}
	e.minds.Forget(id)
	e.outcomes.Hint(id, outcomes.Forgotten)
	if err := e.tellLeft(ctx, m, out); err != nil && ctx.Err() == nil { // it is forgotten whatever can be told of the others, and who gave up is told nothing
		e.log.Warn("what a forgotten memory leaves could not be read", "memory", id, "error", err)
	}
	return out, nil
}

// carryOut applies a command that forgets or purges a memory. What holds vectors is let go before the memory is taken out of the index, which waits for the goals: the background
// has the goals when it comes to the vectors. A purge that has begun does not end with its caller's patience: what is kept beside the memory is gone before the memory is. It fails with
// errOwed, and nothing is done, where something supersedes m that has not taken over what m does. The caller has the turn on m.
func carryOut(ctx context.Context, p *parts, m *store.Memory, cmd store.Command, left passon.Left) error {
	if cmd.Op == store.OpPurge {
		if err := ctx.Err(); err != nil {
			return fault.Storage("forget memory", err)
		}
		ctx = context.WithoutCancel(ctx)
		defer p.aims.HoldVectors()()
		passPoint()
		p.chains.Lock() // who stores what supersedes m has done so, and is seen here, or will find m gone
		defer p.chains.Unlock()
		if owed, err := p.passing().Owed(ctx, m, left); err != nil {
			return err
		} else if len(owed) > 0 {
			return errOwed
		}
		if err := p.forgetBeside(ctx, cmd.ID); err != nil { // first: what is left of a memory that is gone would be a trace of it
			return err
		}
	}
	return fault.Storage("forget memory", p.store.Apply(ctx, cmd))
}

// tellLeft tells which memories say what the forgotten one m said, and which are current again without it.
func (p *parts) tellLeft(ctx context.Context, m *store.Memory, out *Forgotten) error {
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

// takeOut takes a memory that the store has just hidden or removed out of search. A call that stored it a moment ago may be about to let it be found: it holds the goals
// until it has, and is waited for.
func (e *Engine) takeOut(id store.ID) {
	defer e.aims.Exclude()()
	e.held.loseSight(id)
}

// scrub takes the bytes of what was purged out of the files. The memories are gone for every reader before that: what is left over is noted in the store and done with the
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
		e.log.Warn("a memory is restored, and the one that a dream kept in its place still counts it", "memory", id, "kept", by.Kept, "error", err)
	}
	return nil
}

// restore undoes a soft forget, and nothing else.
func restore(ctx context.Context, e *Engine, id store.ID) error {
	release, err := e.turns.lock(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	defer e.aims.HoldVectors()() // from reading its purpose vector to having it in the index
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
	if err := e.letBeFound(m); err != nil {
		return &Error{Kind: KindInternal, Message: "index restored memory", Err: err, Hint: "it is restored; a restart rebuilds the index"}
	}
	return nil
}
