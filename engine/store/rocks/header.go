package rocks

import (
	"fmt"

	"asterism/engine/store"
	"asterism/models"
)

// The versions of a header, its first byte. A header in which every field after the links is zero is written as version 1, which ends
// with the links.
const (
	headerPlain      = 1
	headerSupersedes = 2
)

// header holds a memory's data except its text and its values. spaces says which values are stored; modelSet is the
// number of the profile and model hashes, which are stored once for all memories that share them.
type header struct {
	store.Memory
	spaces   models.Set
	modelSet uint32
}

// appendHeader appends the stored form of h. Fields of fixed size come first.
func appendHeader(dst []byte, h *header) []byte {
	start := len(dst)
	w := writeTo(append(dst, h.version(), models.Count))
	w.U64(h.Version)
	w.U16(uint16(h.spaces))
	w.U32(h.modelSet)
	w.Time(h.Time)
	w.Time(h.Created)
	w.Time(h.Updated)
	w.Time(h.Deleted)
	w.F64(h.Importance)
	w.Raw(h.TextHash[:])
	for i := range models.Count {
		w.F32(h.Purpose[i])
		w.U8(h.Johari[i])
	}
	w.utl(&h.UTL)
	for _, n := range h.Tokens {
		w.Uint(uint64(n))
	}
	w.Text(h.Namespace)
	w.Text(h.Modality)
	w.Text(h.SessionID)
	w.Text(h.Source)
	w.Uint(uint64(len(h.Tags)))
	for _, tag := range h.Tags {
		w.Text(tag)
	}
	w.ids(h.Links)
	if h.version() == headerSupersedes {
		w.validity(&h.Memory)
	}
	return seal(w.B, start)
}

func (w *writer) ids(ids []store.ID) {
	w.Uint(uint64(len(ids)))
	for _, id := range ids {
		w.Raw(id[:])
	}
}

// version returns the lowest version that has all fields.
func (h *header) version() byte {
	if len(h.Supersedes) == 0 && h.ValidFrom.IsZero() && h.ValidUntil.IsZero() && h.Repeats == 0 {
		return headerPlain
	}
	return headerSupersedes
}

// validity writes which memories this one supersedes, when it is valid and how often it was repeated.
func (w *writer) validity(m *store.Memory) {
	w.ids(m.Supersedes)
	w.Time(m.ValidFrom)
	w.Time(m.ValidUntil)
	w.U32(m.Repeats)
	w.Time(m.LastRepeat)
}

// utl writes a 1 and the numbers, or a 0 if nothing was measured and all numbers are zero.
func (w *writer) utl(u *store.UTL) {
	if *u == (store.UTL{}) {
		w.U8(0)
		return
	}
	w.U8(1)
	w.U8(oneIf(u.Measured))
	for _, v := range []float32{u.LearningScore, u.Entropy, u.Coherence, u.Surprise} {
		w.F32(v)
	}
	for _, v := range u.Distance {
		w.F32(v)
	}
}

func oneIf(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// parseHeader reads a value of appendHeader. The caller, which has the table, sets Profile and ModelHashes.
func parseHeader(id store.ID, value []byte) (*header, error) {
	version, body, err := unsealUpTo(headerSupersedes, value)
	if err != nil {
		return nil, err
	}
	r := fieldsOf(body)
	if n := r.U8(); n != models.Count {
		return nil, fmt.Errorf("%w: header is for %d spaces, want %d", store.ErrDamaged, n, models.Count)
	}
	h := &header{}
	h.ID = id
	h.Version = r.U64()
	h.spaces = models.Set(r.U16())
	h.modelSet = r.U32()
	h.Time = r.Time()
	h.Created = r.Time()
	h.Updated = r.Time()
	h.Deleted = r.Time()
	h.Importance = r.F64()
	copy(h.TextHash[:], r.Fixed(hashBytes))
	for i := range models.Count {
		h.Purpose[i] = r.F32()
		h.Johari[i] = r.U8()
	}
	r.utl(&h.UTL)
	for i := range h.Tokens {
		h.Tokens[i] = uint32(r.Uint())
	}
	h.Namespace = r.Text()
	h.Modality = r.Text()
	h.SessionID = r.Text()
	h.Source = r.Text()
	if n := r.Count(1); n > 0 {
		h.Tags = make([]string, n)
	}
	for i := range h.Tags {
		h.Tags[i] = r.Text()
	}
	h.Links = r.ids()
	if version == headerSupersedes {
		r.validity(&h.Memory)
	}
	if h.spaces.Without(keptSpaces) != 0 {
		return nil, fmt.Errorf("%w: header claims values in spaces %v", store.ErrDamaged, h.spaces.Without(keptSpaces).Spaces())
	}
	return h, r.End()
}

func (r *reader) ids() (ids []store.ID) {
	if n := r.Count(idBytes); n > 0 {
		ids = make([]store.ID, n)
	}
	for i := range ids {
		copy(ids[i][:], r.Fixed(idBytes))
	}
	return ids
}

func (r *reader) validity(m *store.Memory) {
	m.Supersedes = r.ids()
	m.ValidFrom = r.Time()
	m.ValidUntil = r.Time()
	m.Repeats = r.U32()
	m.LastRepeat = r.Time()
}

func (r *reader) utl(u *store.UTL) {
	if r.U8() == 0 {
		return
	}
	u.Measured = r.U8() == 1
	for _, v := range []*float32{&u.LearningScore, &u.Entropy, &u.Coherence, &u.Surprise} {
		*v = r.F32()
	}
	for i := range u.Distance {
		u.Distance[i] = r.F32()
	}
}

// appendContent appends the value of the content family.
func appendContent(dst []byte, m *store.Memory) []byte {
	start := len(dst)
	w := writeTo(append(dst, recordVersion))
	w.Text(m.Content)
	w.Text(m.Rationale)
	return seal(w.B, start)
}

func parseContent(m *store.Memory, value []byte) error {
	body, err := unseal(value)
	if err != nil {
		return err
	}
	r := fieldsOf(body)
	m.Content, m.Rationale = r.Text(), r.Text()
	return r.End()
}
