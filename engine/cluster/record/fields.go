package record

import (
	"asterism/engine/fields"
	"asterism/engine/store"
	"asterism/models"
)

// writer appends fields of a record.
type writer struct{ fields.Writer }

func writeTo(b []byte) *writer { return &writer{fields.Writer{B: b}} }

func (w *writer) ids(ids []store.ID) {
	w.Uint(uint64(len(ids)))
	for _, id := range ids {
		w.Raw(id[:])
	}
}

func (w *writer) hashes(h *[models.Count][32]byte) {
	for i := range h {
		w.Raw(h[i][:])
	}
}

// reader reads what writer has written.
type reader struct{ fields.Reader }

// fieldsOf returns a reader of the bytes. Its errors wrap [ErrDamaged].
func fieldsOf(b []byte) *reader { return &reader{fields.Reader{B: b, Damaged: ErrDamaged}} }

func (r *reader) ids() (ids []store.ID) {
	if n := r.Count(len(store.ID{})); n > 0 {
		ids = make([]store.ID, n)
	}
	for i := range ids {
		ids[i] = r.id()
	}
	return ids
}

func (r *reader) id() (id store.ID) {
	copy(id[:], r.Fixed(len(id)))
	return id
}

func (r *reader) hashes(h *[models.Count][32]byte) {
	for i := range h {
		copy(h[i][:], r.Fixed(32))
	}
}
