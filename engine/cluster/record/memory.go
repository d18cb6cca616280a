package record

import (
	"asterism/engine/store"
	"asterism/models"
)

// memory writes every field of a memory except its id, in the order of [store.Memory].
func (w *writer) memory(m *store.Memory) {
	w.Uint(m.Version)
	for _, v := range []string{m.Namespace, m.Content, m.Rationale, m.Modality} {
		w.Text(v)
	}
	w.F64(m.Importance)
	w.Uint(uint64(len(m.Tags)))
	for _, tag := range m.Tags {
		w.Text(tag)
	}
	w.Time(m.Time)
	w.Time(m.Created)
	w.Time(m.Updated)
	w.Time(m.Deleted)
	w.Text(m.SessionID)
	w.Text(m.Source)
	w.Raw(m.TextHash[:])
	w.Text(m.Profile)
	w.hashes(&m.ModelHashes)
	for _, n := range m.Tokens {
		w.Uint(uint64(n))
	}
	w.floats(&m.Purpose)
	w.Raw(m.Johari[:])
	w.utl(&m.UTL)
	w.ids(m.Links)
	w.ids(m.Supersedes)
	w.Time(m.ValidFrom)
	w.Time(m.ValidUntil)
	w.Uint(uint64(m.Repeats))
	w.Time(m.LastRepeat)
	w.values(&m.Record)
}

func (r *reader) memory(id store.ID) *store.Memory {
	m := &store.Memory{ID: id, Version: r.Uint()}
	for _, v := range []*string{&m.Namespace, &m.Content, &m.Rationale, &m.Modality} {
		*v = r.Text()
	}
	m.Importance = r.F64()
	n := r.Count(1)
	for range n {
		m.Tags = append(m.Tags, r.Text())
	}
	m.Time, m.Created, m.Updated, m.Deleted = r.Time(), r.Time(), r.Time(), r.Time()
	m.SessionID, m.Source = r.Text(), r.Text()
	copy(m.TextHash[:], r.Fixed(len(m.TextHash)))
	m.Profile = r.Text()
	r.hashes(&m.ModelHashes)
	for i := range m.Tokens {
		m.Tokens[i] = r.Small()
	}
	r.floats(&m.Purpose)
	copy(m.Johari[:], r.Fixed(models.Count))
	r.utl(&m.UTL)
	m.Links, m.Supersedes = r.ids(), r.ids()
	m.ValidFrom, m.ValidUntil = r.Time(), r.Time()
	m.Repeats, m.LastRepeat = r.Small(), r.Time()
	r.values(&m.Record)
	return m
}

// utl writes whether it was measured (1 byte), four scores and 13 distances. The numbers are written even if not measured, since a store keeps them.
func (w *writer) utl(u *store.UTL) {
	w.U8(0)
	if u.Measured {
		w.B[len(w.B)-1] = 1
	}
	for _, v := range []float32{u.LearningScore, u.Entropy, u.Coherence, u.Surprise} {
		w.F32(v)
	}
	w.floats(&u.Distance)
}

func (r *reader) utl(u *store.UTL) {
	measured := r.U8()
	if measured > 1 {
		r.Fail("measured is %d, want 0 or 1", measured)
	}
	u.Measured = measured == 1
	for _, v := range []*float32{&u.LearningScore, &u.Entropy, &u.Coherence, &u.Surprise} {
		*v = r.F32()
	}
	r.floats(&u.Distance)
}
