package store

import "time"

// Tombstone is all that a purge leaves: that there was a memory with this id, up to which version, and when it was purged.
// Nothing of what it said is in it. It keeps a remember that comes again, or late, from bringing the memory back.
//
// Tombstones stay for ever. One is 41 bytes of key and value where its memory was some 10,000; and to drop one safely one would
// have to know that no log, copy or caller still holds the purged version, which no clock can tell.
type Tombstone struct {
	ID      ID
	Version uint64
	At      time.Time
}

// Bury returns what stays of the id when the purge c is carried out on the state.
func (s State) Bury(c *Command) Tombstone {
	return Tombstone{ID: c.ID, Version: max(s.Version, c.Version), At: c.At.UTC().Round(0)}
}
