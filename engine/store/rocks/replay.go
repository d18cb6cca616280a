package rocks

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/store"
)

var _ store.Replayer = (*Store)(nil)

// errFollows is what every other write answers in a store that follows a log: it would be here and on no other machine.
var errFollows = errors.New("the store is a part of a cluster and follows its log: write through the cluster's server")

// beginFollowing reads whether the store follows a log, and makes it a follower if the options say so.
func (s *Store) beginFollowing(follow bool) error {
	place, err := s.place()
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

// place reads the place in the log; errNoKey when the store follows none.
func (s *Store) place() (place uint64, err error) {
	return place, s.value(famSystem, []byte(keyPlace), func(r *reader) { place = r.u64() })
}

func placeOp(place uint64) op {
	w := &writer{b: []byte{recordVersion}}
	w.u64(place)
	return op{famSystem, []byte(keyPlace), seal(w.b, 0)}
}

// Place implements [store.Replayer].
func (s *Store) Place(ctx context.Context) (uint64, error) {
	if err := s.gate.enter(); err != nil {
		return 0, err
	}
	defer s.gate.leave()
	place, err := s.place()
	if errors.Is(err, errNoKey) {
		return 0, ctx.Err()
	}
	return place, err
}

// Replay implements [store.Replayer]. Commands and entries of many places are one write, synced once; a renewal's step and a binding are one each.
func (s *Store) Replay(ctx context.Context, all ...store.Placed) ([][]error, error) {
	if s.readOnly {
		return nil, errReadOnly
	}
	if !s.follows {
		return nil, errors.New("replay a log: the store follows none")
	}
	s.replaying.Lock()
	defer s.replaying.Unlock()
	done, err := s.Place(ctx)
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
			if no, err = s.replayStep(ctx, all[at].Place, step); no != nil {
				refused[at] = []error{no}
			}
		} else {
			n = runLength(all[at:])
			err = s.replayRun(all[at:at+n], refused[at:at+n])
		}
		if err != nil {
			return refused, fmt.Errorf("replay place %d of the log: %w", all[at].Place, err)
		}
		at += n
	}
	return refused, nil
}

// stepOf is the write of a place that is neither commands nor entries; nil: there is none.
func stepOf(p *store.Placed) *store.Write {
	for i := range p.Writes {
		if w := &p.Writes[i]; len(w.Commands) == 0 && len(w.Entries) == 0 {
			return w
		}
	}
	return nil
}

// runPlaces is how many places one write to the disk brings at most.
const runPlaces = 256

// runLength is how many places from the first on make one write.
func runLength(all []store.Placed) int {
	n := 1
	for n < len(all) && n < runPlaces && all[n].Place > all[n-1].Place && stepOf(&all[n]) == nil {
		n++
	}
	return n
}

// replayRun makes the commands and entries of the places, and notes the last place, in one write.
func (s *Store) replayRun(all []store.Placed, refused [][]error) error {
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
			err := s.stageWrite(sum, &p.Writes[j])
			if err != nil && !store.Refused(err) {
				return err
			}
			refused[i][j] = err
		}
	}
	sum.ops = append(sum.ops, placeOp(all[len(all)-1].Place))
	return s.writer.write(sum)
}

func (s *Store) stageWrite(sum *stage, w *store.Write) error {
	cmds, _, err := s.prepareAll(w.Commands)
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

// replayStep makes a binding or a step of a renewal. What it changes stands in one write with the place; when it changes nothing, the place is noted alone.
func (s *Store) replayStep(ctx context.Context, place uint64, w *store.Write) (refused, err error) {
	at := placeOp(place)
	switch {
	case w.Bind != nil:
		err = s.bind(ctx, &modelSet{profile: w.Bind.Profile, hashes: w.Bind.ModelHashes}, at)
	case w.Begin != nil:
		err = s.beginRenewal(ctx, *w.Begin, at)
	case w.End != nil:
		err = s.endRenewal(ctx, w.End.Entries, at)
	case w.Abandon:
		err = s.abandonRenewal(ctx, at)
	}
	if err != nil && !store.Refused(err) {
		return nil, err
	}
	if now, lookErr := s.Place(ctx); lookErr != nil || now == place {
		return err, lookErr
	}
	return err, s.d.apply([]op{at})
}
