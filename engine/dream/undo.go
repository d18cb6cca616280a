package dream

import (
	"context"
	"slices"
	"time"

	"asterism/engine/fault"
	"asterism/engine/store"

	"github.com/google/uuid"
)

// undoDream takes a dream back: links have the weights they had, merged memories are restored, and the older ones lose what they took over.
// What others changed since is left as they made it. It first checks that all of it can be done; done again after a crash it
// does the rest, and of a dream that was taken back already, nothing.
func (s *Service) undoDream(ctx context.Context, q Question) (*Answer, error) {
	r, err := s.dreamRecord(ctx, q)
	if err != nil {
		return nil, err
	}
	out := &Answer{Report: r.Report(), Undone: true}
	if !r.Undone.IsZero() {
		out.Undid.Before = true
		return out, nil
	}
	start := time.Now()
	if err := s.undoable(ctx, r); err != nil {
		return nil, err
	}
	for i := range slices.Backward(r.Merges) {
		restored, err := s.unmerge(ctx, r, &r.Merges[i])
		if err != nil {
			return nil, err
		}
		if restored {
			out.Undid.Copies++
		}
	}
	if err := s.unlink(ctx, r, &out.Undid); err != nil {
		return nil, err
	}
	out.Took = time.Since(start)
	return out, s.changeRecord(ctx, r.ID, func(r *Record) { r.Undone = s.Now() })
}

// dreamRecord finds a dream of the namespace.
func (s *Service) dreamRecord(ctx context.Context, q Question) (*Record, error) {
	b, ok, err := s.Store.Read(ctx, store.ShelfUndo, UndoKey(q.Undo))
	if err != nil {
		return nil, fault.Storage("read dream", err)
	}
	if !ok {
		return nil, fault.Invalid("there is no dream %s to undo", "use the id that trigger_dream returned; a dream can be undone for 30 days", q.Undo)
	}
	r, err := ParseRecord(b)
	if err != nil {
		return nil, fault.Storage("read dream", err)
	}
	if r.Namespace != q.Namespace {
		return nil, fault.Invalid("dream %s is of namespace %s, not of %s", "name its namespace", q.Undo, r.Namespace, q.Namespace)
	}
	return r, nil
}

// undoable refuses to take a dream back when a later one built on it, or when something it put away is gone.
func (s *Service) undoable(ctx context.Context, r *Record) error {
	var later store.ID
	err := s.Each(ctx, func(_ []byte, o *Record) (bool, error) {
		if o.ID == r.ID {
			return false, nil
		}
		if o.Namespace == r.Namespace && o.Undone.IsZero() && o.Touches(r) {
			later = o.ID
			return false, nil
		}
		return true, nil
	})
	if err != nil {
		return err
	}
	if later != uuid.Nil {
		return fault.Invalid("dream %s cannot be undone before dream %s, which came later and changed the same links or memories", "undo the later one first", r.ID, later)
	}
	until := r.Started.Add(s.RestoreWindow)
	for _, m := range r.Merges {
		many, err := s.Store.Get(ctx, store.Parts{}, m.Younger)
		switch {
		case err != nil:
			return fault.Storage("read memory", err)
		case many[0] == nil:
			return fault.Invalid("dream %s cannot be undone: memory %s, which it forgot on %s, is gone for good", "it could be restored until "+until.Format(time.RFC3339)+", unless it was forgotten hard", r.ID, m.Younger, r.Started.Format(time.RFC3339))
		case many[0].Deleted.Equal(r.Started) && s.Now().After(until):
			return fault.Invalid("dream %s cannot be undone: memory %s, which it forgot on %s, could be restored until %s", "store it again", r.ID, m.Younger, r.Started.Format(time.RFC3339), until.Format(time.RFC3339))
		}
	}
	return nil
}

