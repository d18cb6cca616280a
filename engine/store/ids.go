package store

import (
	"bytes"
	"slices"
)

// Distinct sorts ids, removes repeats and the id but. It works in place.
func Distinct(ids []ID, but ID) []ID {
	slices.SortFunc(ids, func(a, b ID) int { return bytes.Compare(a[:], b[:]) })
	ids = slices.Compact(ids)
	return slices.DeleteFunc(ids, func(id ID) bool { return id == but })
}
