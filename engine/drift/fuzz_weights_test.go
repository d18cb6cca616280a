package drift

import (
	"bytes"
	"testing"

	"github.com/google/uuid"
)

// FuzzParseWeights: accepted bytes are encoded to the same bytes again, and every weight is a number
// above 0.
func FuzzParseWeights(f *testing.F) {
	w := Weights{Correction: uuid.UUID{1}}
	for s := range w.Spaces {
		w.Spaces[s] = float64(s) + .5
	}
	good := w.Encode()
	f.Add(good)
	f.Add(good[:len(good)-1])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		w, err := ParseWeights(b)
		if err != nil {
			return
		}
		if !bytes.Equal(w.Encode(), b) {
			t.Errorf("%x is written back as %x", b, w.Encode())
		}
		for s, v := range w.Spaces {
			if !(v > 0) {
				t.Errorf("weight %d is %v", s, v)
			}
		}
	})
}

// FuzzParsePlace: a key of the history is encoded to the same bytes again, and keys sort like places.
func FuzzParsePlace(f *testing.F) {
	reference := uuid.UUID{7}
	f.Add(first.key(reference), last.key(reference))
	f.Add(position{-1, 5}.key(reference), position{1, 4}.key(reference))
	f.Add([]byte("short"), []byte{})
	f.Fuzz(func(t *testing.T, a, b []byte) {
		p, err := parsePlace(a)
		if err != nil {
			return
		}
		q, err := parsePlace(b)
		if err != nil {
			return
		}
		if !bytes.Equal(p.key(uuid.UUID(a[:16])), a) {
			t.Errorf("%x is written back as %x", a, p.key(uuid.UUID(a[:16])))
		}
		if bytes.Equal(a[:16], b[:16]) && p.before(q) != (bytes.Compare(a, b) < 0) {
			t.Errorf("%+v and %+v sort otherwise than their keys", p, q)
		}
	})
}
