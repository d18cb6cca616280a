package store

import "time"

// Change is what a command does to a memory.
type Change int

// The changes.
const (
	Nothing   Change = iota // the state is already what the command asks for
	Replace                 // Command.Memory replaces the memory or tombstone; its links to ids that have a tombstone are dropped
	Hide                    // Deleted becomes Command.At
	Show                    // Deleted becomes zero
	RemoveAll               // the memory and the links of other memories to it are removed; State.Bury is stored
	Align                   // Purpose becomes Command.Purpose
	Join                    // the edge between Command.Ends gets Command.Weight, whether it exists or not
	Part                    // that edge is removed if it exists
	Repeat                  // Repeats becomes Command.Count, and LastRepeat Command.At if that is later
	Renew                   // Command.Renewed becomes the memory's new values
)

// State is what a store knows about an id: a memory, that it was purged, or nothing.
type State struct {
	Present bool      // a memory has the id
	Purged  bool      // a tombstone has it; never both are set
	Version uint64    // of the memory, or the highest one that the tombstone covers
	Deleted time.Time // of the memory
	Repeats uint32    // of the memory
	Other   bool      // OpLink: the other end exists too
	Renewed bool      // OpRenew: a renewal is under way
}

// Decide is the one rule for what a command does to an id, given the store's current state of it. Every store follows it. The version
// decides: a remember changes nothing at or below the version that is stored or was purged, and is stored if its version is higher. A
// purge that names a version removes it and all below, and leaves higher ones alone. Data computed from memories (purpose vectors and
// edges) is set only if the memories still are as they were measured. They may have been purged meanwhile, which is not an error.
func Decide(c *Command, now State) (Change, error) {
	switch {
	case c.Op == OpRemember:
		return decideRemember(c, now), nil
	case c.Op == OpPurge:
		return decidePurge(c, now), nil
	case c.Op == OpAlign:
		return when(now.Present && c.Version == now.Version, Align), nil
	case c.Op == OpRepeat:
		return when(now.Present && c.Version == now.Version && c.Count > now.Repeats, Repeat), nil
	case c.Op == OpRenew:
		return when(now.Present && now.Renewed && c.Version == now.Version, Renew), nil
	case c.Op == OpLink && c.Weight == 0:
		return when(now.Present && now.Other, Part), nil
	case c.Op == OpLink:
		return when(now.Present && now.Other, Join), nil
	case !now.Present:
		return Nothing, &NotFoundError{ID: c.ID}
	case c.Op == OpForget && now.Deleted.IsZero():
		return Hide, nil
	case c.Op == OpRestore && !now.Deleted.IsZero():
		return Show, nil
	}
	return Nothing, nil
}

// when returns the change if it is due.
func when(due bool, c Change) Change {
	if due {
		return c
	}
	return Nothing
}

func decideRemember(c *Command, now State) Change {
	if !now.Present && !now.Purged || c.Memory.Version > now.Version {
		return Replace
	}
	return Nothing
}

func decidePurge(c *Command, now State) Change {
	switch {
	case now.Present && (c.Version == 0 || c.Version >= now.Version):
		return RemoveAll
	case !now.Present && c.Version > now.Version: // the purge comes before its remember, or again with a higher version
		return RemoveAll
	}
	return Nothing
}
