package drift

import (
	"bytes"
	"slices"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// ChosenOf returns an id for a set of named memories: the same id for the same memories, in any order and with repeats; zero for none.
func ChosenOf(ids []store.ID) uuid.UUID {
	if len(ids) == 0 {
		return uuid.Nil
	}
	all := slices.Clone(ids)
	slices.SortFunc(all, func(a, b store.ID) int { return bytes.Compare(a[:], b[:]) })
	var bytesOf []byte
	for _, id := range slices.Compact(all) {
		bytesOf = append(bytesOf, id[:]...)
	}
	return uuid.NewSHA1(uuid.NameSpaceURL, append([]byte("asterism:chosen:"), bytesOf...))
}

// sameMemories reports whether two measurements chose their memories in the same way: by the same timeframe, or by naming the same ones. An entry of an older program does not
// say which were named; it equals no other.
func (m *Measurement) sameMemories(o *Measurement) bool {
	if m.Timeframe != "" {
		return m.Timeframe == o.Timeframe
	}
	return o.Timeframe == "" && m.Chosen != uuid.Nil && m.Chosen == o.Chosen
}

// sameWay reports whether two measurements are comparable apart from their weights.
func (m *Measurement) sameWay(o *Measurement) bool {
	return m.Strategy == o.Strategy && m.sameMemories(o)
}
