package picture

import (
	"encoding/binary"
	"hash/crc32"
)

// checksum is that of a PNG chunk.
func checksum(chunk []byte) []byte {
	return binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(chunk))
}
