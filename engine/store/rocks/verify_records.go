package rocks

import (
	"errors"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

func (c *checker) headers() error {
	return c.walk(famMemories, func(key, value []byte) error {
		h, err := c.s.parseRow(key, value)
		if err == nil {
			c.expect(h)
		} else if len(key) == idBytes {
			c.broken[store.ID(key)] = true
		}
		return err
	})
}

func (c *checker) expect(h *header) *expected {
	p := &expected{namespace: h.Namespace, time: h.Time, hash: h.TextHash, links: h.References(), deleted: h.Deleted, owed: h.spaces}
	c.heads[h.ID] = p
	c.found[h.Namespace] = c.found[h.Namespace].add(counted(h))
	return p
}

var (
	errOrphan   = errors.New("it belongs to no memory that is there")
	errReported = errors.New("the header of its memory is damaged, which is reported already")
)

// expectedOf is what the header of a memory says. One that the walk over the headers could not reach is read here.
func (c *checker) expectedOf(key []byte) (*expected, error) {
	if len(key) != idBytes {
		return nil, fmt.Errorf("key has the wrong length")
	}
	id := store.ID(key)
	if p, ok := c.heads[id]; ok {
		return p, nil
	}
	if c.broken[id] {
		return nil, errReported
	}
	h, err := c.s.header(c.v, id)
	switch {
	case err == nil:
		return c.expect(h), nil
	case errors.Is(err, errNoKey):
		return nil, errOrphan
	}
	c.broken[id] = true
	c.report.add(famMemories, key, err)
	return nil, errReported
}

func (c *checker) contents() error {
	return c.walk(famContent, func(key, value []byte) error {
		p, err := c.expectedOf(key)
		if err != nil {
			return err
		}
		p.content = true
		return parseContent(&store.Memory{}, value)
	})
}

func (c *checker) values() error {
	for _, space := range keptSpaces.Spaces() {
		err := c.walk(c.s.d.layout.serving(space), func(key, value []byte) error {
			p, err := c.expectedOf(key)
			if err != nil {
				return err
			}
			if !p.owed.Has(space) {
				return fmt.Errorf("the memory's header does not claim this space")
			}
			p.owed = p.owed.Without(models.SetOf(space))
			_, err = fingerprint.ParseSpace(space, value)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) timeline() error {
	return c.walk(famTimeline, func(key, value []byte) error {
		at, err := parseTimelineKey(key)
		if err != nil {
			return err
		}
		p, err := c.expectedOf(at.ID[:])
		if err != nil {
			return err
		}
		if at.Namespace != p.namespace || !at.Time.Equal(p.time) {
			return fmt.Errorf("the memory is in namespace %q at %v", p.namespace, p.time)
		}
		p.timeline = true
		_, err = unseal(value)
		return err
	})
}

func (c *checker) hashes() error {
	return c.walk(famHashes, func(key, value []byte) error {
		if len(key) < hashBytes {
			return fmt.Errorf("key has the wrong length")
		}
		ns, id, err := cutNamespace(key[hashBytes:])
		if err != nil {
			return err
		}
		p, err := c.expectedOf(id)
		if err != nil {
			return err
		}
		if ns != p.namespace || [hashBytes]byte(key) != p.hash {
			return fmt.Errorf("the memory is in namespace %q and has hash %x", p.namespace, p.hash)
		}
		p.hashed = true
		_, err = unseal(value)
		return err
	})
}

// shelves checks the entries as far as they are the store's: what they mean their owners know.
func (c *checker) shelves() error {
	for _, f := range shelfFamily {
		err := c.walk(f, func(key, value []byte) error {
			if len(key) == 0 || len(key) > store.MaxShelfKeyBytes {
				return fmt.Errorf("key has %d bytes, want 1 to %d", len(key), store.MaxShelfKeyBytes)
			}
			_, err := parseShelfValue(value)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) forgotten() error {
	return c.walk(famForgotten, func(key, value []byte) error {
		at, id, err := parseForgottenKey(key)
		if err != nil {
			return err
		}
		p, err := c.expectedOf(id[:])
		if err != nil {
			return err
		}
		if !at.Equal(p.deleted) {
			return fmt.Errorf("the memory was forgotten at %v (year 1: it is not forgotten)", p.deleted)
		}
		p.listed = true
		_, err = unseal(value)
		return err
	})
}

// tombstones checks that what was purged is not there.
func (c *checker) tombstones() error {
	return c.walk(famTombstones, func(key, value []byte) error {
		if len(key) != idBytes {
			return fmt.Errorf("key has the wrong length")
		}
		if _, ok := c.heads[store.ID(key)]; ok {
			return fmt.Errorf("the memory is there and was purged")
		}
		_, err := parseTombstone(store.ID(key), value)
		return err
	})
}
