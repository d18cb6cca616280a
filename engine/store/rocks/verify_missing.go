package rocks

import (
	"errors"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
)

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
