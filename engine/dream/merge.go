package dream

import (
	"bytes"
	"context"
	"errors"
	"math"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// NearCopy is the similarity in E1 above which two memories with the same words (see [compare.WordingOf]) are merged.
const NearCopy = .97

// mergePlan has the versions that a merge was planned with. It is executed only if both memories still have them.
type mergePlan struct{ olderVersion, youngerVersion uint64 }

// planMerges chooses what is merged: memories with the same words as an older one that are alike in E1 as well. A copy whose older memory could not
// hold its tags and links besides its own is left, and so is one that was merged before and brought back, one of a chain ([Chained]), one that says of itself when or where it was said (apart), or one that became true again
// after another memory said otherwise: the older one alone would read as out of date. Those that the record has no room for
// (Config.Room) are counted, and stay for the next dream.
func (d *dreaming) planMerges(ctx context.Context) error {
	back, err := d.restoredPairs(ctx)
	if err != nil {
		return err
	}
	d.copies, d.leftAlone = 0, 0
	heads := map[store.ID]*store.Memory{} // of older memories, as the merges before leave them
	otherwise := map[store.ID]time.Time{} // see Config.SaidOtherwise, of older memories
	for _, c := range d.seen.copies {
		if err := ctx.Err(); err != nil {
			return err
		}
		older, younger := d.seen.all[c.older].ID, d.seen.all[c.younger].ID
		if back[PairOf(older, younger)] {
			d.leftAlone++
			continue
		}
		similarity, err := d.similarity(ctx, older, younger)
		if err != nil {
			return err
		}
		if !(similarity > NearCopy) {
			continue
		}
		if stays, err := d.stays(ctx, older, younger, otherwise); err != nil {
			return err
		} else if stays {
			continue
		}
		d.copies++
		if d.room <= 0 {
			d.incomplete = true
			continue
		}
		if err := d.planMerge(ctx, heads, older, younger, similarity); err != nil {
			return err
		}
	}
	return nil
}

// stays reports whether the younger of two copies is left as it is: one of them is part of a chain or gone, it is apart, or another memory said otherwise between the two.
func (d *dreaming) stays(ctx context.Context, older, younger store.ID, otherwise map[store.ID]time.Time) (bool, error) {
	o, err := d.head(ctx, older)
	if err != nil || o == nil {
		return true, err
	}
	y, err := d.head(ctx, younger)
	if err != nil || y == nil || apart(o, y) {
		return true, err
	}
	for _, m := range []*store.Memory{o, y} {
		if chained, err := Chained(ctx, d.s.Store, m); chained || err != nil {
			return true, fault.Storage("read links", err)
		}
	}
	first, known := otherwise[older] // of twelve copies eleven ask the same
	if !known {
		if first, err = d.s.SaidOtherwise(ctx, older); err != nil {
			return true, err
		}
		otherwise[older] = first
	}
	return !first.IsZero() && first.Before(y.Time), nil
}

// apart reports whether the younger of two copies says of when, in which session or from which source it is what the older one does not: storing takes it for another memory then, and
// who filters by that would not find it any more. Searches fold the two.
func apart(older, younger *store.Memory) bool {
	dated := !younger.Time.Equal(younger.Created) && !younger.Time.Equal(older.Time) // else it is of the moment in which it was stored
	return dated || younger.SessionID != "" && younger.SessionID != older.SessionID || younger.Source != "" && younger.Source != older.Source
}

// similarity is that of two memories in E1; NaN when one is gone.
func (d *dreaming) similarity(ctx context.Context, a, b store.ID) (float64, error) {
	both, err := d.s.values(ctx, []store.ID{a, b}, models.SetOf(models.Semantic))
	if err != nil {
		return 0, err
	}
	return min(1, fingerprint.Similarity(models.Semantic, &both[0][models.Semantic], &both[1][models.Semantic])), nil
}

// planMerge adds a merge to the record, if both are still live and the older one has room.
func (d *dreaming) planMerge(ctx context.Context, heads map[store.ID]*store.Memory, older, younger store.ID, similarity float64) error {
	if heads[older] == nil {
		head, err := d.head(ctx, older)
		if err != nil || head == nil {
			return err
		}
		heads[older] = head
	}
	o := heads[older]
	y, err := d.head(ctx, younger)
	if err != nil || y == nil {
		return err
	}
	merged, change := combine(o, y)
	if len(merged.Tags) > d.s.MaxTags || len(merged.Links) > d.s.MaxLinks {
		return nil
	}
	change.Similarity = similarity
	d.record.Merges = append(d.record.Merges, change)
	d.merges = append(d.merges, mergePlan{o.Version, y.Version})
	d.into[younger] = older
	d.room -= 1 + len(change.Tags) + len(change.Links)
	merged.Version++
	heads[older] = merged
	return nil
}

// head reads a memory without its text and values; nil when it is purged or forgotten.
func (d *dreaming) head(ctx context.Context, id store.ID) (*store.Memory, error) {
	many, err := d.s.Store.Get(ctx, store.Parts{}, id)
	if err != nil {
		return nil, fault.Storage("read memory", err)
	}
	if many[0] == nil || !many[0].Deleted.IsZero() {
		return nil, nil
	}
	return many[0], nil
}

// combine returns the older memory with the tags and links of the younger, the greater importance and how often both were stored, and which of these
// are new.
func combine(older, younger *store.Memory) (*store.Memory, MergeChange) {
	m := *older
	m.Tags, m.Links = slices.Clone(m.Tags), slices.Clone(m.Links)
	change := MergeChange{Older: older.ID, Younger: younger.ID, Repeats: max(younger.Repeats, younger.Repeats+1), ImportanceBefore: older.Importance, ImportanceAfter: max(older.Importance, younger.Importance)}
	m.Importance = change.ImportanceAfter
	m.Repeats += min(change.Repeats, math.MaxUint32-m.Repeats)
	change.RepeatsAfter = m.Repeats
	for _, at := range []time.Time{younger.Created, younger.LastRepeat} {
		if at.After(m.LastRepeat) {
			m.LastRepeat = at
		}
	}
	for _, t := range younger.Tags {
		if !slices.Contains(m.Tags, t) {
			m.Tags = append(m.Tags, t)
			change.Tags = append(change.Tags, HashTag(t))
		}
	}
	for _, id := range younger.Links {
		if id != older.ID && !slices.Contains(m.Links, id) {
			m.Links = append(m.Links, id)
			change.Links = append(change.Links, id)
		}
	}
	return &m, change
}

// restoredPairs are the pairs that a dream merged and that are both live again, after an undo of the dream or a restore
// of the younger. They are not merged again.
func (d *dreaming) restoredPairs(ctx context.Context) (map[Pair]bool, error) {
	out := map[Pair]bool{}
	err := d.s.Each(ctx, func(_ []byte, r *Record) (bool, error) {
		if r.Namespace == d.question.Namespace && (r.Finished || !r.Undone.IsZero()) {
			for _, m := range r.Merges {
				out[PairOf(m.Older, m.Younger)] = true
			}
		}
		return true, nil
	})
	return out, err
}

// merge executes a planned merge in one write: the older memory's next version, and the younger one forgotten. ok is
// false, and nothing is done, when one of the two has changed since the plan.
func (d *dreaming) merge(ctx context.Context, c *MergeChange, p mergePlan) (ok bool, err error) {
	var older, younger *store.Memory
	take := []struct {
		id      store.ID
		version uint64
		into    **store.Memory
	}{{c.Older, p.olderVersion, &older}, {c.Younger, p.youngerVersion, &younger}}
	if bytes.Compare(c.Older[:], c.Younger[:]) > 0 { // as all do who take several turns
		slices.Reverse(take)
	}
	for _, t := range take {
		m, release, err := d.lockVersion(ctx, t.id, t.version)
		if err != nil || m == nil {
			return false, err
		}
		defer release()
		*t.into = m
	}
	merged, change := combine(older, younger)
	c.Repeats, c.RepeatsAfter = change.Repeats, change.RepeatsAfter // it may have been stored again since the plan, which is no other version
	merged.Version, merged.Updated = older.Version+1, d.record.Started
	forget := store.Command{Op: store.OpForget, ID: younger.ID, At: d.record.Started}
	if err := d.s.Rewrite(ctx, merged, forget); errors.Is(err, ErrChained) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	d.s.TakeOut(younger.ID)
	return true, nil
}

// lockVersion waits for the lock of a memory and reads it; nil, and no lock, when this version is not live any more. It
// is called while another lock is held. That cannot deadlock: who holds several takes them in the order of their bytes, but for
// expiry, which holds forgotten memories only, and the one held here is live.
func (d *dreaming) lockVersion(ctx context.Context, id store.ID, version uint64) (*store.Memory, func(), error) {
	release, err := d.s.Turn(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	m, err := d.s.Whole(ctx, id)
	if err == nil && m.Version == version && m.Deleted.IsZero() {
		return m, release, nil
	}
	release()
	if isNotFound(err) {
		err = nil
	}
	return nil, nil, err
}

func isNotFound(err error) bool {
	var e *fault.Error
	return errors.As(err, &e) && e.Kind == fault.KindNotFound
}
