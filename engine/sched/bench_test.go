package sched

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// instant is a backend that takes no time, so that only the scheduler is measured.
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

// BenchmarkOneJob measures the overhead of one text through all lanes of an idle scheduler.
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

// BenchmarkJobs measures the overhead per text under load, through all lanes: calls of 64 from four callers.
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

// steady is a backend that takes some time for every batch, and counts the batches and the rows of passages in them.
type steady struct {
	instant
	batches, passages *atomic.Int64
}

const steadyBatch = time.Millisecond

func (b steady) Embed(ctx context.Context, space models.Space, rows *batch.Batch) ([]fingerprint.Value, error) {
	b.batches.Add(1)
	time.Sleep(steadyBatch)
	if rows.Role == batch.Passage {
		b.passages.Add(int64(rows.Rows()))
	}
	return b.instant.Embed(ctx, space, rows)
}

// BenchmarkQuestionDuringIngest measures a question through all lanes while two callers keep all places of passages
// taken, with one question at a time (askers=1) or several. batches/op is how many batches start between a question's
// hand-over and its answer, including its own thirteen; passages/s is the speed of the ingest meanwhile.
func BenchmarkQuestionDuringIngest(b *testing.B) {
	for _, askers := range []int{1, 16} {
		b.Run(fmt.Sprintf("askers=%d", askers), func(b *testing.B) { questionDuringIngest(b, askers) })
	}
}

func questionDuringIngest(b *testing.B, askers int) {
	device := steady{instant{make([]fingerprint.Value, 64)}, new(atomic.Int64), new(atomic.Int64)}
	s := start(b, Config{Lanes: lanesOf(512, 64, allSpaces()...), Workers: 2, Backends: []backend.Backend{device}})
	ctx, cancel := context.WithCancel(b.Context())
	var ingest, asking sync.WaitGroup
	for range 2 {
		ingest.Go(func() { keepIngesting(ctx, s) })
	}
	waitFor(b, "no place is left", func() bool { return s.Stats().InWork > DefaultQueueCap-parcelJobs })
	var during, asked atomic.Int64
	rows := device.passages.Load()
	b.ResetTimer()
	for range askers {
		asking.Go(func() {
			question := job(1, 12)
			question.Role = batch.Query
			for asked.Add(1) <= int64(b.N) {
				before := device.batches.Load()
				if _, err := s.Embed(b.Context(), question); err != nil {
					b.Error(err)
				}
				during.Add(device.batches.Load() - before)
			}
		})
	}
	asking.Wait()
	b.ReportMetric(float64(during.Load())/float64(b.N), "batches/op")
	b.ReportMetric(float64(device.passages.Load()-rows)/float64(models.Count)/b.Elapsed().Seconds(), "passages/s")
	cancel()
	ingest.Wait()
}

// keepIngesting embeds passages, call after call, until ctx ends.
func keepIngesting(ctx context.Context, s *Scheduler) {
	jobs := make([]*Job, 600)
	for i := range jobs {
		jobs[i] = job(i, 10+i*7%100)
	}
	for {
		if _, err := s.Embed(ctx, jobs...); err != nil {
			return // ctx has ended
		}
	}
}
