package sched

import (
	"errors"
	"fmt"
	"log/slog"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/testlog"
	"asterism/models"
)

var errGone = fmt.Errorf("launch failed: %w", backend.ErrLost)

// TestLostGPULosesNothing removes a GPU in mid-batch while every lane is using it: every request is answered by the next backend, every space has
// moved, and the log has one line.
func TestLostGPULosesNothing(t *testing.T) {
	for name, dies := range map[string]func(n int64) bool{
		"at once":      func(int64) bool { return true },
		"in mid-batch": func(n int64) bool { return n > 40 },
	} {
		t.Run(name, func(t *testing.T) {
			gate, calls := newGate(), atomic.Int64{}
			gpu := &fake{name: "gpu", spaces: models.All, hook: func(s models.Space, b *batch.Batch) error {
				if n := calls.Add(1); n <= int64(models.Count) {
					_ = gate.pass(s, b) // until a batch of every space is on the GPU
				}
				if dies(calls.Load()) {
					return errGone
				}
				return nil
			}}
			cpu, log := &fake{name: "cpu", spaces: models.All}, &testlog.Log{}
			s := start(t, Config{Lanes: lanesOf(0, 0, allSpaces()...), Backends: backends(gpu, cpu), Workers: 2 * models.Count, Askers: models.Count, PerLane: 2,
				Budget: batch.Budget{Rows: 2}, Log: slog.New(slog.NewTextHandler(log, nil))})
			var wg sync.WaitGroup
			for i := range 60 {
				wg.Go(func() {
					j := as(batch.Role(i%roles), job(i, 5))[0]
					results, err := s.Embed(t.Context(), j)
					if err != nil {
						t.Errorf("a request was lost: %v", err)
						return
					}
					for _, space := range models.OfOrigin(models.FromModel).Spaces() {
						if !reflect.DeepEqual(results[0].Values[space], valueOf(space, j.Tokens[family])) {
							t.Errorf("%v of job %d has a wrong value", space, i)
						}
					}
				})
			}
			gate.await(models.Count)
			close(gate.open)
			wg.Wait()
			for _, l := range s.Stats().Lanes {
				if l.Demotions != 1 || l.Backend != "cpu" || l.Since.IsZero() || l.Cause == "" {
					t.Errorf("statistics %+v, want one demotion to cpu, with its time and cause", l)
				}
			}
			if n := log.Count("level=WARN"); n != 1 || log.Count(`moved="E1 E2 E3`) != 1 {
				t.Errorf("the log has %d lines, want one that names the spaces:\n%s", n, log)
			}
		})
	}
}

// TestLostWithoutAnother: a space that only the lost backend has stays with it, and is named.
func TestLostWithoutAnother(t *testing.T) {
	gpu := &fake{name: "gpu", spaces: models.SetOf(models.Graph, models.Entity), hook: func(models.Space, *batch.Batch) error { return errGone }}
	log := &testlog.Log{}
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Entity), Backends: backends(gpu, one(models.Graph, nil)), Log: slog.New(slog.NewTextHandler(log, nil))})
	_, err := s.Embed(t.Context(), job(1, 5))
	var missing *MissingError
	if !errors.As(err, &missing) || missing.Spaces() != models.SetOf(models.Entity) || !errors.Is(err, backend.ErrLost) {
		t.Errorf("got %v, want E11 missing for the lost GPU", err)
	}
	if log.Count("without_any=E11") != 1 {
		t.Errorf("the log does not name the space without a backend:\n%s", log)
	}
}

