package record

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"asterism/engine/store"
	"asterism/models"
)

// writer appends fields.
type writer struct{ b []byte }

func (w *writer) u8(v uint8)    { w.b = append(w.b, v) }
func (w *writer) u64(v uint64)  { w.b = binary.LittleEndian.AppendUint64(w.b, v) }
func (w *writer) u32(v uint32)  { w.b = binary.LittleEndian.AppendUint32(w.b, v) }
func (w *writer) uint(v uint64) { w.b = binary.AppendUvarint(w.b, v) }
func (w *writer) f32(v float32) { w.u32(math.Float32bits(v)) }
func (w *writer) f64(v float64) { w.u64(math.Float64bits(v)) }
func (w *writer) raw(v []byte)  { w.b = append(w.b, v...) }

func (w *writer) text(v string) {
	w.uint(uint64(len(v)))
	w.b = append(w.b, v...)
}

func (w *writer) time(t time.Time) {
	w.u64(uint64(t.Unix()))
	w.u32(uint32(t.Nanosecond()))
}

func (w *writer) ids(ids []store.ID) {
	w.uint(uint64(len(ids)))
	for _, id := range ids {
		w.raw(id[:])
	}
}

func (w *writer) hashes(h *[models.Count][32]byte) {
	for i := range h {
		w.raw(h[i][:])
	}
}

// reader reads what writer wrote. The first field that does not fit sets err; all later ones are zero.
type reader struct {
	b   []byte
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("%w: %s", ErrDamaged, fmt.Sprintf(format, args...))
	}
}

func (r *reader) next(n int) []byte {
	if n < 0 || n > len(r.b) {
		r.fail("it ends %d bytes too early", n-len(r.b))
	}
	if r.err != nil {
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

var zeros [32]byte

// fixed is next for small fields: it always returns n bytes.
func (r *reader) fixed(n int) []byte {
	if b := r.next(n); b != nil {
		return b
	}
	return zeros[:n]
}

func (r *reader) u8() uint8    { return r.fixed(1)[0] }
func (r *reader) u32() uint32  { return binary.LittleEndian.Uint32(r.fixed(4)) }
func (r *reader) u64() uint64  { return binary.LittleEndian.Uint64(r.fixed(8)) }
func (r *reader) f32() float32 { return math.Float32frombits(r.u32()) }
func (r *reader) f64() float64 { return math.Float64frombits(r.u64()) }

func (r *reader) uint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.fail("a number has no end")
		return 0
	}
	r.next(n)
	return v
}

// small is a number that must fit into 32 bits.
func (r *reader) small() uint32 {
	v := r.uint()
	if v > math.MaxUint32 {
		r.fail("number %d is above %d", v, uint32(math.MaxUint32))
	}
	return uint32(v)
}

// count reads how many items of at least size bytes follow, never more than there is room for: a damaged number asks for no memory.
func (r *reader) count(size int) int {
	n := r.uint()
	if n > uint64(len(r.b)/size) {
		r.fail("%d items are said to follow in %d bytes", n, len(r.b))
		return 0
	}
	return int(n)
}

func (r *reader) text() string { return string(r.bytes()) }

// bytes shares the record's memory.
func (r *reader) bytes() []byte { return r.next(r.count(1)) }

// own is bytes with memory of their own, never nil.
func (r *reader) own() []byte { return append([]byte{}, r.bytes()...) }

func (r *reader) time() time.Time {
	sec, nsec := int64(r.u64()), r.u32()
	if nsec >= uint32(time.Second) {
		r.fail("a time has %d nanoseconds", nsec)
	}
	return time.Unix(sec, int64(nsec)).UTC()
}

func (r *reader) ids() (ids []store.ID) {
	if n := r.count(len(store.ID{})); n > 0 {
		ids = make([]store.ID, n)
	}
	for i := range ids {
		ids[i] = r.id()
	}
	return ids
}

func (r *reader) id() (id store.ID) {
	copy(id[:], r.fixed(len(id)))
	return id
}

func (r *reader) hashes(h *[models.Count][32]byte) {
	for i := range h {
		copy(h[i][:], r.fixed(32))
	}
}

// end returns the first error, or that bytes are left over.
func (r *reader) end() error {
	if len(r.b) > 0 {
		r.fail("it has %d bytes too many: %x", len(r.b), bytes.Clone(r.b[:min(8, len(r.b))]))
	}
	return r.err
}
