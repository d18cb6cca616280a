package metautl

import (
	"encoding/binary"

	"asterism/engine/store"
)

// Keys on [store.ShelfState]. All begin with the prefix, and no other package's do.
const (
	prefix         = "metautl\x00"
	headKey        = prefix + "head"
	blockPrefix    = prefix + "block\x00"    // and a byte: 0 for all predictions, or a domain's number
	outcomePrefix  = prefix + "outcome\x00"  // and the place in the ring, 8 bytes
	measuredPrefix = prefix + "measured\x00" // likewise; earlier versions wrote it, and nobody reads it
	answerPrefix   = prefix + "answer\x00"   // likewise
	helpPrefix     = prefix + "helped\x00"   // likewise
	weightsKey     = prefix + "weights"
	eventPrefix    = prefix + "event\x00" // and the ordinal, 8 bytes; ordinals rise with time
)

// afterPrefix is behind all keys.
var afterPrefix = []byte("metautl\x01")

func numbered(prefix string, n uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte(prefix), n)
}

func entry(key, value []byte) store.Entry {
	return store.Entry{Shelf: store.ShelfState, Key: key, Value: value}
}
