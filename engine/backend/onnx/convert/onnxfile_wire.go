package convert

import (
	"encoding/binary"
	"errors"
	"io"
)

// wire reads protobuf messages (protobuf encoding, "message structure") from a file that is too large to hold: weights
// lie between the fields that say something, and are stepped over.
type wire struct {
	r    io.ReaderAt
	size int64
	buf  []byte // the bytes from base
	base int64
}

// wireBuffer is how much is read at a time.
const wireBuffer = 1 << 16

// Kinds of fields, by the low three bits of their key.
const (
	wireVarint  = 0
	wireFixed64 = 1
	wireBytes   = 2
	wireFixed32 = 5
)

// span is the bytes [from, to) of the file.
type span struct{ from, to int64 }

// field is one field of a message.
type field struct {
	number int
	kind   int
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
	f := field{number: int(key >> 3 & (1<<29 - 1)), kind: int(key & 7), whole: span{from, end}}
	size := uint64(0)
	switch f.kind {
	case wireVarint:
		f.value, at, err = w.varint(at, end)
	case wireBytes:
		size, at, err = w.varint(at, end)
	case wireFixed64:
		size = 8
	case wireFixed32:
		size = 4
	default: // groups, which no file has had for many years
		return field{}, errWire
	}
	if err != nil {
		return field{}, err
	}
	if f.number == 0 || key>>32 != 0 || size > uint64(end-at) {
		return field{}, errWire
	}
	f.body = span{at, at + int64(size)}
	f.whole.to = f.body.to
	return f, nil
}

// varint reads a number of up to ten bytes and says where it ends.
func (w *wire) varint(at, end int64) (uint64, int64, error) {
	b, err := w.peek(at, min(end-at, binary.MaxVarintLen64))
	if err != nil {
		return 0, 0, err
	}
	v, n := binary.Uvarint(b)
	if n <= 0 {
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
	if f.kind != wireBytes || f.body.to-f.body.from > wireBuffer {
		return "", errWire
	}
	b, err := w.read(f.body)
	return string(b), err
}

// appendBytes adds a field of bytes to a message.
func appendBytes(m []byte, number int, body []byte) []byte {
	m = binary.AppendUvarint(m, uint64(number<<3|wireBytes))
	m = binary.AppendUvarint(m, uint64(len(body)))
	return append(m, body...)
}

// appendVarint adds a field of a number.
func appendVarint(m []byte, number int, v uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(m, uint64(number<<3|wireVarint)), v)
}
