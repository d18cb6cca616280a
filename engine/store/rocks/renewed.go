package rocks

import (
	"fmt"

	"asterism/engine/store"
	"asterism/models"
)

// renewed is the header of a memory's new values in the family of that name: the version they belong to, the spaces that have a value, and the
// tokens seen.
type renewed struct {
	version uint64
	spaces  models.Set
	tokens  [models.Count]uint32
}

func (n *renewed) append(dst []byte) []byte {
	start := len(dst)
	w := writeTo(append(dst, recordVersion))
	w.U64(n.version)
	w.U16(uint16(n.spaces))
	for _, t := range n.tokens {
		w.Uint(uint64(t))
	}
	return seal(w.B, start)
}

func parseRenewed(value []byte) (n renewed, err error) {
	return n, readValue(value, func(r *reader) {
		n.version, n.spaces = r.U64(), models.Set(r.U16())
		for i := range n.tokens {
			n.tokens[i] = uint32(r.Uint())
		}
		if r.Err == nil && n.spaces.Without(keptSpaces) != 0 {
			r.Err = fmt.Errorf("%w: new values in spaces %v", store.ErrDamaged, n.spaces.Without(keptSpaces).Spaces())
		}
	})
}

// renew writes a memory's new values and replaces earlier ones.
func (s *stage) renew(c *prepared) error {
	l := &s.view.d.layout
	r := l.activeRenewal()
	if err := r.Allow(c.Renewed); err != nil {
		return err
	}
	s.eraseRenewed(c.ID)
	for space, value := range c.values {
		if value != nil {
			s.put(l.inactive(models.Space(space)), c.ID[:], value)
		}
	}
	s.put(famRenewed, c.ID[:], c.renewed)
	return nil
}

// eraseRenewed deletes a memory's values on the inactive sides: new values, or old ones that are not cleared yet.
func (s *stage) eraseRenewed(id store.ID) {
	l := &s.view.d.layout
	r := l.renewal.Load()
	if r == nil {
		return
	}
	for _, space := range r.Spaces.Spaces() {
		s.del(l.inactive(space), id[:])
	}
	s.del(famRenewed, id[:])
}
