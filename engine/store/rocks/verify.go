package rocks

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// Report is what [Store.Check] found.
type Report struct {
	Memories int // read whole, or with damage
	Records  int // keys and values read
	Damage   []Damage
	More     int // damage beyond the first maxDamage, which is counted only
}

// Damage is one record that is not as it should be.
type Damage struct {
	Family string
	Key    string // hexadecimal
	Reason string
}

func (d Damage) String() string {
	return fmt.Sprintf("family %s, key %s: %s", d.Family, d.Key, d.Reason)
}

// Err returns nil when everything is whole, else an error that wraps [store.ErrDamaged] and names the first damage.
func (r *Report) Err() error {
	if len(r.Damage) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %d records, the first is %v", store.ErrDamaged, len(r.Damage)+r.More, r.Damage[0])
}

const maxDamage = 1000

func (r *Report) add(f family, key []byte, err error) {
	if len(r.Damage) == maxDamage {
		r.More++
		return
	}
	r.Damage = append(r.Damage, Damage{Family: f.String(), Key: hex.EncodeToString(key), Reason: err.Error()})
}

// Check reads every record and verifies it: checksums; that each memory has all the parts that its header promises, its place in
// the timeline, its hash and its links; that nothing is there that belongs to no memory; that the counts are right. progress
// may be nil; total is an estimate. The error says that checking was cut short, not what it found.
func (s *Store) Check(ctx context.Context, progress func(done, total int)) (Report, error) {
	if err := s.gate.enter(); err != nil {
		return Report{}, err
	}
	defer s.gate.leave()
	v := s.d.scanSnapshot()
	defer v.close()
	c := &checker{s: s, ctx: ctx, v: v, progress: progress, heads: map[store.ID]*expected{}, found: counts{}}
	for f := range families {
		keys, _ := s.d.db.GetIntPropertyCF("rocksdb.estimate-num-keys", s.d.handles[f])
		c.total += int(keys)
	}
	for _, step := range []func() error{c.headers, c.contents, c.values, c.renewal, c.timeline, c.hashes, c.edges, c.forgotten, c.tombstones, c.shelves, c.missing, c.system} {
		if err := step(); err != nil {
			return c.report, fmt.Errorf("check store: %w", err)
		}
	}
	c.report.Memories = len(c.heads)
	return c.report, nil
}

// checker is one Check under way. It keeps some hundred bytes a memory.
type checker struct {
	s        *Store
	ctx      context.Context
	v        *view
	progress func(done, total int)
	total    int
	report   Report
	heads    map[store.ID]*expected
	found    counts
}

// expected is what a header says must exist. What is found is removed from it.
type expected struct {
	namespace string
	time      time.Time
	hash      [hashBytes]byte
	links     []store.Reference
	deleted   time.Time
	owed      models.Set
	content   bool
	timeline  bool
	hashed    bool
	listed    bool // among the forgotten ones
	linked    int  // edges found, both directions
}

// walk calls fn for every record of a family. An error of fn is reported as damage of that record. An error of the walk
// itself is reported too, because the rest of the family cannot be read then.
func (c *checker) walk(f family, fn func(key, value []byte) error) error {
	err := c.v.each(f, nil, nil, false, func(key, value []byte) (bool, error) {
		c.report.Records++
		if c.report.Records%4096 == 0 {
			if err := c.ctx.Err(); err != nil {
				return false, err
			}
			c.reportProgress()
		}
		if err := fn(key, value); err != nil {
			c.report.add(f, key, err)
		}
		return true, nil
	})
	if errors.Is(err, store.ErrDamaged) {
		c.report.add(f, nil, err)
		return nil
	}
	return err
}

func (c *checker) reportProgress() {
	if c.progress != nil {
		c.progress(c.report.Records, max(c.total, c.report.Records))
	}
}

func (c *checker) headers() error {
	return c.walk(famMemories, func(key, value []byte) error {
		h, err := c.s.parseRow(key, value)
		if err != nil {
			return err
		}
		c.heads[h.ID] = &expected{namespace: h.Namespace, time: h.Time, hash: h.TextHash, links: h.References(), deleted: h.Deleted, owed: h.spaces}
		c.found[h.Namespace] = c.found[h.Namespace].add(counted(h))
		return nil
	})
}

var errOrphan = errors.New("it belongs to no memory that is there and whole")

func (c *checker) expectedOf(id []byte) (*expected, error) {
	if len(id) != idBytes {
		return nil, fmt.Errorf("key has the wrong length")
	}
	p, ok := c.heads[store.ID(id)]
	if !ok {
		return nil, errOrphan
	}
	return p, nil
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

// missing reports what headers expect and was not found.
func (c *checker) missing() error {
	for id, p := range c.heads {
		distinct := map[store.Reference]bool{}
		for _, to := range p.links {
			distinct[to] = true
		}
		for what, missing := range map[string]bool{
			"content":                !p.content,
			"entry in the timeline":  !p.timeline,
			"entry in the hashes":    !p.hashed,
			"edges":                  p.linked != 2*len(distinct),
			"entry in the forgotten": !p.listed && !p.deleted.IsZero(),
			fmt.Sprintf("values %v", p.owed.Spaces()): p.owed != 0,
		} {
			if missing {
				c.report.add(famMemories, id[:], fmt.Errorf("the memory lacks its %s", what))
			}
		}
	}
	return nil
}

// system checks the tables: the model sets were read with the headers, the counts must equal what was counted.
func (c *checker) system() error {
	stored := counts{}
	if err := stored.load(c.v); err != nil {
		c.report.add(famSystem, []byte(keyCount), err)
	} else if d := stored.difference(c.found); d != "" && len(c.report.Damage) == 0 {
		c.report.add(famSystem, []byte(keyCount), errors.New(d))
	}
	err := c.walk(famSystem, func(_, value []byte) error {
		_, err := unseal(value)
		return err
	})
	c.reportProgress()
	return err
}
