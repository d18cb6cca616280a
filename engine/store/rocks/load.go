package rocks

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"asterism/engine/caught"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// chunkMemories is how many memories a worker of Load takes at a time: neighbours in every family, so that each family
// is read in long runs.
const chunkMemories = 512

// Load calls fn with all live memories, some at a time, each once, with their headers and the given parts, from one state: the way to fill an index at start. It reads in the
// order of the families, much faster than [Store.Scan], so the memories are not ordered by time. It calls fn from that many workers at once, each with its own number below
// workers. fn may keep the memories but not their values, whose arrays are reused.
func (s *Store) Load(ctx context.Context, parts store.Parts, workers int, fn func(worker int, some []*store.Memory) error) error {
	if err := s.gate.enter(); err != nil {
		return err
	}
	defer s.gate.leave()
	v := s.d.scanSnapshot() // it verifies the checksums of blocks although each value has its own: RocksDB aborts the process on some damaged blocks
	defer v.close()
	group, ctx := caught.WithContext(ctx)
	chunks := make(chan []*header, max(workers, 1))
	group.Go(func() error {
		defer close(chunks)
		return s.chunks(ctx, v, &parts, chunks)
	})
	for number := range max(workers, 1) {
		group.Go(func() error {
			w := newLoader(v, &parts)
			defer w.close()
			for chunk := range chunks {
				if err := w.load(chunk); err != nil {
					return err
				}
				if some := w.readable(chunk); len(some) > 0 {
					if err := fn(number, some); err != nil {
						return err
					}
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return fmt.Errorf("load memories: %w", err)
	}
	return nil
}

// chunks sends the headers of all live memories, in the order of their ids.
func (s *Store) chunks(ctx context.Context, v *view, parts *store.Parts, out chan<- []*header) error {
	var chunk []*header
	send := func() error {
		if err := ctx.Err(); err != nil { // a select may choose the other branch
			return err
		}
		select {
		case out <- chunk:
			chunk = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err := s.eachHeader(v, parts, func(h *header) error {
		if !h.Deleted.IsZero() {
			return nil
		}
		if chunk = append(chunk, h); len(chunk) == chunkMemories {
			return send()
		}
		return nil
	})
	if err != nil || len(chunk) == 0 {
		return err
	}
	return send()
}

// parseRow reads a key and value of the family of headers.
func (s *Store) parseRow(key, value []byte) (*header, error) {
	if len(key) != idBytes {
		return nil, fmt.Errorf("%w: key has %d bytes, want %d", store.ErrDamaged, len(key), idBytes)
	}
	h, err := parseHeader(store.ID(key), value)
	if err != nil {
		return nil, err
	}
	return h, s.models.fill(h)
}

// loader reads parts of chunk after chunk, with one cursor per part.
type loader struct {
	parts  []loaderPart
	wanted *store.Parts
	view   *view
	lost   [chunkMemories]store.Unread // of the chunk's memories, by index
}

// loaderPart is a part of memories that is stored in a separate family.
type loaderPart struct {
	cursor cursor
	space  models.Space       // of the values
	text   bool               // the part is the text, not values
	has    func(*header) bool // whether a memory has this part
	read   func(place int, h *header, value []byte) error
}

func newLoader(v *view, parts *store.Parts) *loader {
	w := &loader{view: v, wanted: parts}
	for _, space := range (parts.Spaces & keptSpaces).Spaces() {
		var rooms [chunkMemories]fingerprint.Packed // of the previous chunk's values, by index; reused
		w.parts = append(w.parts, loaderPart{
			cursor: v.cursor(v.d.layout.serving(space)),
			space:  space,
			has:    func(h *header) bool { return h.spaces.Has(space) },
			read: func(place int, h *header, value []byte) (err error) {
				if h.Record[space], err = fingerprint.ParseSpaceIn(space, value, &rooms[place]); !h.Record[space].Absent() {
					rooms[place] = h.Record[space]
				}
				return valueError(err)
			},
		})
	}
	if parts.Content {
		w.parts = append(w.parts, loaderPart{
			cursor: v.cursor(famContent),
			text:   true,
			has:    func(*header) bool { return true },
			read:   func(_ int, h *header, value []byte) error { return parseContent(&h.Memory, value) },
		})
	}
	return w
}

func (w *loader) close() {
	for _, p := range w.parts {
		p.cursor.close()
	}
}

// load reads the chunk's memories, part by part. Damage that the caller accepts is recorded in lost.
func (w *loader) load(chunk []*header) error {
	clear(w.lost[:])
	for i := range w.parts {
		if err := w.join(&w.parts[i], chunk); err != nil {
			return err
		}
	}
	for place, h := range chunk {
		w.lost[place].ID = h.ID
		if err := w.wanted.Pass(w.lost[place]); err != nil {
			return err
		}
	}
	return nil
}

// readable returns the memories of a loaded chunk except the lost ones.
func (w *loader) readable(chunk []*header) []*store.Memory {
	out := make([]*store.Memory, 0, len(chunk))
	for place, h := range chunk {
		if !w.lost[place].Whole {
			out = append(out, &h.Memory)
		}
	}
	return out
}

// join walks a part's family in parallel with the headers, both in the order of ids. It skips values of forgotten memories.
func (w *loader) join(p *loaderPart, chunk []*header) error {
	c, started, valid := p.cursor, false, false
	for place, h := range chunk {
		if !p.has(h) {
			continue
		}
		if !started {
			started, valid = true, c.seek(h.ID[:])
		}
		order := -1
		for valid {
			if order = bytes.Compare(c.key(), h.ID[:]); order >= 0 {
				break
			}
			valid = c.next()
		}
		var err error
		switch {
		case !valid && c.err() != nil:
			err = c.err()
		case !valid || order != 0:
			err = errPartMissing
		default:
			err = p.read(place, h, c.value())
		}
		if err == nil {
			valid = c.next()
			continue
		}
		if err := w.again(p, place, h, err); err != nil {
			return err
		}
		started = false // after damage the cursor is not usable
	}
	return nil
}

// errPartMissing is the error for a missing part that a header promises.
var errPartMissing = fmt.Errorf("%w: the header is there, this part is not", store.ErrDamaged)

// again reads by its key what the cursor could not read: the damage may be in a neighbour. If this fails too, the part is lost, or an error is
// returned.
func (w *loader) again(p *loaderPart, place int, h *header, err error) error {
	if errors.Is(err, store.ErrDamaged) && w.wanted.Unread != nil {
		err = h.part(w.view, p.cursor.family, func(b []byte) error { return p.read(place, h, b) })
	} else {
		err = inKey(p.cursor.family, h.ID[:], err)
	}
	if err == nil {
		return nil
	}
	lost := &w.lost[place]
	if !p.text {
		h.Record[p.space] = fingerprint.Packed{}
		return lost.Lack(w.wanted, p.space, err)
	}
	if w.wanted.Unread == nil || !errors.Is(err, store.ErrDamaged) {
		return err
	}
	lost.Whole, lost.Err = true, err
	return nil
}
