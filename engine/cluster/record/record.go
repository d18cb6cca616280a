package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"asterism/engine/store"
)

// Format is the format that this program writes, and the newest that it reads.
const Format = 1

// Errors that callers can distinguish.
var (
	ErrNewer   = errors.New("record of the log has a newer format than this program reads")
	ErrDamaged = errors.New("record of the log is damaged")
)

// Record is the content of one place of a log. A record without writes only says who leads.
type Record struct {
	Node   string // the node that appended it
	Epoch  uint64 // the epoch of its leadership; it never decreases within a log
	Writes []store.Write
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Encode returns the record's bytes. Its commands and entries must have passed their Check.
func (r *Record) Encode() ([]byte, error) {
	writes := make([][]byte, len(r.Writes))
	for i := range r.Writes {
		b, err := EncodeWrite(&r.Writes[i])
		if err != nil {
			return nil, err
		}
		writes[i] = b
	}
	return Assemble(r.Node, r.Epoch, writes...), nil
}

// EncodeWrite returns the bytes of one write of a record. Each writer can do this part of the work itself.
func EncodeWrite(v *store.Write) ([]byte, error) {
	w := writeTo(make([]byte, 0, size(v)))
	err := w.write(v)
	return w.B, err
}

// Assemble returns the record of writes that [EncodeWrite] encoded.
func Assemble(node string, epoch uint64, writes ...[]byte) []byte {
	n := 64 + len(node)
	for _, b := range writes {
		n += len(b)
	}
	w := writeTo(make([]byte, 0, n))
	w.U8(Format)
	w.Text(node)
	w.Uint(epoch)
	w.Uint(uint64(len(writes)))
	for _, b := range writes {
		w.Raw(b)
	}
	return binary.LittleEndian.AppendUint32(w.B, crc32.Checksum(w.B, castagnoli))
}

// Decode reads what Encode has written. The error wraps [ErrNewer] or [ErrDamaged].
func Decode(b []byte) (*Record, error) {
	if len(b) < 5 {
		return nil, fmt.Errorf("%w: it has %d bytes, want at least 5", ErrDamaged, len(b))
	}
	body, sum := b[:len(b)-4], binary.LittleEndian.Uint32(b[len(b)-4:])
	if got := crc32.Checksum(body, castagnoli); got != sum { // first: damaged bytes must not look like a newer format
		return nil, fmt.Errorf("%w: computed checksum %08x, written %08x", ErrDamaged, got, sum)
	}
	if body[0] > Format {
		return nil, fmt.Errorf("%w: format %d, this program reads up to %d: stop this node and start it with the newer program", ErrNewer, body[0], Format)
	}
	if body[0] == 0 {
		return nil, fmt.Errorf("%w: format 0 does not exist", ErrDamaged)
	}
	r := fieldsOf(body[1:])
	out := &Record{Node: r.Text(), Epoch: r.Uint()}
	n := r.Count(1)
	for range n {
		out.Writes = append(out.Writes, r.write())
		if r.Err != nil {
			break
		}
	}
	return out, r.End()
}
