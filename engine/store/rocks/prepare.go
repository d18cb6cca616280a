package rocks

import (
	"fmt"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// prepared is a command with its bytes encoded: the part of the work that does not read the store, done in the
// caller's goroutine.
type prepared struct {
	store.Command
	header   *header // OpRemember only, like the fields below except values
	head     []byte
	content  []byte
	values   [models.Count][]byte // nil: the space is absent
	timeline []byte
	hash     []byte
	renewed  []byte // OpRenew only, with values
}

// smallCommand is about the size of what the writer writes for a command without a memory: a header, or some keys.
const smallCommand = 512

func (s *Store) prepareAll(cmds []store.Command) (out []*prepared, bytes int64, err error) {
	for i := range cmds {
		if err := cmds[i].Check(); err != nil {
			return nil, 0, err
		}
	}
	for _, c := range cmds {
		p := &prepared{Command: c}
		bytes += smallCommand
		switch c.Op {
		case store.OpRemember:
			n, err := p.encode(s)
			if err != nil {
				return nil, 0, err
			}
			bytes += int64(n)
		case store.OpRenew:
			bytes += int64(p.encodeRenewed())
		}
		out = append(out, p)
	}
	return out, bytes, nil
}

// encode encodes all values of the memory into one buffer, and returns their size.
func (p *prepared) encode(s *Store) (int, error) {
	m := p.Memory
	set := modelSet{profile: m.Profile, hashes: m.ModelHashes}
	number, err := s.models.number(&set, s.d)
	if err != nil {
		return 0, err
	}
	p.header = &header{Memory: *m, modelSet: number}
	p.header.Record = fingerprint.Record{} // the values are stored as bytes
	buf := make([]byte, 0, 1024+len(m.Content)+len(m.Rationale)+recordBytes(&m.Record))
	cut := func(b []byte) []byte {
		value := b[len(buf):len(b):len(b)]
		buf = b
		return value
	}
	buf, p.header.spaces = p.encodeValues(buf, &m.Record)
	p.content = cut(appendContent(buf, m))
	p.head = cut(appendHeader(buf, p.header))
	p.timeline = timelineKey(m.Cursor())
	p.hash = hashKey(m.Namespace, m.TextHash, m.ID)
	return len(buf), nil
}

// encodeValues appends the values to buf, and returns it and the spaces that have a value.
func (p *prepared) encodeValues(buf []byte, r *fingerprint.Record) ([]byte, models.Set) {
	var present models.Set
	for _, space := range keptSpaces.Spaces() {
		if v := &r[space]; !v.Absent() {
			start := len(buf)
			buf = fingerprint.AppendSpace(buf, space, v)
			p.values[space], present = buf[start:len(buf):len(buf)], present.With(space)
		}
	}
	return buf, present
}

// encodeRenewed encodes all new values of a memory, and returns their size.
func (p *prepared) encodeRenewed() int {
	buf, present := p.encodeValues(make([]byte, 0, 128+recordBytes(&p.Renewed.Record)), &p.Renewed.Record)
	n := renewed{version: p.Version, spaces: present, tokens: p.Renewed.Tokens}
	start := len(buf)
	buf = n.append(buf)
	p.renewed = buf[start:]
	return len(buf)
}

// recordBytes estimates the encoded size of the record, and is never below it.
func recordBytes(r *fingerprint.Record) (n int) {
	for i := range r {
		v := &r[i]
		n += 16 + len(v.Int8) + len(v.Nibbles) + 4*len(v.Scales) + 4*len(v.Terms) + 8*len(v.Bits)
	}
	return n
}

// writable returns why no command, entry, binding or renewal step is accepted; nil: they are.
func writable(s *Store) error {
	switch {
	case s.readOnly:
		return errReadOnly
	case s.follows:
		return errFollows
	}
	return nil
}

// errReadOnly is the error of every write to a store that was opened read-only.
var errReadOnly = fmt.Errorf("%w: it was opened for reading only", store.ErrReadOnly)
