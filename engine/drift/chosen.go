package drift

import (
	"bytes"
	"slices"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// ChosenOf tells a set of memories that were named from others: the same id for the same memories, in whatever order and however often they are named; zero of none.
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

// sameMemories reports whether two measurements chose their memories in the same way: those of one timeframe, or by name the very same ones. Of a look that an older program kept
// it is not known which were named; it is like no other.
func (m *Measurement) sameMemories(o *Measurement) bool {
	if m.Timeframe != "" {
		return m.Timeframe == o.Timeframe
	}
	return o.Timeframe == "" && m.Chosen != uuid.Nil && m.Chosen == o.Chosen
}

// sameWay reports whether two measurements are alike but for the weights.
func (m *Measurement) sameWay(o *Measurement) bool {
	return m.Strategy == o.Strategy && m.sameMemories(o)
}
