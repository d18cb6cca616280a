package metautl

import (
	"encoding/binary"

	"asterism/engine/store"
)

// Keys on [store.ShelfState]. All begin with the prefix, and no other package uses it.
const (
	prefix         = "metautl\x00"
	headKey        = prefix + "head"
	blockPrefix    = prefix + "block\x00"    // followed by a byte: 0 for all predictions, or a domain's number
	outcomePrefix  = prefix + "outcome\x00"  // followed by the slot in the ring, 8 bytes
	measuredPrefix = prefix + "measured\x00" // likewise; earlier versions wrote it, and it is not read any more
	answerPrefix   = prefix + "answer\x00"   // likewise
	helpPrefix     = prefix + "helped\x00"   // likewise
	weightsKey     = prefix + "weights"
	eventPrefix    = prefix + "event\x00" // followed by the ordinal, 8 bytes; ordinals rise with time
)

// afterPrefix is the first key after all keys with the prefix.
var afterPrefix = []byte("metautl\x01")

func numbered(prefix string, n uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte(prefix), n)
}

func entry(key, value []byte) store.Entry {
	return store.Entry{Shelf: store.ShelfState, Key: key, Value: value}
}
