package drift

import (
	"encoding/binary"
	"errors"
	"math"
	"time"

	"github.com/google/uuid"
)

// Keys of the shelf: the reference's id, then its mark (see mark), or for an entry its place and ordinal.
const (
	markSize = len(uuid.UUID{})
	keySize  = markSize + 8 + 8
)

// position is the place of an entry in its reference's history. Entries are in the order in which they were recorded, and the
// ordinal counts them from 1. time is the entry's, or that of the preceding entry if the clock was behind it. So times rise
// with ordinals, and the number of entries between two places is the difference of their ordinals.
type position struct {
	time    int64 // ns since 1970
	ordinal uint64
}

// first is before all places, last after all of them.
var first, last = position{math.MinInt64, 0}, position{math.MaxInt64, math.MaxUint64}

// at returns the place before all entries of a time; the zero time is before all places.
func at(t time.Time) position {
	if t.IsZero() {
		return first
	}
	return position{time: t.UnixNano()}
}

func (p position) before(o position) bool {
	return p.time < o.time || p.time == o.time && p.ordinal < o.ordinal
}

// day returns the UTC day of a place, counted from 1970.
func (p position) day() int64 {
	const day = int64(24 * time.Hour)
	return (p.time - (p.time%day+day)%day) / day
}

func (p position) key(reference uuid.UUID) []byte {
	b := append(make([]byte, 0, keySize), reference[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(p.time)^1<<63) // so that times before 1970 come first
	return binary.BigEndian.AppendUint64(b, p.ordinal)
}

func parsePlace(key []byte) (position, error) {
	if len(key) != keySize {
		return position{}, errors.New("read drift history: a key of the shelf has the wrong length")
	}
	return position{int64(binary.BigEndian.Uint64(key[markSize:]) ^ 1<<63), binary.BigEndian.Uint64(key[markSize+8:])}, nil
}
