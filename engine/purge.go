package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"asterism/engine/aims"
	"asterism/engine/earlier"
	"asterism/engine/fault"
	"asterism/engine/passon"
	"asterism/engine/store"
	"asterism/engine/worth"
)

const (
	// purgeBatch is how many memories one write purges. It is small, so that a waiting writer does not notice.
	purgeBatch = 64
	// purgePause is the time for writers between two batches.
	purgePause = 20 * time.Millisecond
)

// expiring is what a purge needs of a store; see [store.Store].
type expiring interface {
	Get(ctx context.Context, parts store.Parts, ids ...store.ID) ([]*store.Memory, error)
	Apply(ctx context.Context, cmds ...store.Command) error
	Edges(ctx context.Context, id store.ID) (out, in []store.Edge, err error)
	Forgotten(ctx context.Context, before time.Time, limit int) ([]store.Forgotten, error)
}

// expiry purges memories whose RestoreWindow is over: exactly those that Restore refuses.
type expiry struct {
	store expiring
	now   func() time.Time
	turns *turns // of those who change memories at the same time
	// forget removes what is stored elsewhere about memories, before they are removed.
	forget func(ctx context.Context, ids ...store.ID) error
	hold   func() (release func()) // prevents others from recording anything about them meanwhile; nil: there are no others
	pass   *passon.Config          // hands on what they have superseded
	gone   func(ids ...store.ID)   // is called with the removed ones; nil: nobody holds anything about them
	stay   map[store.ID]error      // those that cannot be removed, each with the reason
}

// Purgeable is a store whose memories can be purged without an engine.
type Purgeable interface {
	expiring
	Put(ctx context.Context, entries ...store.Entry) error
	Scrub(ctx context.Context) (purged int, err error)
}

// PurgeExpired removes for good the memories of a store whose RestoreWindow is over, and removes their bytes from the files, also those that a killed backup has left. No engine
// may have the store open; its folder is data. It returns the number of memories, also if it is cut short; what was purged stays purged.
func PurgeExpired(ctx context.Context, s Purgeable, data string, now time.Time) (int, error) {
	own, clock := &turns{}, func() time.Time { return now }
	pass := &passon.Config{Store: s, Spaces: stored, Most: MaxSupersedes, Now: clock, Turn: own.lock}
	x := expiry{store: s, now: clock, turns: own, pass: pass, forget: func(ctx context.Context, ids ...store.ID) error {
		var gone []store.Entry
		for _, id := range ids {
			gone = append(gone, worth.Forgetting(id), earlier.Forgetting(id), aims.ForgettingEvolution(id))
		}
		return fault.Storage("remove what is kept of forgotten memories", s.Put(ctx, gone...))
	}}
	n, err := x.run(ctx)
	if ctx.Err() != nil {
		return n, err
	}
	if derr := dropCheckpoint(data); derr != nil {
		return n, errors.Join(err, fault.Storage("remove what a killed backup has left", derr))
	}
	_, serr := s.Scrub(ctx)
	return n, errors.Join(err, fault.Storage("remove the bytes of purged memories from the files", serr))
}

// Expired returns the memories that PurgeExpired would purge, the longest forgotten first, at most limit.
func Expired(ctx context.Context, s expiring, now time.Time, limit int) ([]store.Forgotten, error) {
	due, err := s.Forgotten(ctx, now.Add(-RestoreWindow), limit)
	return due, fault.Storage("list forgotten memories", err)
}

// run purges in batches, with pauses, until none is due. A memory that cannot be purged does not prevent the others; the error names it.
func (x *expiry) run(ctx context.Context) (total int, err error) {
	x.stay = map[store.ID]error{}
	for {
		due, err := Expired(ctx, x.store, x.now(), purgeBatch+len(x.stay))
		if err != nil {
			return total, err
		}
		due = slices.DeleteFunc(due, func(f store.Forgotten) bool { return x.stay[f.ID] != nil })
		last := len(due) < purgeBatch
		if len(due) > 0 {
			n, err := x.purge(ctx, due)
			if total += n; err != nil {
				return total, err
			}
		}
		if last {
			return total, errors.Join(slices.Collect(maps.Values(x.stay))...)
		}
		if err := pause(ctx, purgePause); err != nil {
			return total, err
		}
	}
}

// purge removes those that are still forgotten since the same time: a restore that came first wins. What they superseded is handed on before, in separate writes: a
// purge that is cut short in between leaves a valid state, and the next one does the rest.
func (x *expiry) purge(ctx context.Context, due []store.Forgotten) (int, error) {
	var cmds []store.Command
	var ids []store.ID
	left := map[store.ID]passon.Left{}
	for _, f := range due {
		some, err := x.pass.From(ctx, f.ID)
		if err != nil {
			return 0, err
		}
		left[f.ID] = some
		for by, why := range some {
			if x.pass.Mend == nil { // a caller that opens the store with its models can repair that memory, and lose nothing
				x.stay[f.ID] = &Error{Kind: KindStorage, Message: fmt.Sprintf("memory %s stays: what it superseded could not be handed on to memory %s", f.ID, by), Err: why,
					Hint: "a server that opens the store mends that one and purges this one within a day; or `asterism reembed --damaged`, and then `asterism purge`"}
			}
		}
	}
	due = slices.DeleteFunc(slices.Clone(due), func(f store.Forgotten) bool { return x.stay[f.ID] != nil })
	passPoint()
	slices.SortFunc(due, func(a, b store.Forgotten) int { return bytes.Compare(a.ID[:], b.ID[:]) }) // the same order as everywhere: two callers with different orders would deadlock
	for _, f := range due {
		release, err := x.turns.lock(ctx, f.ID)
		if err != nil {
			return 0, err
		}
		defer release()
		many, err := x.store.Get(ctx, store.Parts{}, f.ID)
		if err != nil {
			return 0, fault.Storage("read forgotten memory", err)
		}
		m := many[0]
		if m == nil || !m.Deleted.Equal(f.At) { // purged or restored meanwhile
			continue
		}
		if owed, err := x.pass.Owed(ctx, m, left[f.ID]); err != nil {
			return 0, err
		} else if len(owed) == 0 { // otherwise it was changed meanwhile, and is left for the next time
			cmds = append(cmds, store.Command{Op: store.OpPurge, ID: m.ID, Version: m.Version, At: x.now()})
			ids = append(ids, m.ID)
		}
	}
	if x.hold != nil {
		defer x.hold()()
	}
	if err := x.forget(ctx, ids...); err != nil {
		return 0, err
	}
	if err := x.store.Apply(ctx, cmds...); err != nil {
		return 0, fault.Storage("purge forgotten memories", err)
	}
	if x.gone != nil {
		x.gone(ids...)
	}
	return len(cmds), nil
}

// passPoint is called between the writes of a purge; tests change it.
var passPoint = func() {}

// pause waits, or returns why ctx ended.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
