package rocks

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"asterism/engine/fields"
	"asterism/engine/store"
)

// recordVersion is the first byte of every value that this package encodes itself, except headers.
const recordVersion = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal appends the CRC32C of the value that begins at start.
func seal(b []byte, start int) []byte {
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b[start:], castagnoli))
}

// unseal returns the bytes between version and checksum. It checks the checksum first, so that a damaged
// version byte is not taken for a newer version.
func unseal(b []byte) ([]byte, error) {
	_, body, err := unsealUpTo(recordVersion, b)
	return body, err
}

// unsealUpTo is unseal for values that have several versions.
func unsealUpTo(newest byte, b []byte) (version byte, body []byte, err error) {
	if len(b) < 5 {
		return 0, nil, fmt.Errorf("%w: %d bytes, want at least 5", store.ErrDamaged, len(b))
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if got := crc32.Checksum(body, castagnoli); got != sum {
		return 0, nil, fmt.Errorf("%w: computed checksum %08x, stored %08x", store.ErrDamaged, got, sum)
	}
	if body[0] > newest {
		return 0, nil, fmt.Errorf("%w: record has version %d, this program reads up to %d", store.ErrNewer, body[0], newest)
	}
	return body[0], body[1:], nil
}

// nothing is the value of keys that contain all information.
var nothing = seal([]byte{recordVersion}, 0)

// writer appends the fields of a value.
type writer struct{ fields.Writer }

func writeTo(b []byte) *writer { return &writer{fields.Writer{B: b}} }

// reader reads the fields that writer wrote.
type reader struct{ fields.Reader }

// fieldsOf reads a value; errors wrap [store.ErrDamaged].
func fieldsOf(b []byte) *reader { return &reader{fields.Reader{B: b, Damaged: store.ErrDamaged}} }
