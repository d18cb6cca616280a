package convert

import (
	"encoding/binary"
	"errors"
	"io"

	"google.golang.org/protobuf/encoding/protowire"
)

// wire reads protobuf messages (protobuf encoding, "message structure") from a file that is too large for memory: weights are
// between the other fields, and are skipped. Package protowire reads what is in memory: a key, a number.
type wire struct {
	r    io.ReaderAt
	size int64
	buf  []byte // the bytes from base
	base int64
}

// wireBuffer is how much is read at a time.
const wireBuffer = 1 << 16

// span is the bytes [from, to) of the file.
type span struct{ from, to int64 }

// field is one field of a message.
type field struct {
	number protowire.Number
	kind   protowire.Type
	value  uint64 // of a varint
	body   span   // of bytes
	whole  span   // key included
}

var errWire = errors.New("the file is no ONNX model, or it is cut short")

// fields calls each with every field of the message in s, in order.
func (w *wire) fields(s span, each func(field) error) error {
	for at := s.from; at < s.to; {
		f, err := w.field(at, s.to)
		if err != nil {
			return err
		}
		if err := each(f); err != nil {
			return err
		}
		at = f.whole.to
	}
	return nil
}

// field reads the field at from of a message that ends at end.
func (w *wire) field(from, end int64) (field, error) {
	key, at, err := w.varint(from, end)
	if err != nil {
		return field{}, err
	}
	f := field{whole: span{from, end}}
	if f.number, f.kind = protowire.DecodeTag(key); !f.number.IsValid() {
		return field{}, errWire
	}
	size := uint64(0)
	switch f.kind {
	case protowire.VarintType:
		f.value, at, err = w.varint(at, end)
	case protowire.BytesType:
		size, at, err = w.varint(at, end)
	case protowire.Fixed64Type:
		size = 8
	case protowire.Fixed32Type:
		size = 4
	default: // groups, which no file has had for many years
		return field{}, errWire
	}
	if err != nil {
		return field{}, err
	}
	if size > uint64(end-at) {
		return field{}, errWire
	}
	f.body = span{at, at + int64(size)}
	f.whole.to = f.body.to
	return f, nil
}

// varint reads a number of up to ten bytes and returns where it ends.
func (w *wire) varint(at, end int64) (uint64, int64, error) {
	b, err := w.peek(at, min(end-at, binary.MaxVarintLen64))
	if err != nil {
		return 0, 0, err
	}
	v, n := protowire.ConsumeVarint(b)
	if n < 0 {
		return 0, 0, errWire
	}
	return v, at + int64(n), nil
}

// peek returns n bytes from at, which stay valid until the next call; n is at most wireBuffer.
func (w *wire) peek(at, n int64) ([]byte, error) {
	if at < w.base || at+n > w.base+int64(len(w.buf)) {
		w.buf = append(w.buf[:0], make([]byte, min(wireBuffer, w.size-at))...)
		w.base = at
		if _, err := w.r.ReadAt(w.buf, at); err != nil && !errors.Is(err, io.EOF) {
			w.buf = w.buf[:0]
			return nil, err
		}
	}
	return w.buf[at-w.base:][:n], nil
}

// read copies a span.
func (w *wire) read(s span) ([]byte, error) {
	b := make([]byte, s.to-s.from)
	if _, err := w.r.ReadAt(b, s.from); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return b, nil
}

// text reads a name.
func (w *wire) text(f field) (string, error) {
	if f.kind != protowire.BytesType || f.body.to-f.body.from > wireBuffer {
		return "", errWire
	}
	b, err := w.read(f.body)
	return string(b), err
}

// appendBytes adds a field of bytes to a message.
func appendBytes(m []byte, number protowire.Number, body []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(m, number, protowire.BytesType), body)
}

// appendVarint adds a field of a number.
func appendVarint(m []byte, number protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(m, number, protowire.VarintType), v)
}
