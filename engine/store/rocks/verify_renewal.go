package rocks

import (
	"errors"
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// renewal checks the inactive sides. While new values are collected, each must belong to an existing memory, and a memory must have all values that
// its entry lists. Values that wait to be cleared are not checked. Otherwise the sides must be empty.
func (c *checker) renewal() error {
	r := c.s.d.layout.renewal.Load()
	if r != nil && r.phase == clearing {
		return nil
	}
	owed := map[store.ID]models.Set{}
	err := c.walk(famRenewed, func(key, value []byte) error {
		if _, err := c.expectedOf(key); err != nil {
			return err
		}
		n, err := parseRenewed(value)
		if err == nil && r == nil {
			err = fmt.Errorf("no renewal is under way")
		}
		owed[store.ID(key)] = n.spaces
		return err
	})
	for _, space := range keptSpaces.Spaces() {
		if err == nil {
			err = c.newValues(space, owed)
		}
	}
	for id, spaces := range owed {
		for _, space := range spaces.Spaces() {
			f := c.s.d.layout.inactive(space)
			switch err := c.v.get(f, id[:], func(value []byte) error { _, err := fingerprint.ParseSpace(space, value); return err }); {
			case errors.Is(err, errNoKey):
				c.report.add(famRenewed, id[:], fmt.Errorf("the memory lacks its new value in %v", space))
			case err != nil:
				c.report.add(f, id[:], err)
			}
		}
	}
	return err
}

// newValues checks one inactive side, and removes the values that it finds from owed.
func (c *checker) newValues(space models.Space, owed map[store.ID]models.Set) error {
	return c.walk(c.s.d.layout.inactive(space), func(key, value []byte) error {
		if _, err := c.expectedOf(key); err != nil {
			return err
		}
		id := store.ID(key)
		if !owed[id].Has(space) {
			return fmt.Errorf("nothing says that the memory has a new value here")
		}
		owed[id] = owed[id].Without(models.SetOf(space))
		_, err := fingerprint.ParseSpace(space, value)
		return err
	})
}
