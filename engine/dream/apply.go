package dream

import (
	"bytes"
	"context"
	"encoding/binary"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// apply executes the plan. First it writes the undo record of the whole plan, so that a dream can be undone after a
// crash at any later point; at the end it writes what was done. Between two steps it checks whether ctx has ended.
func (d *dreaming) apply(ctx context.Context) (cancelled bool, err error) {
	if err := ctx.Err(); err != nil {
		return false, internal("dream", err)
	}
	if len(d.record.Merges) == 0 && len(d.record.Links) == 0 {
		if err := d.finish(context.WithoutCancel(ctx), false); err != nil {
			return false, err
		}
		d.s.Recalls.Drop(d.question.Namespace, d.recalled)
		return false, nil
	}
	sure := context.WithoutCancel(ctx) // a step that has begun is completed
	if d.record.ID, err = d.s.nextDream(sure); err != nil {
		return false, err
	}
	entries, err := d.s.oldDreams(sure, d.record.Started)
	if err != nil {
		return false, err
	}
	if err := d.saveRecord(sure, entries...); err != nil {
		return false, err
	}
	d.s.Point("noted")
	planned := d.record
	d.record.Merges, d.record.Links = nil, nil
	left, cancelled, err := d.applyMerges(ctx, planned.Merges)
	if err == nil {
		for changes := range slices.Chunk(planned.Links, linkBatch) {
			if cancelled = cancelled || ctx.Err() != nil; cancelled {
				break
			}
			var done []LinkChange
			if done, err = d.changeLinks(sure, changes, left); err != nil {
				break
			}
			d.record.Links = append(d.record.Links, done...)
			d.s.Point("linked")
		}
	}
	if err != nil {
		return cancelled, cutShort(d.record.ID, err)
	}
	if !cancelled {
		d.s.Recalls.Drop(d.question.Namespace, d.recalled)
	}
	return cancelled, d.finish(sure, cancelled)
}

// applyMerges returns the memories of those merges that were skipped because the memories had changed.
func (d *dreaming) applyMerges(ctx context.Context, planned []MergeChange) (left map[store.ID]bool, cancelled bool, err error) {
	left = map[store.ID]bool{}
	d.total += len(planned)
	for i := range planned {
		if ctx.Err() != nil {
			return left, true, nil
		}
		d.step()
		ok, err := d.merge(context.WithoutCancel(ctx), &planned[i], d.merges[i])
		switch {
		case err != nil:
			return left, false, err
		case ok:
			d.record.Merges = append(d.record.Merges, planned[i])
			d.seen.merged(&planned[i], d.merges[i])
			d.s.Point("merged")
		default:
			left[planned[i].Older], left[planned[i].Younger] = true, true
		}
	}
	return left, false, nil
}

// finish writes what was done, and that this was the namespace's last dream.
func (d *dreaming) finish(ctx context.Context, cancelled bool) error {
	last := []store.Entry{d.last(cancelled)}
	if d.met != nil && !cancelled {
		last = append(last, Met{At: d.record.Started, Counts: d.met}.Entry(d.question.Namespace))
	}
	d.record.Finished = true
	if len(d.record.Merges) == 0 && len(d.record.Links) == 0 && d.record.ID != uuid.Nil {
		id := d.record.ID
		d.record.ID = uuid.Nil // nothing was done, so nothing can be taken back
		return fault.Storage("end dream", d.s.Store.Put(ctx, append(last, store.Entry{Shelf: store.ShelfUndo, Key: UndoKey(id)})...))
	}
	if d.record.ID == uuid.Nil {
		return fault.Storage("end dream", d.s.Store.Put(ctx, last...))
	}
	return d.saveRecord(ctx, last...)
}

// last is the state that the namespace keeps of its last dream. A cancelled dream has not processed the changes, and one
// that had no room for all copies treats them as new, so that the next dream is due.
func (d *dreaming) last(cancelled bool) store.Entry {
	k := Last{Ended: d.s.Now(), NearCopies: d.copiesLeft(false)}
	if !cancelled && !d.incomplete {
		k.Seen = d.seen.versions
	}
	return k.Entry(d.question.Namespace)
}

// saveRecord writes the record of the dream, with other entries.
func (d *dreaming) saveRecord(ctx context.Context, with ...store.Entry) error {
	b, err := d.record.Encode()
	if err != nil {
		return internal("note dream", err)
	}
	entries := append([]store.Entry{{Shelf: store.ShelfUndo, Key: UndoKey(d.record.ID), Value: b}}, with...)
	return fault.Storage("note dream", d.s.Store.Put(ctx, entries...))
}

const undoPrefix = "dream\x00"

// UndoKey is the key of a dream's record on the shelf of undo.
func UndoKey(id store.ID) []byte { return append([]byte(undoPrefix), id[:]...) }

// Each walks through the records of dreams, newest first.
func (s *Service) Each(ctx context.Context, fn func(key []byte, r *Record) (bool, error)) error {
	end := []byte(undoPrefix)
	end[len(end)-1]++
	err := s.Store.Walk(ctx, store.ShelfUndo, []byte(undoPrefix), end, true, func(key, value []byte) (bool, error) {
		r, err := ParseRecord(value)
		if err != nil {
			return false, err
		}
		return fn(key, r)
	})
	return fault.Storage("read dreams", err)
}

// nextDream makes the id of a dream. Dreams come in the order of their ids and are taken back in the opposite one, so it lies behind all that there
// are, also when the clock was set back since.
func (s *Service) nextDream(ctx context.Context) (store.ID, error) {
	id, err := uuid.NewV7()
	if err != nil {
		return id, internal("make id", err)
	}
	err = s.Each(ctx, func(_ []byte, newest *Record) (bool, error) {
		if bytes.Compare(id[:], newest.ID[:]) < 0 {
			var last [8]byte
			copy(last[2:], newest.ID[:6]) // milliseconds since 1970
			next := binary.BigEndian.AppendUint64(nil, binary.BigEndian.Uint64(last[:])+1)
			copy(id[:6], next[2:])
		}
		return false, nil
	})
	return id, err
}

// oldDreams are entries that take the records away whose dreams cannot be taken back any more.
func (s *Service) oldDreams(ctx context.Context, now time.Time) (out []store.Entry, err error) {
	err = s.Each(ctx, func(key []byte, r *Record) (bool, error) {
		if now.After(r.Started.Add(s.RestoreWindow)) {
			out = append(out, store.Entry{Shelf: store.ShelfUndo, Key: slices.Clone(key)})
		}
		return true, nil
	})
	return out, err
}

// cutShort tells of a dream that an error ended.
func cutShort(id store.ID, err error) error {
	return &fault.Error{Kind: fault.KindStorage, Message: "dream " + id.String() + " was cut short", Err: err, Hint: "what it had done can be undone: undo dream " + id.String()}
}