// unmerge restores the younger memory and takes back from the older what it took over. A merge of an unfinished dream that did
// not come about shows in the younger one, which the dream then has not forgotten.
func (s *Service) unmerge(ctx context.Context, r *Record, c *MergeChange) (restored bool, err error) {
	younger, err := store.One(ctx, s.Store, store.Parts{}, c.Younger)
	if err != nil {
		return false, fault.NotFound("read memory", err)
	}
	merged := younger.Deleted.Equal(r.Started)
	if !merged && !r.Finished {
		return false, nil
	}
	if !c.Back {
		if err := s.giveBack(ctx, c); err != nil {
			return false, err
		}
	}
	if !merged { // restored, or forgotten anew, by someone else
		return false, nil
	}
	return true, s.Restore(ctx, c.Younger)
}

// giveBack takes from the older memory what the merge gave it, as far as it still has it. One that is gone or forgotten is left as it is.
func (s *Service) giveBack(ctx context.Context, c *MergeChange) error {
	release, err := s.Turn(ctx, c.Older)
	if err != nil {
		return err
	}
	defer release()
	old, err := s.Whole(ctx, c.Older)
	if isNotFound(err) || err == nil && !old.Deleted.IsZero() {
		return nil
	}
	if err != nil {
		return err
	}
	m := *old
	m.Tags = slices.DeleteFunc(slices.Clone(m.Tags), func(t string) bool { return slices.Contains(c.Tags, HashTag(t)) })
	m.Links = slices.DeleteFunc(slices.Clone(m.Links), func(id store.ID) bool { return slices.Contains(c.Links, id) })
	if m.Importance == c.ImportanceAfter {
		m.Importance = c.ImportanceBefore
	}
	if m.Repeats >= c.RepeatsAfter { // with fewer, they were given back before this undo was cut short
		m.Repeats -= min(m.Repeats, c.Repeats)
	}
	if m.Repeats == 0 { // with others left, when the same was last stored stays
		m.LastRepeat = time.Time{}
	}
	if len(m.Tags) == len(old.Tags) && len(m.Links) == len(old.Links) && m.Importance == old.Importance && m.Repeats == old.Repeats {
		return nil
	}
	m.Version, m.Updated = old.Version+1, s.Now()
	return s.Rewrite(ctx, &m)
}

// unlink gives links the weights they had before the dream. Links of memories that are gone went with them, and what somebody decided on a link since
// stands: one that was refused, accepted or removed is left so.
func (s *Service) unlink(ctx context.Context, r *Record, done *Undid) error {
	for changes := range slices.Chunk(r.Links, linkBatch) {
		var cmds []store.Command
		for _, c := range changes {
			decided, err := s.decided(ctx, &c)
			if err != nil {
				return err
			}
			if decided {
				continue
			}
			at := c.BeforeAt
			if at.IsZero() {
				at = s.Now()
			}
			if c.Kind == Learned {
				done.Links++
			} else {
				done.Proposals++
			}
			cmds = append(cmds, store.Command{Op: store.OpLink, ID: c.A, Other: c.B, Kind: edgeKind(c.Kind), Weight: c.Before, At: at})
		}
		if len(cmds) == 0 {
			continue
		}
		if err := s.Store.Apply(ctx, cmds...); err != nil {
			return fault.Storage("give links their weights back", err)
		}
	}
	return nil
}

// decided reports whether somebody has refused or accepted the link between two memories, or removed it: then it is not there, though the dream left it there. What the
// dream made is taken away in any case, so nothing is looked up for it.
func (s *Service) decided(ctx context.Context, c *LinkChange) (bool, error) {
	if c.Before == 0 {
		return false, nil
	}
	out, _, err := s.Store.Edges(ctx, c.A)
	if err != nil {
		return false, fault.Storage("read links", err)
	}
	there := false
	for _, e := range out {
		if e.Other != c.B {
			continue
		}
		if e.Kind == store.EdgeRefused || e.Kind == store.EdgeAccepted {
			return true, nil
		}
		there = there || e.Kind == edgeKind(c.Kind)
	}
	return c.After > 0 && !there, nil
}
