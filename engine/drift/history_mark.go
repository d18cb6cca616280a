package drift

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"asterism/engine/store"

	"github.com/google/uuid"
)

// markVersion is the first byte of a stored mark.
const markVersion = 1

// mark says how far a reference's history is thinned: before until only the last entry of each day remains, and each remaining
// entry stores how many were removed before it; after until nothing was removed. It is written in one batch with these
// entries.
type mark struct {
	until position
	gone  uint64
}

// encode is version 1 · time of until 8 · ordinal of until 8 · gone 8, big-endian.
func (m mark) encode() []byte {
	b := binary.BigEndian.AppendUint64([]byte{markVersion}, uint64(m.until.time))
	b = binary.BigEndian.AppendUint64(b, m.until.ordinal)
	return binary.BigEndian.AppendUint64(b, m.gone)
}

var errMark = errors.New("the record of what was thinned is damaged")

func decodeMark(b []byte) (mark, error) {
	if len(b) != 1+3*8 || b[0] != markVersion {
		return mark{}, errMark
	}
	n := func(i int) uint64 { return binary.BigEndian.Uint64(b[1+8*i:]) }
	return mark{position{int64(n(0)), n(1)}, n(2)}, nil
}

// mark returns the reference's mark; before the first thinning it is before all entries.
func (h *History) mark(ctx context.Context, reference uuid.UUID) (mark, error) {
	b, ok, err := h.shelves.Read(ctx, store.ShelfHistory, reference[:])
	if err == nil && !ok {
		return mark{until: first}, nil
	}
	var m mark
	if err == nil {
		m, err = decodeMark(b)
	}
	if err != nil {
		return mark{}, fmt.Errorf("read drift history of %s: %w", reference, err)
	}
	return m, nil
}
