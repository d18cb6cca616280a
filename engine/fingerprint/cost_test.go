package fingerprint

import (
	"math/rand/v2"
	"testing"

	"asterism/models"
)

func TestPackAllocatesOnlyItsResult(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for _, space := range kept {
		v := sample(rng, space, 60)
		if n := testing.AllocsPerRun(20, func() { mustPack(t, space, v) }); n > 2 {
			t.Errorf("%v: %v allocations, want at most 2", space, n)
		}
	}
}

func BenchmarkPackMemory(b *testing.B) {
	rng := rand.New(rand.NewPCG(17, 18))
	var f Fingerprint
	for _, space := range kept {
		f[space] = sample(rng, space, 60)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, space := range kept {
			if _, err := Pack(space, f[space]); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkParseMemory(b *testing.B) {
	rng := rand.New(rand.NewPCG(17, 18))
	var encoded [models.Count][]byte
	var size int64
	for _, space := range kept {
		p := mustPack(b, space, sample(rng, space, 60))
		encoded[space] = AppendSpace(nil, space, &p)
		size += int64(len(encoded[space]))
	}
	b.SetBytes(size)
	for b.Loop() {
		for _, space := range kept {
			if _, err := ParseSpace(space, encoded[space]); err != nil {
				b.Fatal(err)
			}
		}
	}
}
