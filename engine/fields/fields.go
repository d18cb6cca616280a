// Package fields answers: how are the fields of a record encoded?
//
// Numbers are little endian; lengths, counts and numbers that are usually small are varints; a text is its length and its bytes; a time is its seconds since 1970 and its nanoseconds.
// There are no names and no types: the reader must know which field comes next, in the order in which they were written. The records of the store and of the cluster's logs use this
// encoding, and it must not change: golden files check it.
package fields

import (
	"encoding/binary"
	"math"
	"time"
)

// Writer appends fields to B.
type Writer struct{ B []byte }

// U8 and the others append a number of this many bits.
func (w *Writer) U8(v uint8) { w.B = append(w.B, v) }

// U16 appends two bytes.
func (w *Writer) U16(v uint16) { w.B = binary.LittleEndian.AppendUint16(w.B, v) }

// U32 appends four bytes.
func (w *Writer) U32(v uint32) { w.B = binary.LittleEndian.AppendUint32(w.B, v) }

// U64 appends eight bytes.
func (w *Writer) U64(v uint64) { w.B = binary.LittleEndian.AppendUint64(w.B, v) }

// F32 appends four bytes.
func (w *Writer) F32(v float32) { w.U32(math.Float32bits(v)) }

// F64 appends eight bytes.
func (w *Writer) F64(v float64) { w.U64(math.Float64bits(v)) }

// Uint appends a varint.
func (w *Writer) Uint(v uint64) { w.B = binary.AppendUvarint(w.B, v) }

// Raw appends bytes unchanged.
func (w *Writer) Raw(v []byte) { w.B = append(w.B, v...) }

// Text appends a text and its length.
func (w *Writer) Text(v string) {
	w.Uint(uint64(len(v)))
	w.B = append(w.B, v...)
}

// Time appends a time.
func (w *Writer) Time(t time.Time) {
	w.U64(uint64(t.Unix()))
	w.U32(uint32(t.Nanosecond()))
}
