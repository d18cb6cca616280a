package store

import "time"

// Change is what a command does to a memory.
type Change int

// The changes.
const (
	Nothing   Change = iota // the state already is as the command asks
	Replace                 // Command.Memory takes the place of what is there
	Hide                    // Deleted becomes Command.At
	Show                    // Deleted becomes zero
	RemoveAll               // every trace goes, and with it the links that other memories have to this one
)

// Decide is the one rule of what a command does: version is that of the stored memory and deleted its Deleted; known is
// false when no memory has the id. Every store follows it. A purge leaves no trace, so a command for an older
// version that is applied after it stores the memory again.
func Decide(c *Command, known bool, version uint64, deleted time.Time) (Change, error) {
	switch {
	case c.Op == OpRemember && (!known || c.Memory.Version > version):
		return Replace, nil
	case c.Op == OpPurge && known:
		return RemoveAll, nil
	case c.Op == OpRemember || c.Op == OpPurge:
		return Nothing, nil
	case !known:
		return Nothing, &NotFoundError{ID: c.ID}
	case c.Op == OpForget && deleted.IsZero():
		return Hide, nil
	case c.Op == OpRestore && !deleted.IsZero():
		return Show, nil
	}
	return Nothing, nil
}
