package fingerprint

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// TestValuesReadIntoOneRoomAreThoseParsed decodes values of all sizes and spaces, and damaged ones, into the arrays of earlier
// values.
func TestValuesReadIntoOneRoomAreThoseParsed(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, space := range kept {
		var room Packed
		again := 0
		for range 60 {
			p := mustPack(t, space, sample(rng, space, 1+rng.IntN(20)))
			if rng.IntN(8) == 0 {
				p = Packed{}
			}
			b := AppendSpace(nil, space, &p)
			if rng.IntN(6) == 0 {
				b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
			}
			want, wantErr := ParseSpace(space, b)
			got, gotErr := ParseSpaceIn(space, b, &room)
			if (wantErr == nil) != (gotErr == nil) || wantErr != nil && wantErr.Error() != gotErr.Error() {
				t.Fatalf("%v: error %v, want %v", space, gotErr, wantErr)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: %v, want %v", space, got, want)
			}
			if got.Absent() {
				continue
			}
			if sharesArrays(&got, &room) {
				again++
			}
			room = got
		}
		if again == 0 {
			t.Errorf("%v: no array was used again", space)
		}
	}
}

// sharesArrays reports whether two values use the same memory.
func sharesArrays(a, b *Packed) bool {
	same := func(x, y any) bool {
		v, w := reflect.ValueOf(x), reflect.ValueOf(y)
		return v.Len() > 0 && w.Len() > 0 && v.Pointer() == w.Pointer()
	}
	return same(a.Int8, b.Int8) || same(a.Terms, b.Terms) || same(a.Bits, b.Bits) || same(a.Nibbles, b.Nibbles)
}
