package store

import "time"

// Change is what a command does to a memory.
type Change int

// The changes.
const (
	Nothing   Change = iota // the state already is as the command asks
	Replace                 // Command.Memory takes the place of what is there, be it a memory or a tombstone; its links to ids that have a tombstone are left out
	Hide                    // Deleted becomes Command.At
	Show                    // Deleted becomes zero
	RemoveAll               // every trace goes, and with it the links that other memories have to this one; State.Bury stays
	Align                   // Purpose becomes Command.Purpose
	Join                    // the edge between Command.Ends gets Command.Weight, be it there or not
	Part                    // that edge goes, if it is there
	Repeat                  // Repeats becomes Command.Count, and LastRepeat Command.At if that is later
	Renew                   // Command.Renewed becomes the memory's new values
)

// State is what a store knows of an id: a memory, that it was purged, or nothing.
type State struct {
	Present bool      // a memory has the id
	Purged  bool      // a tombstone has it; never both
	Version uint64    // of the memory, or the highest one that the tombstone covers
	Deleted time.Time // of the memory
	Repeats uint32    // of the memory
	Other   bool      // OpLink: the other end is there too
	Renewed bool      // OpRenew: a renewal is under way
}

// Decide is the one rule of what a command does to an id of which a store knows now. Every store follows it. The version
// decides: a remember changes nothing at or below the version that is there or was purged, and stores the memory anew
// above it; a purge that names a version takes it and all below, and leaves higher ones alone. What is derived from memories, purpose
// vectors and edges, is set where the memories still are as they were measured; they may have been purged meanwhile, which is no error.
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
	case !now.Present && c.Version > now.Version: // before its remember came in, or once more and higher
		return RemoveAll
	}
	return Nothing
}
