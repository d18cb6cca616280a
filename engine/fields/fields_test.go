package fields

import (
	"bytes"
	"errors"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

var errDamaged = errors.New("damaged")

// all is one field of each kind.
type all struct {
	u8    uint8
	u16   uint16
	u32   uint32
	u64   uint64
	f32   float32
	f64   float64
	num   uint64
	small uint32
	text  string
	bytes []byte
	at    time.Time
	raw   [3]byte
}

func (a *all) write() []byte {
	var w Writer
	w.U8(a.u8)
	w.U16(a.u16)
	w.U32(a.u32)
	w.U64(a.u64)
	w.F32(a.f32)
	w.F64(a.f64)
	w.Uint(a.num)
	w.Uint(uint64(a.small))
	w.Text(a.text)
	w.Text(string(a.bytes))
	w.Time(a.at)
	w.Raw(a.raw[:])
	return w.B
}

func read(b []byte) (a all, err error) {
	r := Reader{B: b, Damaged: errDamaged}
	a = all{u8: r.U8(), u16: r.U16(), u32: r.U32(), u64: r.U64(), f32: r.F32(), f64: r.F64(), num: r.Uint(), small: r.Small(), text: r.Text(), bytes: r.Own(), at: r.Time()}
	copy(a.raw[:], r.Fixed(3))
	return a, r.End()
}

// TestFieldsComeBack: written fields are read back, and a record that is cut anywhere, or has an extra byte, is
// damaged.
func TestFieldsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := all{
			u8: rapid.Uint8().Draw(t, "u8"), u16: rapid.Uint16().Draw(t, "u16"), u32: rapid.Uint32().Draw(t, "u32"), u64: rapid.Uint64().Draw(t, "u64"),
			f32: rapid.Float32().Draw(t, "f32"), f64: rapid.Float64().Draw(t, "f64"), num: rapid.Uint64().Draw(t, "num"), small: rapid.Uint32().Draw(t, "small"),
			text: rapid.String().Draw(t, "text"), bytes: rapid.SliceOf(rapid.Byte()).Draw(t, "bytes"), raw: [3]byte{1, 2, 3},
			at: time.Unix(rapid.Int64Range(-1<<40, 1<<40).Draw(t, "sec"), rapid.Int64Range(0, 999_999_999).Draw(t, "nsec")).UTC(),
		}
		b := in.write()
		out, err := read(b)
		if err != nil || !bytes.Equal(out.write(), b) || !out.at.Equal(in.at) || out.text != in.text || math.Float64bits(out.f64) != math.Float64bits(in.f64) {
			t.Fatalf("%+v came back as %+v, %v", in, out, err)
		}
		if _, err := read(b[:rapid.IntRange(0, len(b)-1).Draw(t, "cut")]); !errors.Is(err, errDamaged) {
			t.Fatalf("cut it is read with %v", err)
		}
		if _, err := read(append(b, 0)); !errors.Is(err, errDamaged) {
			t.Fatalf("with a byte too many it is read with %v", err)
		}
	})
}

// TestDamagedNumbers: invalid numbers are reported, and allocate no memory.
func TestDamagedNumbers(t *testing.T) {
	endless := bytes.Repeat([]byte{0x80}, 11)
	for name, c := range map[string]struct {
		b    []byte
		read func(*Reader)
	}{
		"a varint without an end":       {endless, func(r *Reader) { r.Uint() }},
		"a number of 33 bits":           {[]byte{0xff, 0xff, 0xff, 0xff, 0x1f}, func(r *Reader) { r.Small() }},
		"more items than there is room": {[]byte{0xff, 0xff, 0xff, 0xff, 0x0f, 1, 2}, func(r *Reader) { r.Count(2) }},
		"a text longer than the record": {[]byte{9, 'a'}, func(r *Reader) { r.Text() }},
		"a second of two seconds":       {[]byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0xca, 0x9a, 0x3b}, func(r *Reader) { r.Time() }},
		"a length below zero":           {nil, func(r *Reader) { r.Next(-1) }},
	} {
		r := &Reader{B: c.b, Damaged: errDamaged}
		if c.read(r); !errors.Is(r.Err, errDamaged) {
			t.Errorf("%s: %v", name, r.Err)
		}
		if r.U64() != 0 || r.Text() != "" {
			t.Errorf("%s: fields behind it are not zero", name)
		}
	}
}
