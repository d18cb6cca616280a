package record

import (
	"fmt"
	"math"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// The kinds of a write: its first byte.
const (
	kindCommands = 1 // number of commands, and each, see command.go
	kindEntries  = 2 // number of entries, and each: shelf (1 byte), key, 0 or 1 and then the value
	kindBind     = 3 // profile, 13 hashes of 32 bytes
	kindBegin    = 4 // spaces, profile, 13 hashes
	kindEnd      = 5 // entries as above
	kindAbandon  = 6 // nothing
)

// size estimates the bytes of a write in a record. It is rarely too low.
func size(w *store.Write) int {
	n := 64
	for i := range w.Commands {
		n += commandBytes(&w.Commands[i])
	}
	n += entryBytes(w.Entries)
	if w.Bind != nil || w.Begin != nil {
		n += models.Count*32 + 64
	}
	if w.End != nil {
		n += entryBytes(w.End.Entries)
	}
	return n
}

func commandBytes(c *store.Command) int {
	n := 128
	if m := c.Memory; m != nil {
		n += 1024 + len(m.Content) + len(m.Rationale) + 16*(len(m.Links)+len(m.Supersedes)) + recordBytes(&m.Record)
		for _, tag := range m.Tags {
			n += 2 + len(tag)
		}
	}
	if c.Renewed != nil {
		n += recordBytes(&c.Renewed.Record)
	}
	return n
}

func entryBytes(entries []store.Entry) (n int) {
	for i := range entries {
		n += 16 + len(entries[i].Key) + len(entries[i].Value)
	}
	return n
}

func recordBytes(r *fingerprint.Record) (n int) {
	for i := range r {
		v := &r[i]
		n += 8 + len(v.Int8) + len(v.Nibbles) + 4*len(v.Scales) + 4*len(v.Terms) + 8*len(v.Bits)
	}
	return n
}

func (w *writer) write(v *store.Write) error {
	switch {
	case len(v.Commands) > 0:
		w.U8(kindCommands)
		w.Uint(uint64(len(v.Commands)))
		for i := range v.Commands {
			if err := w.command(&v.Commands[i]); err != nil {
				return err
			}
		}
	case len(v.Entries) > 0:
		w.U8(kindEntries)
		w.entries(v.Entries)
	case v.Bind != nil:
		w.U8(kindBind)
		w.Text(v.Bind.Profile)
		w.hashes(&v.Bind.ModelHashes)
	case v.Begin != nil:
		w.U8(kindBegin)
		w.Uint(uint64(v.Begin.Spaces))
		w.Text(v.Begin.Profile)
		w.hashes(&v.Begin.ModelHashes)
	case v.End != nil:
		w.U8(kindEnd)
		w.entries(v.End.Entries)
	case v.Abandon:
		w.U8(kindAbandon)
	default:
		return fmt.Errorf("encode record: a write says nothing")
	}
	return nil
}

func (w *writer) entries(entries []store.Entry) {
	w.Uint(uint64(len(entries)))
	for _, e := range entries {
		w.U8(uint8(e.Shelf))
		w.Text(string(e.Key))
		if e.Value == nil {
			w.U8(0)
			continue
		}
		w.U8(1)
		w.Text(string(e.Value))
	}
}

func (r *reader) write() (v store.Write) {
	switch kind := r.U8(); kind {
	case kindCommands:
		v.Commands = make([]store.Command, r.some())
		for i := range v.Commands {
			r.command(&v.Commands[i])
		}
	case kindEntries:
		if v.Entries = r.entries(); len(v.Entries) == 0 {
			r.Fail("a write has no entries")
		}
	case kindBind:
		v.Bind = &store.Bound{Profile: r.Text()}
		r.hashes(&v.Bind.ModelHashes)
	case kindBegin:
		v.Begin = &store.Renewal{Spaces: r.spaces()}
		v.Begin.Profile = r.Text()
		r.hashes(&v.Begin.ModelHashes)
	case kindEnd:
		v.End = &store.RenewalDone{Entries: r.entries()}
	case kindAbandon:
		v.Abandon = true
	default:
		r.Fail("kind %d of a write does not exist", kind)
	}
	return v
}

// some reads a count that must not be zero.
func (r *reader) some() int {
	n := r.Count(1)
	if n == 0 {
		r.Fail("a write has no commands")
	}
	return n
}

func (r *reader) spaces() models.Set {
	v := r.Uint()
	if v > math.MaxUint16 {
		r.Fail("spaces %x do not exist", v)
	}
	return models.Set(v)
}

func (r *reader) entries() (out []store.Entry) {
	n := r.Count(3)
	for range n {
		e := store.Entry{Shelf: store.Shelf(r.U8()), Key: r.Own()}
		switch has := r.U8(); has {
		case 0:
		case 1:
			e.Value = r.Own()
		default:
			r.Fail("an entry has %d values", has)
		}
		out = append(out, e)
	}
	return out
}
