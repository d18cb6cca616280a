package fingerprint

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"asterism/models"
)

// TestTokensInPlaceAreThoseParsed compares both decoders of E12, on values and on damaged
// bytes.
func TestTokensInPlaceAreThoseParsed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	width := models.LateInteraction.Info().Width
	var room []float32
	for range 300 {
		p := Packed{}
		if n := rng.IntN(20); n > 0 {
			p.Scales, p.Nibbles = make([]float32, n), make([]byte, n*width/2)
			for i := range p.Scales {
				p.Scales[i] = rng.Float32()
			}
			for i := range p.Nibbles {
				p.Nibbles[i] = byte(rng.Uint32())
			}
		}
		b := AppendSpace(nil, models.LateInteraction, &p)
		if rng.IntN(3) == 0 {
			b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
		}
		want, wantErr := ParseSpace(models.LateInteraction, b)
		got, gotErr := TokensIn(b, room)
		if (wantErr == nil) != (gotErr == nil) || wantErr != nil && wantErr.Error() != gotErr.Error() {
			t.Fatalf("error %v, want %v", gotErr, wantErr)
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%v, want %v", got, want)
		}
		room = got.Scales
	}
}
