package store

import (
	"context"
	"fmt"
)

// Shelf is a place for small records that belong to no single memory: goals, the history of drift, undo records, the state of
// background work. The owner of a shelf defines its keys and values; the store keeps them in byte order.
type Shelf int

// The shelves.
const (
	ShelfGoals   Shelf = iota // engine/purpose
	ShelfHistory              // engine/drift
	ShelfUndo                 // engine: corrections and dreams, and the earlier texts of memories that were changed
	ShelfState                // engine: weights, unfinished background work
)

// Shelved lists all shelves.
var Shelved = []Shelf{ShelfGoals, ShelfHistory, ShelfUndo, ShelfState}

var shelfNames = [...]string{ShelfGoals: "goals", ShelfHistory: "history", ShelfUndo: "undo", ShelfState: "state"}

func (s Shelf) String() string {
	if s.Check() != nil {
		return fmt.Sprintf("shelf %d", int(s))
	}
	return shelfNames[s]
}

// Check reports that there is no such shelf, or nil. The error wraps [ErrBadRecord].
func (s Shelf) Check() error {
	if s < 0 || int(s) >= len(shelfNames) {
		return fmt.Errorf("%w: shelf %d does not exist, shelves are 0 to %d", ErrBadRecord, int(s), len(shelfNames)-1)
	}
	return nil
}

// Limits of an entry. They keep one record from exhausting the memory of the machine.
const (
	MaxShelfKeyBytes   = 1 << 10
	MaxShelfValueBytes = 16 << 20
)

// Entry is one record of a shelf. A nil Value removes the key; an empty Value that is not nil is stored.
type Entry struct {
	Shelf      Shelf
	Key, Value []byte
}

// Check reports why the entry cannot be stored, or nil. The errors wrap [ErrBadRecord].
func (e *Entry) Check() error {
	if err := e.Shelf.Check(); err != nil {
		return err
	}
	if n := len(e.Key); n == 0 || n > MaxShelfKeyBytes {
		return fmt.Errorf("%w: key of %s has %d bytes, want 1 to %d", ErrBadRecord, e.Shelf, n, MaxShelfKeyBytes)
	}
	if n := len(e.Value); n > MaxShelfValueBytes {
		return fmt.Errorf("%w: value of %s, key %x, has %d bytes, at most %d can be stored: split it", ErrBadRecord, e.Shelf, e.Key, n, MaxShelfValueBytes)
	}
	return nil
}

// Shelves stores entries. It is safe for concurrent use.
type Shelves interface {
	// Put writes the entries in order, all or none; when it returns nil they survive a power cut. After an error other than
	// [ErrUnknown] nothing was changed; calling Put again settles an unknown outcome.
	Put(ctx context.Context, entries ...Entry) error
	// Read returns a copy of the value of a key; ok is false if there is none.
	Read(ctx context.Context, s Shelf, key []byte) (value []byte, ok bool, err error)
	// Walk calls fn for each entry with from ≤ key < to (nil: open) in ascending order, descending if reverse is set. It reads
	// one consistent state and keeps it while it runs, so fn may call Put. Key and value are valid only during the call. fn
	// returns false to stop.
	Walk(ctx context.Context, s Shelf, from, to []byte, reverse bool, fn func(key, value []byte) (bool, error)) error
}