// TestTrial: a space on trial runs on its second backend until the trial is ended.
func TestTrial(t *testing.T) {
	gpu := &fake{name: "gpu", spaces: models.SetOf(models.Graph, models.Entity, models.Code, models.Semantic)}
	cpu := &fake{name: "cpu", spaces: models.All}
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Entity, models.Code, models.Semantic), Backends: backends(gpu, cpu),
		OnTrial: models.SetOf(models.Graph, models.Entity, models.Code)})
	embed := func() map[models.Space]string {
		if _, err := s.Embed(t.Context(), job(1, 5)); err != nil {
			t.Fatal(err)
		}
		out := map[models.Space]string{}
		for _, l := range s.Stats().Lanes {
			out[l.Space] = l.Backend
		}
		return out
	}
	want := map[models.Space]string{models.Graph: "cpu", models.Entity: "cpu", models.Code: "cpu", models.Semantic: "gpu"}
	if got := embed(); !reflect.DeepEqual(got, want) || len(gpu.batches()) != 1 {
		t.Errorf("on trial: %v and %d batches on the GPU, want %v and 1", got, len(gpu.batches()), want)
	}
	if !s.EndTrial(models.Graph, nil) || s.EndTrial(models.Graph, nil) || !s.EndTrial(models.Entity, errBroken) || s.EndTrial(models.Semantic, nil) {
		t.Error("a trial is ended once, where there is one")
	}
	want[models.Graph] = "gpu"
	if got := embed(); !reflect.DeepEqual(got, want) {
		t.Errorf("ended: %v, want %v", got, want)
	}
	lanes := s.Stats().Lanes
	if lanes[0].Demotions != 0 || lanes[0].Since.IsZero() || lanes[0].OnTrial || lanes[1].Demotions != 1 || lanes[1].Cause != "gpu: "+errBroken.Error() || !lanes[2].OnTrial {
		t.Errorf("statistics %+v", lanes)
	}
	if !s.EndTrial(models.Code, errGone) { // the GPU is lost during its trial
		t.Error("a trial whose GPU is lost was not open")
	}
	want[models.Graph], want[models.Semantic] = "cpu", "cpu"
	if got := embed(); !reflect.DeepEqual(got, want) {
		t.Errorf("lost: %v, want %v", got, want)
	}
	if l := s.Stats().Lanes[2]; l.OnTrial || l.Demotions != 1 {
		t.Errorf("statistics of the space on trial %+v", l)
	}
	_, err := New(Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(cpu), OnTrial: models.SetOf(models.Graph)})
	if err == nil {
		t.Error("a trial without a second backend was accepted")
	}
}

// TestTrialEndsWhileTheGPUIsLost runs both concurrently in any order: the space always ends up on the processor.
func TestTrialEndsWhileTheGPUIsLost(t *testing.T) {
	for range 200 {
		gpu, cpu := one(models.Graph, nil), one(models.Graph, nil)
		s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(gpu, cpu), OnTrial: models.SetOf(models.Graph), Workers: 1})
		var wg sync.WaitGroup
		wg.Go(func() { s.EndTrial(models.Graph, nil) })
		wg.Go(func() { s.lose(0, errGone) })
		wg.Wait()
		if e := s.embedders[0]; e.current.Load() != 1 || e.onTrial.Load() {
			t.Fatalf("the space is at backend %d, on trial: %v", e.current.Load(), e.onTrial.Load())
		}
	}
}

// TestPerLane: no lane exceeds its number of batches in work, all of them are done, and with askers a question starts although passages occupy every
// worker.
func TestPerLane(t *testing.T) {
	const most = 2
	var running [models.Count][roles]atomic.Int64
	gate := newGate()
	f := &fake{name: "gpu", spaces: models.All, hook: func(s models.Space, b *batch.Batch) error {
		if n := running[s][b.Role].Add(1); n > most {
			t.Errorf("%v has %d batches in work, at most %d may be", s, n, most)
		}
		defer running[s][b.Role].Add(-1)
		if b.Role == batch.Passage {
			return gate.pass(s, b)
		}
		return nil
	}}
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Code), Backends: backends(f), Workers: 2 * most, Askers: 1, PerLane: most, Budget: batch.Budget{Rows: 1}})
	var passages sync.WaitGroup
	passages.Go(func() {
		jobs := make([]*Job, 40)
		for i := range jobs {
			jobs[i] = job(i, 5)
		}
		if _, err := s.Embed(t.Context(), jobs...); err != nil {
			t.Error(err)
		}
	})
	gate.await(2 * most)
	if n := running[models.Graph][batch.Passage].Load(); n != most {
		t.Errorf("one space has %d batches in work, want %d and as many of the other", n, most)
	}
	if _, err := s.Embed(t.Context(), ask(job(99, 5))...); err != nil {
		t.Error(err)
	}
	close(gate.open)
	passages.Wait()
}

// TestTryAtABatchKeepsNobodyFromIt: a worker that tried to claim a batch that was withdrawn wakes another worker for the batch that replaced it; during
// the attempt the lane looked full.
func TestTryAtABatchKeepsNobodyFromIt(t *testing.T) {
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, nil)), Workers: 1, PerLane: 1})
	waitFor(t, "the worker sleeps", func() bool {
		before := s.polls.Load()
		time.Sleep(10 * time.Millisecond)
		return before > 0 && s.polls.Load() == before
	})
	l := s.sides[batch.Passage].lanes[0]
	l.slot.Store(&work{}) // without rows: running it has no effect
	if (pick{l, &work{}}).claim() {
		t.Error("a batch was taken that is not there")
	}
	waitFor(t, "the batch was taken", func() bool { return l.slot.Load() == nil })
}
