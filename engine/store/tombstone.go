package store

import "time"

// Tombstone is all that a purge leaves: that there was a memory with this id, up to which version, and when it was purged. It
// contains nothing of the memory's content. It keeps a repeated or late remember from restoring the memory.
//
// Tombstones are never removed. One takes 41 bytes of key and value where its memory took some 10,000. To drop one safely, the
// store would have to know that no log, copy or caller still has the purged version, and no clock can prove that.
type Tombstone struct {
	ID      ID
	Version uint64
	At      time.Time
}

// Bury returns the tombstone that is stored when the purge c is applied to the state.
func (s State) Bury(c *Command) Tombstone {
	return Tombstone{ID: c.ID, Version: max(s.Version, c.Version), At: c.At.UTC().Round(0)}
}
