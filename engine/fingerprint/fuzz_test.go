package fingerprint

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"asterism/models"
)

func FuzzParseSpace(f *testing.F) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, space := range kept {
		p := mustPack(f, space, sample(rng, space, 2))
		b := AppendSpace(nil, space, &p)
		f.Add(uint8(space), b[1:len(b)-4])
	}
	f.Fuzz(func(t *testing.T, number uint8, body []byte) {
		space := models.Space(number)
		_, _ = ParseSpace(space, body) // also without a correct checksum
		b := frame(formatVersion, body...)
		p, err := ParseSpace(space, b)
		if err != nil {
			return
		}
		if again := AppendSpace(nil, space, &p); !bytes.Equal(again, b) {
			t.Fatalf("%v: accepted bytes do not come back:\n%x\n%x", space, b, again)
		}
		Unpack(space, &p)
	})
}

func FuzzPack(f *testing.F) {
	f.Add(uint8(models.Sparse), []byte{1, 2, 3, 4, 5, 6})
	f.Add(uint8(models.LateInteraction), make([]byte, 1024))
	f.Fuzz(func(t *testing.T, number uint8, raw []byte) {
		space := models.Space(number)
		p, err := Pack(space, valueFrom(space, raw))
		if err != nil {
			return
		}
		if err := p.Check(space); err != nil {
			t.Fatal(err)
		}
		back, err := ParseSpace(space, AppendSpace(nil, space, &p))
		if err != nil || !reflect.DeepEqual(back, p) {
			t.Fatalf("%v: packed value did not come back, error %v", space, err)
		}
	})
}

// valueFrom converts raw bytes to a value of the space's kind, repeating them up to its width.
func valueFrom(space models.Space, raw []byte) Value {
	if int(space) >= models.Count || len(raw) < 6 {
		return Value{}
	}
	number := func(i int) float32 {
		at := i * 4 % (len(raw) - 3)
		return math.Float32frombits(binary.LittleEndian.Uint32(raw[at:]))
	}
	var v Value
	switch info := space.Info(); info.Kind {
	case models.Terms:
		for i := 0; i+6 <= len(raw); i += 6 {
			v.Terms = append(v.Terms, TermWeight{binary.LittleEndian.Uint16(raw[i:]), math.Float32frombits(binary.LittleEndian.Uint32(raw[i+2:]))})
		}
	case models.Tokens:
		for i := range info.Width * (1 + len(raw)%5) {
			v.Vectors = append(v.Vectors, number(i))
		}
	case models.Dense, models.Pair:
		for i := range info.Width << (info.Kind) { // Kind is 1 for Pair: twice the width
			v.Dense = append(v.Dense, number(i))
		}
	}
	return v
}
