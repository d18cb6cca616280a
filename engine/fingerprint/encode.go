package fingerprint

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"unsafe"

	"asterism/models"
)

// formatVersion is the first byte of an encoded value; engine/store/FORMAT.md shows the layouts.
const formatVersion = 1

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AppendSpace appends the stored form of p: a version byte, the numbers in little endian, and the CRC32C of all
// preceding bytes. p must be a valid packed value of the space, see [Packed.Check].
func AppendSpace(dst []byte, space models.Space, p *Packed) []byte {
	start := len(dst)
	dst = append(dst, formatVersion)
	if !p.Absent() {
		switch space.Info().Kind {
		case models.Dense, models.Pair:
			dst = append(appendScales(dst, p.Scales), bytesOf(p.Int8)...)
		case models.Terms:
			dst = appendTerms(dst, p.Terms)
		case models.Binary:
			for _, w := range p.Bits {
				dst = binary.LittleEndian.AppendUint64(dst, w)
			}
		case models.Tokens:
			dst = binary.LittleEndian.AppendUint16(dst, uint16(len(p.Scales)))
			dst = append(appendScales(dst, p.Scales), p.Nibbles...)
		}
	}
	return binary.LittleEndian.AppendUint32(dst, crc32.Checksum(dst[start:], castagnoli))
}

func appendScales(dst []byte, scales []float32) []byte {
	for _, s := range scales {
		dst = binary.LittleEndian.AppendUint32(dst, math.Float32bits(s))
	}
	return dst
}

// bytesOf returns the same memory as bytes: Go would convert int8 one by one, and a store reads thousands of them per
// memory.
func bytesOf(q []int8) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(q))), len(q))
}

// appendTerms writes all ids and then all weights, so that similar numbers are adjacent.
func appendTerms(dst []byte, terms []TermWeight) []byte {
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(terms)))
	for _, t := range terms {
		dst = binary.LittleEndian.AppendUint16(dst, t.ID)
	}
	for _, t := range terms {
		dst = binary.LittleEndian.AppendUint16(dst, halfBits(t.Weight))
	}
	return dst
}
