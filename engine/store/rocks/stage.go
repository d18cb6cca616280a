package rocks

import (
	"errors"
	"maps"
	"slices"
	"time"

	"asterism/engine/store"
)

// op is one write of a batch; a nil value deletes.
type op struct {
	family family
	key    []byte
	value  []byte
}

// stage collects the changes of commands, on top of the stage below it or of the stored state. So a later command sees the
// changes of an earlier one before they are written, and a call that fails half-way changes nothing.
type stage struct {
	below      *stage
	view       *view
	heads      map[store.ID]*header          // their future state; nil: no such memory
	tombstones map[store.ID]*store.Tombstone // the same for tombstones
	edges      map[undirected]bool           // set in this stage, and perhaps removed again
	ops        []op
	delta      counts
}

func newStage(v *view, below *stage) *stage {
	return &stage{below: below, view: v, heads: map[store.ID]*header{}, tombstones: map[store.ID]*store.Tombstone{}, edges: map[undirected]bool{}, delta: counts{}}
}

// mergeDown adds all changes to the stage below.
func (s *stage) mergeDown() {
	maps.Copy(s.below.heads, s.heads)
	maps.Copy(s.below.tombstones, s.tombstones)
	maps.Copy(s.below.edges, s.edges)
	s.below.ops = append(s.below.ops, s.ops...)
	for ns, d := range s.delta {
		s.below.delta[ns] = s.below.delta[ns].add(d)
	}
}

// head returns the memory's header with all staged changes, nil if there is none.
func (s *stage) head(id store.ID) (*header, error) {
	for at := s; at != nil; at = at.below {
		if h, ok := at.heads[id]; ok {
			return h, nil
		}
	}
	var h *header
	err := s.view.get(famMemories, id[:], func(value []byte) (err error) {
		h, err = parseHeader(id, value)
		return err
	})
	if errors.Is(err, errNoKey) {
		return nil, nil
	}
	return h, inKey(famMemories, id[:], err)
}

// bytes is the size of the values to be written.
func (s *stage) bytes() (sum uint64) {
	for _, o := range s.ops {
		sum += uint64(len(o.value))
	}
	return sum
}

func (s *stage) put(f family, key, value []byte) { s.ops = append(s.ops, op{f, key, value}) }
func (s *stage) del(f family, key []byte)        { s.ops = append(s.ops, op{f, key, nil}) }

func (s *stage) apply(c *prepared) error {
	old, err := s.head(c.ID)
	if err != nil {
		return err
	}
	now, err := s.state(&c.Command, old)
	if err != nil {
		return err
	}
	change, err := store.Decide(&c.Command, now)
	if err != nil {
		return err
	}
	switch change {
	case store.Replace:
		if now.Purged {
			s.removeTombstone(c.ID)
		}
		if err := s.leaveOutPurged(c); err != nil {
			return err
		}
		s.replace(old, c)
	case store.Hide:
		s.setDeleted(old, c.At.UTC())
	case store.Show:
		s.setDeleted(old, time.Time{})
	case store.RemoveAll:
		s.addTombstone(now.Bury(&c.Command))
		return s.purge(old, c.ID)
	case store.Align:
		s.rewrite(old, func(h *header) { h.Purpose = *c.Purpose })
	case store.Repeat:
		s.rewrite(old, func(h *header) { h.Repeat(&c.Command) })
	case store.Join:
		s.putEdge(undirectedOf(&c.Command), &c.Command)
	case store.Part:
		s.deleteEdge(undirectedOf(&c.Command))
	case store.Renew:
		return s.renew(c)
	}
	return nil
}

// replace writes the new memory and deletes those keys of the old one that the new one does not overwrite.
func (s *stage) replace(old *header, c *prepared) {
	if old != nil {
		s.erase(old)
	}
	id := c.header.ID
	s.put(famMemories, id[:], c.head)
	s.put(famContent, id[:], c.content)
	for _, space := range c.header.spaces.Spaces() {
		s.put(s.view.d.layout.serving(space), id[:], c.values[space])
	}
	s.put(famTimeline, c.timeline, nothing)
	s.put(famHashes, c.hash, nothing)
	s.listForgotten(c.header)
	for _, r := range c.header.References() {
		s.put(famEdges, edgeKey(edgeOut, id, r.Kind, r.To), edgeValue(1, c.header.Created))
		s.put(famEdges, edgeKey(edgeIn, r.To, r.Kind, id), nothing)
	}
	s.count(c.header, 1)
	s.heads[id] = c.header
}

