package fields

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"time"
)

// Reader reads from B what a [Writer] wrote. The first invalid field sets Err; all later ones are zero.
type Reader struct {
	B       []byte // the unread bytes
	Damaged error  // the error that Err wraps
	Err     error
}

// Fail sets Err if it is not set.
func (r *Reader) Fail(format string, args ...any) {
	if r.Err == nil {
		r.Err = fmt.Errorf("%w: %s", r.Damaged, fmt.Sprintf(format, args...))
	}
}

// Next returns the next n bytes, as a part of the record's memory; nil after an error.
func (r *Reader) Next(n int) []byte {
	if n < 0 || n > len(r.B) {
		r.Fail("it ends %d bytes too early", n-len(r.B))
	}
	if r.Err != nil {
		return nil
	}
	out := r.B[:n]
	r.B = r.B[n:]
	return out
}

var zeros [32]byte

// Fixed is Next for fields of at most 32 bytes: it always returns n bytes.
func (r *Reader) Fixed(n int) []byte {
	if b := r.Next(n); b != nil {
		return b
	}
	return zeros[:n]
}

// U8 and the others read a number of this many bits.
func (r *Reader) U8() uint8 { return r.Fixed(1)[0] }

// U16 reads two bytes.
func (r *Reader) U16() uint16 { return binary.LittleEndian.Uint16(r.Fixed(2)) }

// U32 reads four bytes.
func (r *Reader) U32() uint32 { return binary.LittleEndian.Uint32(r.Fixed(4)) }

// U64 reads eight bytes.
func (r *Reader) U64() uint64 { return binary.LittleEndian.Uint64(r.Fixed(8)) }

// F32 reads four bytes.
func (r *Reader) F32() float32 { return math.Float32frombits(r.U32()) }

// F64 reads eight bytes.
func (r *Reader) F64() float64 { return math.Float64frombits(r.U64()) }

// Uint reads a varint.
func (r *Reader) Uint() uint64 {
	v, n := binary.Uvarint(r.B)
	if n <= 0 {
		r.Fail("a number has no end")
		return 0
	}
	r.Next(n)
	return v
}

// Small is Uint for a number that must fit into 32 bits.
func (r *Reader) Small() uint32 {
	v := r.Uint()
	if v > math.MaxUint32 {
		r.Fail("number %d is above %d", v, uint32(math.MaxUint32))
	}
	return uint32(v)
}

// Count reads how many items of at least size bytes follow. It refuses more than the remaining bytes can hold, so that a damaged
// number allocates no memory.
func (r *Reader) Count(size int) int {
	n := r.Uint()
	if n > uint64(len(r.B)/size) {
		r.Fail("%d items are said to follow in %d bytes", n, len(r.B))
		return 0
	}
	return int(n)
}

// Text reads a text.
func (r *Reader) Text() string { return string(r.Bytes()) }

// Bytes is Text as bytes in the record's memory.
func (r *Reader) Bytes() []byte { return r.Next(r.Count(1)) }

// Own is Bytes in separate memory, never nil.
func (r *Reader) Own() []byte { return append([]byte{}, r.Bytes()...) }

// Time reads a time, in UTC.
func (r *Reader) Time() time.Time {
	sec, nsec := int64(r.U64()), r.U32()
	if nsec >= uint32(time.Second) {
		r.Fail("a time has %d nanoseconds", nsec)
	}
	return time.Unix(sec, int64(nsec)).UTC()
}

// End returns the first error, or an error if bytes are left over.
func (r *Reader) End() error {
	if len(r.B) > 0 {
		r.Fail("it has %d bytes too many: %x", len(r.B), bytes.Clone(r.B[:min(8, len(r.B))]))
	}
	return r.Err
}
