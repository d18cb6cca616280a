package rocks

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/store"
)

// Follower is a [Store] that follows a log.
type Follower struct{ s *Store }

var _ store.Replayer = Follower{}

// Follower returns the store as a follower of a log. It must have been opened with [Options.Follow], now or earlier.
func (s *Store) Follower() Follower { return Follower{s} }

// errFollows is the error of every other write to a store that follows a log: it would change this machine's copy only.
var errFollows = errors.New("the store is a part of a cluster and follows its log: write through the cluster's server")

// beginFollowing reads whether the store follows a log, and makes it a follower if the options ask for it.
func beginFollowing(s *Store, follow bool) error {
	place, err := placeOf(s)
	switch {
	case err == nil:
		s.follows = true
		return nil
	case !errors.Is(err, errNoKey):
		return fmt.Errorf("read the place in the log: %w", err)
	case !follow || s.readOnly:
		return nil
	}
	if _, err := s.bound(); err == nil || len(s.writer.counts) > 0 {
		return errors.New("it is a store of its own and follows no log: only an empty store, or a checkpoint of a shard, can become a part of a cluster")
	}
	s.follows = true
	return s.d.apply([]op{placeOp(place)})
}

// placeOf reads the place in the log; errNoKey if the store follows none.
func placeOf(s *Store) (place uint64, err error) {
	return place, s.value(famSystem, []byte(keyPlace), func(r *reader) { place = r.U64() })
}

func placeOp(place uint64) op {
	w := writeTo([]byte{recordVersion})
	w.U64(place)
	return op{famSystem, []byte(keyPlace), seal(w.B, 0)}
}

// Place implements [store.Replayer].
func (f Follower) Place(ctx context.Context) (uint64, error) {
	if err := f.s.gate.enter(); err != nil {
		return 0, err
	}
	defer f.s.gate.leave()
	place, err := placeOf(f.s)
	if errors.Is(err, errNoKey) {
		return 0, ctx.Err()
	}
	return place, err
}

// Replay implements [store.Replayer]. Commands and entries of many places form one write; a renewal step or a binding is a separate write.
func (f Follower) Replay(ctx context.Context, all ...store.Placed) ([][]error, error) {
	s := f.s
	if s.readOnly {
		return nil, errReadOnly
	}
	if !s.follows {
		return nil, errors.New("replay a log: the store follows none")
	}
	s.replaying.Lock()
	defer s.replaying.Unlock()
	done, err := f.Place(ctx)
	if err != nil {
		return nil, fmt.Errorf("replay a log: %w", err)
	}
	refused := make([][]error, len(all))
	for at := 0; at < len(all); {
		if all[at].Place <= done {
			at++
			continue
		}
		if err := ctx.Err(); err != nil {
			return refused, err
		}
		n := 1
		if step := stepOf(&all[at]); step != nil {
			var no error
			if no, err = f.step(ctx, all[at].Place, step); no != nil {
				refused[at] = []error{no}
			}
		} else {
			n = runLength(all[at:])
			err = f.run(all[at:at+n], refused[at:at+n])
		}
		if err != nil {
			return refused, fmt.Errorf("replay place %d of the log: %w", all[at].Place, err)
		}
		at += n
	}
	return refused, nil
}

// stepOf returns the write of a place that is neither commands nor entries; nil: there is none.
func stepOf(p *store.Placed) *store.Write {
	for i := range p.Writes {
		if w := &p.Writes[i]; len(w.Commands) == 0 && len(w.Entries) == 0 {
			return w
		}
	}
	return nil
}

// runPlaces is the greatest number of places in one disk write.
const runPlaces = 256

// runLength is how many places from the first on form one write.
func runLength(all []store.Placed) int {
	n := 1
	for n < len(all) && n < runPlaces && all[n].Place > all[n-1].Place && stepOf(&all[n]) == nil {
		n++
	}
	return n
}

// run applies the commands and entries of the places, and stores the last place, in one write. The write is not synced, since the log is: after a power cut the store may be some complete
// places behind, and reads them from the log again.
func (f Follower) run(all []store.Placed, refused [][]error) error {
	s := f.s
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	s.writer.deciding.Lock()
	defer s.writer.deciding.Unlock()
	v := s.d.view()
	defer v.close()
	sum := newStage(v, nil)
	for i, p := range all {
		refused[i] = make([]error, len(p.Writes))
		for j := range p.Writes {
			err := f.stage(sum, &p.Writes[j])
			if err != nil && !store.Refused(err) {
				return err
			}
			refused[i][j] = err
		}
	}
	sum.ops = append(sum.ops, placeOp(all[len(all)-1].Place))
	return s.writer.write(s.d.lazy, sum)
}

func (f Follower) stage(sum *stage, w *store.Write) error {
	cmds, _, err := f.s.prepareAll(w.Commands)
	if err != nil {
		return err
	}
	ops, _, err := shelfOps(w.Entries)
	if err != nil {
		return err
	}
	if err := (&request{cmds: cmds}).stageOn(sum); err != nil {
		return err
	}
	sum.ops = append(sum.ops, ops...)
	return nil
}

// with is a store and operations that its next write includes.
type with struct {
	*Store
	along []op
}

// step applies a binding or a renewal step. Its changes and the place are stored in one write; if it changes nothing, only the place is stored.
func (f Follower) step(ctx context.Context, place uint64, w *store.Write) (refused, err error) {
	at, along := placeOp(place), with{f.s, []op{placeOp(place)}}
	switch {
	case w.Bind != nil:
		err = along.bind(ctx, &modelSet{profile: w.Bind.Profile, hashes: w.Bind.ModelHashes})
	case w.Begin != nil:
		err = along.beginRenewal(ctx, *w.Begin)
	case w.End != nil:
		err = along.endRenewal(ctx, w.End.Entries)
	case w.Abandon:
		err = along.abandonRenewal(ctx)
	}
	if err != nil && !store.Refused(err) {
		return nil, err
	}
	if now, lookErr := f.Place(ctx); lookErr != nil || now == place {
		return err, lookErr
	}
	return err, f.s.d.apply([]op{at})
}