// leaveOutPurged removes the links to purged memories from a new one: they may have been purged after its writer checked
// them.
func (s *stage) leaveOutPurged(c *prepared) error {
	purged := map[store.ID]bool{}
	for _, r := range c.header.References() {
		t, err := s.tombstone(r.To)
		if err != nil {
			return err
		}
		purged[r.To] = t != nil
	}
	if c.header.Unlink(func(to store.ID) bool { return purged[to] }) {
		c.head = appendHeader(nil, c.header)
	}
	return nil
}

// erase deletes every key of a memory except the links of others to it and those that its writer did not give.
func (s *stage) erase(h *header) {
	id := h.ID
	s.del(famMemories, id[:])
	s.del(famContent, id[:])
	for _, space := range h.spaces.Spaces() {
		s.del(s.view.d.layout.serving(space), id[:])
	}
	s.eraseRenewed(id)
	s.del(famTimeline, timelineKey(h.Cursor()))
	s.del(famHashes, hashKey(h.Namespace, h.TextHash, id))
	s.unlistForgotten(h)
	for _, r := range h.References() {
		s.deleteReference(id, r)
	}
	s.count(h, -1)
	s.heads[id] = nil
}

func (s *stage) deleteReference(from store.ID, r store.Reference) {
	s.del(famEdges, edgeKey(edgeOut, from, r.Kind, r.To))
	s.del(famEdges, edgeKey(edgeIn, r.To, r.Kind, from))
}

func (s *stage) count(h *header, sign int64) {
	c := counted(h)
	s.delta[h.Namespace] = s.delta[h.Namespace].add(count{sign * c.live, sign * c.forgotten})
}

// rewrite changes only a memory's header.
func (s *stage) rewrite(old *header, change func(h *header)) {
	h := *old
	change(&h)
	s.count(old, -1)
	s.count(&h, 1)
	id := h.ID
	s.put(famMemories, id[:], appendHeader(nil, &h))
	s.heads[id] = &h
}

// setDeleted sets when the memory was forgotten.
func (s *stage) setDeleted(old *header, deleted time.Time) {
	s.unlistForgotten(old)
	s.rewrite(old, func(h *header) { h.Deleted = deleted })
	s.listForgotten(s.heads[old.ID])
}

// purge removes every trace, also from the memories that link to this one. old is nil if only the tombstone is new.
func (s *stage) purge(old *header, id store.ID) error {
	sources, err := s.linking(id)
	if err != nil {
		return err
	}
	if err := s.deleteEdges(id); err != nil {
		return err
	}
	if old != nil {
		s.erase(old)
	}
	for _, from := range sources {
		h, err := s.head(from)
		if err != nil {
			return err
		}
		if h == nil || !h.refersTo(id) { // changed earlier in this batch
			continue
		}
		s.rewrite(h, func(h *header) { h.Unlink(func(to store.ID) bool { return to == id }) })
		s.deleteReference(from, store.Reference{Kind: store.EdgeGiven, To: id})
		s.deleteReference(from, store.Reference{Kind: store.EdgeSupersedes, To: id})
	}
	return nil
}

// linking returns the memories that link to id, stored or only staged, and perhaps some that no longer do.
func (s *stage) linking(id store.ID) (out []store.ID, err error) {
	for at := s; at != nil; at = at.below {
		for from, h := range at.heads {
			if h != nil && h.refersTo(id) {
				out = append(out, from)
			}
		}
	}
	low := edgePrefix(edgeIn, id)
	err = s.view.each(famEdges, low, successor(low), false, func(key, _ []byte) (bool, error) {
		_, _, kind, from, err := parseEdgeKey(key)
		if err == nil && kind.Directed() {
			out = append(out, from)
		}
		return err == nil, inKey(famEdges, key, err)
	})
	return out, err
}

// refersTo reports whether the memory's own links contain id.
func (h *header) refersTo(id store.ID) bool {
	return slices.Contains(h.Links, id) || slices.Contains(h.Supersedes, id)
}
