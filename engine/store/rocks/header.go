package rocks

import (
	"fmt"

	"asterism/engine/store"
	"asterism/models"
)

// The versions of a header, its first byte. One in which every field after the links is zero is written as version 1, which ends with the
// links.
const (
	headerPlain      = 1
	headerSupersedes = 2
)

// header is everything about a memory but its text and its values. spaces says which values are stored; modelSet is
// the number under which profile and model hashes are kept, once for all memories that share them.
type header struct {
	store.Memory
	spaces   models.Set
	modelSet uint32
}

// appendHeader appends the value that h is stored as. Fields of fixed size come first.
func appendHeader(dst []byte, h *header) []byte {
	start := len(dst)
	w := &writer{b: append(dst, h.version(), models.Count)}
	w.u64(h.Version)
	w.u16(uint16(h.spaces))
	w.u32(h.modelSet)
	w.time(h.Time)
	w.time(h.Created)
	w.time(h.Updated)
	w.time(h.Deleted)
	w.f64(h.Importance)
	w.raw(h.TextHash[:])
	for i := range models.Count {
		w.f32(h.Purpose[i])
		w.u8(h.Johari[i])
	}
	w.utl(&h.UTL)
	for _, n := range h.Tokens {
		w.uint(uint64(n))
	}
	w.text(h.Namespace)
	w.text(h.Modality)
	w.text(h.SessionID)
	w.text(h.Source)
	w.uint(uint64(len(h.Tags)))
	for _, tag := range h.Tags {
		w.text(tag)
	}
	w.ids(h.Links)
	if h.version() == headerSupersedes {
		w.validity(&h.Memory)
	}
	return seal(w.b, start)
}

func (w *writer) ids(ids []store.ID) {
	w.uint(uint64(len(ids)))
	for _, id := range ids {
		w.raw(id[:])
	}
}

// version is the lowest that holds all fields.
func (h *header) version() byte {
	if len(h.Supersedes) == 0 && h.ValidFrom.IsZero() && h.ValidUntil.IsZero() && h.Repeats == 0 {
		return headerPlain
	}
	return headerSupersedes
}

// validity writes what the memory supersedes, when it holds and how often it was repeated.
func (w *writer) validity(m *store.Memory) {
	w.ids(m.Supersedes)
	w.time(m.ValidFrom)
	w.time(m.ValidUntil)
	w.u32(m.Repeats)
	w.time(m.LastRepeat)
}

// utl writes a 1 and the numbers, or a 0 where nothing was measured and all numbers are zero.
func (w *writer) utl(u *store.UTL) {
	if *u == (store.UTL{}) {
		w.u8(0)
		return
	}
	w.u8(1)
	w.u8(oneIf(u.Measured))
	for _, v := range []float32{u.LearningScore, u.Entropy, u.Coherence, u.Surprise} {
		w.f32(v)
	}
	for _, v := range u.Distance {
		w.f32(v)
	}
}

func oneIf(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// parseHeader reads what appendHeader wrote. Profile and ModelHashes are left to the caller, who has the table.
func parseHeader(id store.ID, value []byte) (*header, error) {
	version, body, err := unsealUpTo(headerSupersedes, value)
	if err != nil {
		return nil, err
	}
	r := &reader{b: body}
	if n := r.u8(); n != models.Count {
		return nil, fmt.Errorf("%w: header is for %d spaces, want %d", store.ErrDamaged, n, models.Count)
	}
	h := &header{}
	h.ID = id
	h.Version = r.u64()
	h.spaces = models.Set(r.u16())
	h.modelSet = r.u32()
	h.Time = r.time()
	h.Created = r.time()
	h.Updated = r.time()
	h.Deleted = r.time()
	h.Importance = r.f64()
	copy(h.TextHash[:], r.fixed(hashBytes))
	for i := range models.Count {
		h.Purpose[i] = r.f32()
		h.Johari[i] = r.u8()
	}
	r.utl(&h.UTL)
	for i := range h.Tokens {
		h.Tokens[i] = uint32(r.uint())
	}
	h.Namespace = r.text()
	h.Modality = r.text()
	h.SessionID = r.text()
	h.Source = r.text()
	if n := r.count(1); n > 0 {
		h.Tags = make([]string, n)
	}
	for i := range h.Tags {
		h.Tags[i] = r.text()
	}
	h.Links = r.ids()
	if version == headerSupersedes {
		r.validity(&h.Memory)
	}
	if h.spaces.Without(keptSpaces) != 0 {
		return nil, fmt.Errorf("%w: header claims values in spaces %v", store.ErrDamaged, h.spaces.Without(keptSpaces).Spaces())
	}
	return h, r.end()
}

func (r *reader) ids() (ids []store.ID) {
	if n := r.count(idBytes); n > 0 {
		ids = make([]store.ID, n)
	}
	for i := range ids {
		copy(ids[i][:], r.fixed(idBytes))
	}
	return ids
}

func (r *reader) validity(m *store.Memory) {
	m.Supersedes = r.ids()
	m.ValidFrom = r.time()
	m.ValidUntil = r.time()
	m.Repeats = r.u32()
	m.LastRepeat = r.time()
}

func (r *reader) utl(u *store.UTL) {
	if r.u8() == 0 {
		return
	}
	u.Measured = r.u8() == 1
	for _, v := range []*float32{&u.LearningScore, &u.Entropy, &u.Coherence, &u.Surprise} {
		*v = r.f32()
	}
	for i := range u.Distance {
		u.Distance[i] = r.f32()
	}
}

// appendContent appends the value of the content family.
func appendContent(dst []byte, m *store.Memory) []byte {
	start := len(dst)
	w := &writer{b: append(dst, recordVersion)}
	w.text(m.Content)
	w.text(m.Rationale)
	return seal(w.b, start)
}

func parseContent(m *store.Memory, value []byte) error {
	body, err := unseal(value)
	if err != nil {
		return err
	}
	r := &reader{b: body}
	m.Content, m.Rationale = r.text(), r.text()
	return r.end()
}
