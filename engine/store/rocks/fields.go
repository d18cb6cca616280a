package rocks

import (
	"asterism/engine/fields"
	"asterism/engine/store"
)

// writer appends the fields of a value.
type writer struct{ fields.Writer }

func writeTo(b []byte) *writer { return &writer{fields.Writer{B: b}} }

// reader reads what writer wrote.
type reader struct{ fields.Reader }

// fieldsOf reads a value; errors wrap [store.ErrDamaged].
func fieldsOf(b []byte) *reader { return &reader{fields.Reader{B: b, Damaged: store.ErrDamaged}} }
