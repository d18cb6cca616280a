package store

import (
	"bytes"
	"slices"
)

// Distinct sorts ids, leaves each only once and takes one of them out. It works in place.
func Distinct(ids []ID, but ID) []ID {
	slices.SortFunc(ids, func(a, b ID) int { return bytes.Compare(a[:], b[:]) })
	ids = slices.Compact(ids)
	return slices.DeleteFunc(ids, func(id ID) bool { return id == but })
}
