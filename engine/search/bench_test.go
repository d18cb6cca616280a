package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"
	"unsafe"

	"asterism/engine/fingerprint"
	"asterism/engine/search/draw"
	"asterism/engine/store"
	"asterism/models"
)

// fastMemory makes a memory of realistic sizes directly in packed form: 60 tokens, about 60 and 90 active terms.
func fastMemory(r *rand.Rand) *store.Memory {
	m := &store.Memory{ID: draw.ID(r), Version: 1, Namespace: "default", Modality: "text",
		Time: draw.Epoch.Add(-time.Duration(r.Int64N(int64(365 * 24 * time.Hour))))}
	for i, info := range models.Catalog {
		p := &m.Record[i]
		switch {
		case info.Origin == models.FromTime:
		case info.Kind == models.Dense:
			p.Int8, p.Scales = randomBytes(r, info.Width), []float32{0.0004}
		case info.Kind == models.Pair:
			p.Int8, p.Scales = randomBytes(r, 2*info.Width), []float32{0.0004, 0.0004}
		case info.Kind == models.Binary:
			p.Bits = make([]uint64, bitWords)
			for j := range p.Bits {
				p.Bits[j] = r.Uint64()
			}
		case info.Kind == models.Terms:
			for id := r.IntN(600); id < info.Width; id += 1 + r.IntN(800) {
				p.Terms = append(p.Terms, fingerprint.TermWeight{ID: uint16(id), Weight: anyWeight(r)})
			}
		case info.Kind == models.Tokens:
			b := randomBytes(r, 60*info.Width/2)
			p.Nibbles, p.Scales = unsafe.Slice((*byte)(unsafe.Pointer(&b[0])), len(b)), make([]float32, 60)
			for j := range p.Scales {
				p.Scales[j] = 0.02
			}
		}
	}
	return m
}

func randomBytes(r *rand.Rand, n int) []int8 {
	words := make([]uint64, n/8)
	for i := range words {
		words[i] = r.Uint64()
	}
	return unsafe.Slice((*int8)(unsafe.Pointer(&words[0])), n)
}

var benchIndexes = map[int]func() *Index{10_000: benchIndex(10_000), 100_000: benchIndex(100_000)}

func benchIndex(n int) func() *Index {
	return sync.OnceValue(func() *Index {
		r := rand.New(rand.NewPCG(1, uint64(n)))
		k := &keeper{by: map[store.ID]*store.Memory{}}
		ix := New(k)
		for range n {
			m := fastMemory(r)
			if err := ix.Add(m); err != nil {
				panic(err)
			}
			var kept store.Memory
			kept.Record[models.LateInteraction] = m.Record[models.LateInteraction]
			k.by[m.ID] = &kept
		}
		return ix
	})
}

// percentiles runs fn b.N times and reports the least time, p50 and p99.
func percentiles(b *testing.B, fn func()) {
	var took []time.Duration
	for b.Loop() {
		t := time.Now()
		fn()
		took = append(took, time.Since(t))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[0])/1e6, "min-ms")
	b.ReportMetric(float64(took[len(took)/2])/1e6, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
}

func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{10_000, 100_000} {
		for _, name := range []string{"all", "content", "semantic-only", "all-ranks"} {
			b.Run(fmt.Sprintf("%d/%s", n, name), func(b *testing.B) {
				ix := benchIndexes[n]()
				q := randomQuestion(3)
				q.Ranks = name == "all-ranks" // ranks are counted among all memories
				for v := range q.Weights {
					s := models.Space(v)
					if name == "content" && timeSpaces.Has(s) || name == "semantic-only" && s != models.Semantic {
						q.Weights[v] = 0
					}
				}
				percentiles(b, func() { mustSearch(b, ix, q) })
				b.ReportMetric(float64(ix.MemoryBytes())/float64(ix.Len()), "B/memory")
			})
		}
	}
}

func BenchmarkNeighbours(b *testing.B) {
	ix := benchIndexes[10_000]()
	values := draw.Values(rand.New(rand.NewPCG(5, 5)), 0)
	for name, spaces := range map[string]models.Set{
		"all but E12": models.All.Without(models.SetOf(models.LateInteraction)), "all": models.All,
	} {
		b.Run("10000/"+name, func(b *testing.B) {
			percentiles(b, func() {
				if _, err := ix.Neighbours(context.Background(), "default", &values, draw.Epoch, 10, spaces); err != nil {
					b.Fatal(err)
				}
			})
		})
	}
}

func BenchmarkAdd(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	memories := make([]*store.Memory, 200)
	for i := range memories {
		memories[i] = fastMemory(r)
	}
	ix := New(nil)
	for i := 0; b.Loop(); i++ {
		m := memories[i%len(memories)]
		m.ID, m.Version = draw.ID(r), 1
		if i%2000 == 1999 {
			b.StopTimer()
			ix = New(nil)
			b.StartTimer()
		}
		if err := ix.Add(m); err != nil {
			b.Fatal(err)
		}
	}
}
