package replicated

import (
	"encoding/binary"
	"hash/crc32"

	"asterism/engine/cluster/record"
)

var errNewer = record.ErrNewer

// newer returns a record of the next format.
func newer() []byte {
	b := []byte{record.Format + 1, 'x', 'y', 'z'}
	return binary.LittleEndian.AppendUint32(b, crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)))
}
