package record

import (
	"asterism/engine/store"
	"asterism/models"
)

// memory writes every field of a memory but its id, in the order of [store.Memory].
func (w *writer) memory(m *store.Memory) {
	w.uint(m.Version)
	for _, v := range []string{m.Namespace, m.Content, m.Rationale, m.Modality} {
		w.text(v)
	}
	w.f64(m.Importance)
	w.uint(uint64(len(m.Tags)))
	for _, tag := range m.Tags {
		w.text(tag)
	}
	w.time(m.Time)
	w.time(m.Created)
	w.time(m.Updated)
	w.time(m.Deleted)
	w.text(m.SessionID)
	w.text(m.Source)
	w.raw(m.TextHash[:])
	w.text(m.Profile)
	w.hashes(&m.ModelHashes)
	for _, n := range m.Tokens {
		w.uint(uint64(n))
	}
	w.floats(&m.Purpose)
	w.raw(m.Johari[:])
	w.utl(&m.UTL)
	w.ids(m.Links)
	w.ids(m.Supersedes)
	w.time(m.ValidFrom)
	w.time(m.ValidUntil)
	w.uint(uint64(m.Repeats))
	w.time(m.LastRepeat)
	w.values(&m.Record)
}

func (r *reader) memory(id store.ID) *store.Memory {
	m := &store.Memory{ID: id, Version: r.uint()}
	for _, v := range []*string{&m.Namespace, &m.Content, &m.Rationale, &m.Modality} {
		*v = r.text()
	}
	m.Importance = r.f64()
	n := r.count(1)
	for range n {
		m.Tags = append(m.Tags, r.text())
	}
	m.Time, m.Created, m.Updated, m.Deleted = r.time(), r.time(), r.time(), r.time()
	m.SessionID, m.Source = r.text(), r.text()
	copy(m.TextHash[:], r.fixed(len(m.TextHash)))
	m.Profile = r.text()
	r.hashes(&m.ModelHashes)
	for i := range m.Tokens {
		m.Tokens[i] = r.small()
	}
	r.floats(&m.Purpose)
	copy(m.Johari[:], r.fixed(models.Count))
	r.utl(&m.UTL)
	m.Links, m.Supersedes = r.ids(), r.ids()
	m.ValidFrom, m.ValidUntil = r.time(), r.time()
	m.Repeats, m.LastRepeat = r.small(), r.time()
	r.values(&m.Record)
	return m
}

// utl writes whether it was measured (1 byte), four scores and 13 distances; the numbers also where it was not, since a store keeps them.
func (w *writer) utl(u *store.UTL) {
	w.u8(0)
	if u.Measured {
		w.b[len(w.b)-1] = 1
	}
	for _, v := range []float32{u.LearningScore, u.Entropy, u.Coherence, u.Surprise} {
		w.f32(v)
	}
	w.floats(&u.Distance)
}

func (r *reader) utl(u *store.UTL) {
	measured := r.u8()
	if measured > 1 {
		r.fail("measured is %d, want 0 or 1", measured)
	}
	u.Measured = measured == 1
	for _, v := range []*float32{&u.LearningScore, &u.Entropy, &u.Coherence, &u.Surprise} {
		*v = r.f32()
	}
	r.floats(&u.Distance)
}
