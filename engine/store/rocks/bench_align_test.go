package rocks

import (
	"context"
	"fmt"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/suite"
	"asterism/models"
)

// BenchmarkAlign sets the purpose vectors of 10,000 memories, and then links these
// memories.
func BenchmarkAlign(b *testing.B) {
	s, ctx := mustOpenBench(b, b.TempDir()), context.Background()
	defer s.Close()
	const memories = 10_000
	fill(b, s, memories)
	for _, batch := range []int{100, 1000, 5000} {
		b.Run(fmt.Sprintf("align/batch=%d", batch), func(b *testing.B) {
			done := 0
			for b.Loop() {
				var cmds []store.Command
				for range batch {
					cmds = append(cmds, suite.Align(suite.ID(done%memories), 1, [models.Count]float32{float32(done)}))
					done++
				}
				if err := s.Apply(ctx, cmds...); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "memories/s")
		})
	}
	b.Run("link/batch=1000", func(b *testing.B) {
		done := 0
		for b.Loop() {
			var cmds []store.Command
			for range 1000 {
				cmds = append(cmds, suite.Learn(done%memories, (done*7+1)%memories, .5))
				if done++; cmds[len(cmds)-1].ID == cmds[len(cmds)-1].Other {
					cmds = cmds[:len(cmds)-1]
				}
			}
			if err := s.Apply(ctx, cmds...); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(done)/b.Elapsed().Seconds(), "edges/s")
	})
	b.Run("edges", func(b *testing.B) {
		for n := 0; b.Loop(); n++ {
			if _, _, err := s.Edges(ctx, suite.ID(n%memories)); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("all edges", func(b *testing.B) {
		seen := 0
		for b.Loop() {
			if err := s.LearnedEdges(ctx, func(_, _ store.ID, _ store.EdgeKind, _ float32, _ time.Time) (bool, error) { seen++; return true, nil }); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(seen)/b.Elapsed().Seconds(), "edges/s")
	})
}
