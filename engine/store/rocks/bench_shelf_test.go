package rocks

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"asterism/engine/store"
)

// entries returns n records of history of 100 bytes, numbered from first.
func entries(first, n int) (out []store.Entry) {
	for i := first; i < first+n; i++ {
		value := make([]byte, 100)
		binary.LittleEndian.PutUint64(value[10:], uint64(i)*0x9e3779b97f4a7c15)
		out = append(out, store.Entry{Shelf: store.ShelfHistory, Key: binary.BigEndian.AppendUint64(nil, uint64(i)), Value: value})
	}
	return out
}

// BenchmarkShelves puts, reads and walks entries in a store of a million entries, or as many as
// ASTERISM_BENCH_ENTRIES says.
func BenchmarkShelves(b *testing.B) {
	n, ctx := 1_000_000, context.Background()
	if _, err := fmt.Sscan(os.Getenv("ASTERISM_BENCH_ENTRIES"), &n); err == nil {
		b.Logf("%d entries", n)
	}
	s := mustOpenBench(b, b.TempDir())
	defer s.Close()
	for i := 0; i < n; i += 1000 {
		if err := s.Put(ctx, entries(i, 1000)...); err != nil {
			b.Fatal(err)
		}
	}
	next := n
	b.Run("put 1000", func(b *testing.B) {
		for b.Loop() {
			if err := s.Put(ctx, entries(next, 1000)...); err != nil {
				b.Fatal(err)
			}
			next += 1000
		}
	})
	b.Run("put 1", func(b *testing.B) {
		for b.Loop() {
			if err := s.Put(ctx, entries(next, 1)...); err != nil {
				b.Fatal(err)
			}
			next++
		}
	})
	rng := rand.New(rand.NewPCG(1, 1))
	b.Run("look", func(b *testing.B) {
		for b.Loop() {
			key := binary.BigEndian.AppendUint64(nil, rng.Uint64N(uint64(n)))
			if _, ok, err := s.Read(ctx, store.ShelfHistory, key); !ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
	b.Run("newest 50", func(b *testing.B) {
		for b.Loop() {
			seen := 0
			err := s.Walk(ctx, store.ShelfHistory, nil, nil, true, func(_, _ []byte) (bool, error) { seen++; return seen < 50, nil })
			if seen != 50 || err != nil {
				b.Fatal(seen, err)
			}
		}
	})
	b.Run("all", func(b *testing.B) {
		seen := 0
		for b.Loop() {
			if err := s.Walk(ctx, store.ShelfHistory, nil, nil, false, func(_, _ []byte) (bool, error) { seen++; return true, nil }); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(seen)/b.Elapsed().Seconds(), "entries/s")
	})
	for i := 0; i < n/2; i += 1000 { // the older half is removed: a walk that begins after it must not read its remains
		gone := entries(i, 1000)
		for j := range gone {
			gone[j].Value = nil
		}
		if err := s.Put(ctx, gone...); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("before removed ones", func(b *testing.B) {
		for b.Loop() {
			if err := s.Walk(ctx, store.ShelfHistory, nil, entries(1, 1)[0].Key, false, func(_, _ []byte) (bool, error) { return false, fmt.Errorf("there is an entry") }); err != nil {
				b.Fatal(err)
			}
		}
	})
}
