package rocks

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"sync/atomic"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

// records are made once: making random values takes longer than storing them.
func records(n int) (out []fingerprint.Record) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range n {
		out = append(out, suite.Record(rng, 60))
	}
	return out
}

var sample0 = suite.Sample(0)

// numbered returns the n-th memory with one of the records, of about 60 tokens of text.
func numbered(pool []fingerprint.Record, n int) *store.Memory {
	m := sample0.Clone(store.Parts{})
	m.ID = suite.ID(n)
	m.Content = fmt.Sprintf("%d: the certificate of the queue's front end runs out in March; renew it with the script in ops/, not by hand, "+
		"because the load balancer reads the bundle at start-up only and needs both chains in the right order. Ask Priya.", n)
	m.TextHash[0], m.TextHash[1], m.TextHash[2] = byte(n), byte(n>>8), byte(n>>16)
	m.Record = pool[n%len(pool)]
	return m
}

func BenchmarkApply(b *testing.B) {
	pool := records(64)
	for _, c := range []struct{ writers, batch int }{{1, 1}, {16, 1}, {64, 1}, {1, 32}, {4, 32}} {
		b.Run(fmt.Sprintf("writers=%d/batch=%d", c.writers, c.batch), func(b *testing.B) {
			s := mustOpenBench(b, b.TempDir())
			defer s.Close()
			var next atomic.Int64
			b.SetParallelism((c.writers + 1) / 2)
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					var cmds []store.Command
					for range c.batch {
						cmds = append(cmds, suite.Remember(numbered(pool, int(next.Add(1)))))
					}
					if err := s.Apply(context.Background(), cmds...); err != nil {
						b.Error(err)
					}
				}
			})
			b.ReportMetric(float64(b.N*c.batch)/b.Elapsed().Seconds(), "memories/s")
		})
	}
}

func mustOpenBench(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(context.Background(), Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func fill(b *testing.B, s *Store, n int) {
	pool := records(64)
	for i := 0; i < n; i += 100 {
		var cmds []store.Command
		for j := range 100 {
			cmds = append(cmds, suite.Remember(numbered(pool, i+j)))
		}
		if err := s.Apply(context.Background(), cmds...); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRead reads a store of 20,000 memories, or of as many as ASTERISM_BENCH_MEMORIES says.
func BenchmarkRead(b *testing.B) {
	n := 20_000
	if _, err := fmt.Sscan(os.Getenv("ASTERISM_BENCH_MEMORIES"), &n); err == nil {
		b.Logf("%d memories", n)
	}
	dir := b.TempDir()
	s := mustOpenBench(b, dir)
	fill(b, s, n)
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			s := mustOpenBench(b, dir)
			b.StopTimer()
			s.Close()
			b.StartTimer()
		}
	})
	s = mustOpenBench(b, dir)
	defer s.Close()
	ctx := context.Background()
	info, err := s.Info(ctx)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("load", func(b *testing.B) {
		var seen atomic.Int64
		for b.Loop() {
			err := s.Load(ctx, store.Parts{Spaces: models.All}, 2, func(_ int, some []*store.Memory) error { seen.Add(int64(len(some))); return nil })
			if err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(seen.Load())/b.Elapsed().Seconds(), "memories/s")
		b.ReportMetric(float64(info.DiskBytes)*float64(b.N)/1e6/b.Elapsed().Seconds(), "MB/s")
		b.ReportMetric(float64(info.DiskBytes)/float64(n), "B/memory")
	})
	b.Run("scan", func(b *testing.B) {
		for b.Loop() {
			if err := s.Scan(ctx, store.Range{}, store.Parts{}, func(*store.Memory) (bool, error) { return true, nil }); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(b.N*n)/b.Elapsed().Seconds(), "memories/s")
	})
	rng := rand.New(rand.NewPCG(1, 1))
	for name, parts := range map[string]store.Parts{"header": {}, "content": {Content: true}, "tokens": {Spaces: models.SetOf(models.LateInteraction)}, "everything": suite.Everything} {
		b.Run("get/"+name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.Get(ctx, parts, suite.ID(rng.IntN(n))); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("find", func(b *testing.B) {
		for b.Loop() {
			if _, ok, err := s.Find(ctx, "work", [32]byte{byte(rng.Uint32()), byte(rng.Uint32())}); ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			report, err := s.Check(ctx, nil)
			if err != nil || report.Err() != nil {
				b.Fatal(err, report.Err())
			}
		}
	})
}

// BenchmarkPurge removes memories one by one from a store of 10,000. It measures the purge, and the removal of the bytes from
// the files.
func BenchmarkPurge(b *testing.B) {
	pool, ctx := records(64), context.Background()
	s := mustOpenBench(b, b.TempDir())
	defer s.Close()
	const memories, batch = 10_000, 100
	for n := 0; n < memories; n += batch {
		var cmds []store.Command
		for k := range batch {
			cmds = append(cmds, suite.Remember(numbered(pool, n+k)))
		}
		if err := s.Apply(ctx, cmds...); err != nil {
			b.Fatal(err)
		}
	}
	n := 0
	b.ResetTimer()
	for b.Loop() {
		n += 37
		if err := s.Apply(ctx, suite.Purge(suite.ID(n%memories), 0)); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Scrub(ctx); err != nil {
			b.Fatal(err)
		}
	}
}
