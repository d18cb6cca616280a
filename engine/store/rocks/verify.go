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

	told map[record]bool // all damage, so that none is counted twice
}

// record is a key of a family.
type record struct {
	family family
	key    string
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
	if r.told == nil {
		r.told = map[record]bool{}
	}
	r.told[record{f, string(key)}] = true
	if len(r.Damage) == maxDamage {
		r.More++
		return
	}
	r.Damage = append(r.Damage, Damage{Family: f.String(), Key: hex.EncodeToString(key), Reason: err.Error()})
}

// names reports whether a record is among the damage already.
func (r *Report) names(f family, key []byte) bool { return r.told[record{f, string(key)}] }

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
	c := &checker{s: s, ctx: ctx, v: v, progress: progress, heads: map[store.ID]*expected{}, broken: map[store.ID]bool{}, found: counts{}}
	for f := range families {
		keys, _ := s.d.db.GetIntPropertyCF("rocksdb.estimate-num-keys", s.d.handles[f])
		c.total += int(keys)
	}
	for _, step := range []func() error{c.headers, c.contents, c.values, c.renewal, c.timeline, c.hashes, c.edges, c.forgotten, c.tombstones, c.shelves, c.missing, c.system} {
		if err := step(); err != nil {
			return c.report, fmt.Errorf("check store: %w", err)
		}
	}
	c.report.Memories = len(c.heads) + len(c.broken)
	if len(c.report.Damage) == 0 {
		return c.report, forgetDamage(s)
	}
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
	broken   map[store.ID]bool // headers that are damaged, and told
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

// walk calls fn for every record of a family. An error of fn is reported as damage of that record. What cannot be walked is reported under the key before it, and the walk goes
// on behind it; of the records in between, those that others promise are read by their keys (see missing).
func (c *checker) walk(f family, fn func(key, value []byte) error) error {
	return c.v.eachOver(f, nil, nil, func(key, value []byte) (bool, error) {
		c.report.Records++
		if c.report.Records%4096 == 0 {
			if err := c.ctx.Err(); err != nil {
				return false, err
			}
			c.reportProgress()
		}
		if err := fn(key, value); err != nil && !errors.Is(err, errTold) {
			c.report.add(f, key, err)
		}
		return true, nil
	}, func(from, to []byte, err error) error {
		c.report.add(f, from, fmt.Errorf("the keys after this one cannot be read, up to key %x (empty: to the end): %w", to, err))
		return c.ctx.Err()
	})
}

func (c *checker) reportProgress() {
	if c.progress != nil {
		c.progress(c.report.Records, max(c.total, c.report.Records))
	}
}

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
	errOrphan = errors.New("it belongs to no memory that is there")
	errTold   = errors.New("the header of its memory is damaged, which is reported already")
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
		return nil, errTold
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
	return nil, errTold
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

// promised is a record that a header promises.
type promised struct {
	what   string
	family family
	key    []byte
	parse  func(value []byte) error
}

// unseen are the records of a memory that no walk has met.
func (c *checker) unseen(id store.ID, p *expected) (out []promised) {
	sealed := func(value []byte) error { _, err := unseal(value); return err }
	if !p.content {
		out = append(out, promised{"content", famContent, id[:], func(value []byte) error { return parseContent(&store.Memory{}, value) }})
	}
	if !p.timeline {
		out = append(out, promised{"entry in the timeline", famTimeline, timelineKey(store.Cursor{Namespace: p.namespace, Time: p.time, ID: id}), sealed})
	}
	if !p.hashed {
		out = append(out, promised{"entry in the hashes", famHashes, hashKey(p.namespace, p.hash, id), sealed})
	}
	if !p.listed && !p.deleted.IsZero() {
		out = append(out, promised{"entry in the forgotten", famForgotten, forgottenKey(p.deleted, id), sealed})
	}
	for _, space := range p.owed.Spaces() {
		out = append(out, promised{fmt.Sprintf("value in %v", space), c.s.d.layout.serving(space), id[:], func(value []byte) error {
			_, err := fingerprint.ParseSpace(space, value)
			return err
		}})
	}
	distinct := map[store.Reference]bool{}
	for _, to := range p.links {
		distinct[to] = true
	}
	if p.linked == 2*len(distinct) {
		return out
	}
	for to := range distinct {
		out = append(out, promised{"edges", famEdges, edgeKey(edgeOut, id, to.Kind, to.To), sealed}, promised{"edges", famEdges, edgeKey(edgeIn, to.To, to.Kind, id), sealed})
	}
	return out
}

// missing reads by their keys the records that headers promise and no walk has met, and reports those that are damaged or not there.
func (c *checker) missing() error {
	for id, p := range c.heads {
		if err := c.ctx.Err(); err != nil {
			return err
		}
		for _, r := range c.unseen(id, p) {
			switch err := c.v.get(r.family, r.key, r.parse); {
			case errors.Is(err, errNoKey):
				c.report.add(famMemories, id[:], fmt.Errorf("the memory lacks its %s", r.what))
			case err != nil && !c.report.names(r.family, r.key):
				c.report.add(r.family, r.key, fmt.Errorf("%s of memory %s: %w", r.what, id, err))
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
