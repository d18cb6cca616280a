package sched

import (
	"context"
	"sync"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// instant is a backend that costs nothing, so that what is measured is the scheduler.
type instant struct{ values []fingerprint.Value }

func (instant) Name() string       { return "instant" }
func (instant) Spaces() models.Set { return models.All }
func (instant) Close() error       { return nil }
func (b instant) Embed(_ context.Context, _ models.Space, rows *batch.Batch) ([]fingerprint.Value, error) {
	return b.values[:rows.Rows()], nil
}

func benchScheduler(b *testing.B) *Scheduler {
	return start(b, Config{Lanes: lanesOf(512, 64, allSpaces()...), Backends: []backend.Backend{instant{make([]fingerprint.Value, 64)}}})
}

// BenchmarkOneJob is the overhead of one text through all lanes of an idle scheduler.
func BenchmarkOneJob(b *testing.B) {
	s := benchScheduler(b)
	j := job(1, 60)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Embed(b.Context(), j); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkJobs is the overhead a text under load, through all lanes: calls of 64 from four callers.
func BenchmarkJobs(b *testing.B) {
	s := benchScheduler(b)
	const callers, size = 4, 64
	b.ReportAllocs()
	share := b.N/(callers*size) + 1
	b.ResetTimer()
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			jobs := make([]*Job, size)
			for i := range jobs {
				jobs[i] = job(i, 10+i*7%100)
			}
			for range share {
				if _, err := s.Embed(b.Context(), jobs...); err != nil {
					b.Error(err)
				}
			}
		})
	}
	wg.Wait()
}
