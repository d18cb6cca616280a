package rocks

import (
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"asterism/engine/store"
)

// writer appends fields in little endian.
type writer struct{ b []byte }

func (w *writer) u8(v uint8)    { w.b = append(w.b, v) }
func (w *writer) u16(v uint16)  { w.b = binary.LittleEndian.AppendUint16(w.b, v) }
func (w *writer) u32(v uint32)  { w.b = binary.LittleEndian.AppendUint32(w.b, v) }
func (w *writer) u64(v uint64)  { w.b = binary.LittleEndian.AppendUint64(w.b, v) }
func (w *writer) f32(v float32) { w.u32(math.Float32bits(v)) }
func (w *writer) f64(v float64) { w.u64(math.Float64bits(v)) }
func (w *writer) uint(v uint64) { w.b = binary.AppendUvarint(w.b, v) }
func (w *writer) raw(v []byte)  { w.b = append(w.b, v...) }

func (w *writer) text(v string) {
	w.uint(uint64(len(v)))
	w.b = append(w.b, v...)
}

func (w *writer) time(t time.Time) {
	w.u64(uint64(t.Unix()))
	w.u32(uint32(t.Nanosecond()))
}

// reader reads what writer wrote. The first field that does not fit sets err; all later ones are zero.
type reader struct {
	b   []byte
	err error
}

func (r *reader) next(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.b) {
		if r.err == nil {
			r.err = fmt.Errorf("%w: record ends %d bytes too early", store.ErrDamaged, n-len(r.b))
		}
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

var zeros [hashBytes]byte

// fixed is take for the small fields: it always returns n bytes.
func (r *reader) fixed(n int) []byte {
	if b := r.next(n); b != nil {
		return b
	}
	return zeros[:n]
}

func (r *reader) u8() uint8    { return r.fixed(1)[0] }
func (r *reader) u16() uint16  { return binary.LittleEndian.Uint16(r.fixed(2)) }
func (r *reader) u32() uint32  { return binary.LittleEndian.Uint32(r.fixed(4)) }
func (r *reader) u64() uint64  { return binary.LittleEndian.Uint64(r.fixed(8)) }
func (r *reader) f32() float32 { return math.Float32frombits(r.u32()) }
func (r *reader) f64() float64 { return math.Float64frombits(r.u64()) }

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.next(len(r.b) + 1)
		return 0
	}
	r.next(n)
	return v
}

// count reads how many items of at least size bytes follow: no more than there is room for, so that a damaged
// number asks for no memory.
func (r *reader) count(size int) int {
	n := r.uint()
	if n > uint64(len(r.b)/size) {
		r.next(len(r.b) + 1)
		return 0
	}
	return int(n)
}

func (r *reader) text() string { return string(r.next(r.count(1))) }

func (r *reader) time() time.Time {
	sec := int64(r.u64())
	return time.Unix(sec, int64(r.u32())).UTC()
}

// end returns the first error, or that bytes are left over.
func (r *reader) end() error {
	if r.err == nil && len(r.b) > 0 {
		r.err = fmt.Errorf("%w: record has %d bytes too many", store.ErrDamaged, len(r.b))
	}
	return r.err
}
