package gpu

import (
	"encoding/binary"
	"math"
	"unsafe"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/kernels"
	"asterism/kernels/cuda"
	"asterism/models"
)

// This file encodes the parts of a chunk in the layout that cuda.Seat documents. Every machine that the program is built
// for has the GPU's byte order, so plain numbers are copied as they are.

// rawBytes is the memory of the numbers.
func rawBytes[T int8 | uint16 | uint32 | uint64 | int32 | int64 | float32](v []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(v))), len(v)*int(unsafe.Sizeof(*new(T))))
}

// appendHead writes the part that a scan of all rows reads. Columns in which no row has a value are zeros.
func appendHead(to []byte, c *search.FullChunk) []byte {
	begin := len(to)
	to = append(to, make([]byte, cuda.SeatHeadBytes)...)
	head, group := to[begin:], 0
	for column, groups := range cuda.SeatCodeGroupsOf {
		codes := c.BitCode
		if column < cuda.SeatColumns {
			codes = c.Dense[column].Codes
			copy(head[cuda.SeatFactorsAt+2*cuda.SeatRows*column:], rawBytes(c.Dense[column].Factors))
		}
		if codes != nil {
			putCodes(head[cuda.SeatCodesAt+16*cuda.SeatRows*group:], codes, groups)
		}
		group += groups
	}
	copy(head[cuda.SeatTimesAt:], rawBytes(c.Times))
	for r := range c.Turns {
		for period, turn := range c.Turns[r] {
			binary.LittleEndian.PutUint16(head[cuda.SeatTurnsAt+2*(cuda.SeatRows*period+r):], turn)
		}
	}
	for r, present := range c.Present {
		binary.LittleEndian.PutUint16(head[cuda.SeatPresentAt+2*r:], uint16(present))
	}
	return to
}

// putCodes changes the layout of a column's codes: from bytes of 64 rows side by side (kernels.CodeRows) to 16 bytes of each row, row after row.
func putCodes(to, codes []byte, groups int) {
	width := 16 * groups
	for r := range cuda.SeatRows {
		from := codes[r/kernels.CodeRows*kernels.CodeRows*width+r%kernels.CodeRows:]
		for g := range groups {
			row := (*[16]byte)(to[16*(cuda.SeatRows*g+r):])
			for j := range row {
				row[j] = from[(16*g+j)*kernels.CodeRows]
			}
		}
	}
}

// appendValues writes a dense column: the rows, then their scales.
func appendValues(to []byte, v *search.DenseValues) []byte {
	return append(append(to, rawBytes(v.Rows)...), rawBytes(v.Scales)...)
}

// termBytes is the number of bytes that appendTerms writes.
func termBytes(p *search.TermPostings) int {
	return 16 + 4*(len(p.First)+len(p.Norms)+len(p.Starts)+len(p.Postings)) + 2*len(p.Terms)
}

// appendTerms writes a sparse space: see cuda.SeatTerms.
func appendTerms(to []byte, p *search.TermPostings) []byte {
	to = binary.LittleEndian.AppendUint32(to, uint32(len(p.Terms)))
	to = binary.LittleEndian.AppendUint32(to, uint32(len(p.Postings)))
	to = append(to, make([]byte, 8)...)
	for _, words := range [...][]byte{rawBytes(p.First), rawBytes(p.Norms), rawBytes(p.Starts), rawBytes(p.Postings), rawBytes(p.Terms)} {
		to = append(to, words...)
	}
	return to
}

// tokenBytes is the number of bytes that appendTokens writes for this many tokens.
func tokenBytes(tokens int) int {
	return 16 + 4*(cuda.SeatRows+1) + 12 + (4*tokens+15)/16*16 + kernels.TokenWidth/2*tokens
}

// appendTokens writes the tokens of a chunk's rows, one value a row: see cuda.SeatTokens.
func appendTokens(to []byte, values []fingerprint.Packed) []byte {
	count := 0
	for i := range values {
		count += len(values[i].Scales)
	}
	to = binary.LittleEndian.AppendUint32(to, uint32(count))
	to = append(to, make([]byte, 12)...)
	start := uint32(0)
	for i := range values {
		to = binary.LittleEndian.AppendUint32(to, start)
		start += uint32(len(values[i].Scales))
	}
	to = binary.LittleEndian.AppendUint32(to, start)
	to = append(to, make([]byte, 12)...)
	for i := range values {
		to = append(to, rawBytes(values[i].Scales)...)
	}
	to = append(to, make([]byte, (16-4*count%16)%16)...)
	for i := range values {
		to = append(to, values[i].Nibbles...)
	}
	return to
}

// floatAt and uint32At read numbers of a download.
func floatAt(data []byte, i int) float32 { return math.Float32frombits(uint32At(data, i)) }

func uint32At(data []byte, i int) uint32 { return binary.LittleEndian.Uint32(data[4*i:]) }

// spacesOf are the spaces in which some row of a chunk has a value.
func spacesOf(c *search.FullChunk) (set models.Set) {
	for _, p := range c.Present {
		set |= p
	}
	return set
}
