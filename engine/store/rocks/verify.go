package rocks

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"asterism/engine/store"
	"asterism/models"
)

// Report is what [Store.Check] found.
type Report struct {
	Memories int // read whole, or with damage
	Records  int // keys and values read
	Damage   []Damage
	More     int // damage beyond the first maxDamage, which is counted only

	reported map[record]bool // all damage, so that no record is counted twice
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
	if r.reported == nil {
		r.reported = map[record]bool{}
	}
	r.reported[record{f, string(key)}] = true
	if len(r.Damage) == maxDamage {
		r.More++
		return
	}
	r.Damage = append(r.Damage, Damage{Family: f.String(), Key: hex.EncodeToString(key), Reason: err.Error()})
}

// names reports whether a record is among the damage already.
func (r *Report) names(f family, key []byte) bool { return r.reported[record{f, string(key)}] }

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
	broken   map[store.ID]bool // memories whose header is damaged; the damage is in the report
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

// walk calls fn for every record of a family. An error of fn is reported as damage of that record. A part of the file that cannot be read is reported
// under the key before it, and the walk continues behind it. Records in between that a header promises are read by their keys (see missing).
func (c *checker) walk(f family, fn func(key, value []byte) error) error {
	return c.v.eachOver(f, nil, nil, func(key, value []byte) (bool, error) {
		c.report.Records++
		if c.report.Records%4096 == 0 {
			if err := c.ctx.Err(); err != nil {
				return false, err
			}
			c.reportProgress()
		}
		if err := fn(key, value); err != nil && !errors.Is(err, errReported) {
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
