package sched

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/testlog"
	"asterism/models"
)

// gpu is a fake that packs on request.
type gpu struct {
	*fake
	packedRows atomic.Int64
	spoil      func(*fingerprint.Packed) // applied to each value; nil: none
}

func (c *gpu) EmbedPacked(ctx context.Context, s models.Space, b *batch.Batch) ([]fingerprint.Packed, error) {
	values, err := c.Embed(ctx, s, b)
	if err != nil {
		return nil, err
	}
	c.packedRows.Add(int64(len(values)))
	out := make([]fingerprint.Packed, len(values))
	for i, v := range values {
		if out[i], err = fingerprint.Pack(s, v); err != nil {
			return nil, err
		}
		if c.spoil != nil {
			c.spoil(&out[i])
		}
	}
	return out, nil
}

// packedSpaces have values of every kind, and one that is computed from the time.
var packedSpaces = []models.Space{models.Graph, models.Sparse, models.LateInteraction, models.Code, models.HDC, models.TemporalRecent}

const packedWindow = 12

func startGPU(t *testing.T, c *gpu, log *testlog.Log) *Scheduler {
	t.Helper()
	c.name, c.spaces = "gpu", models.All
	if log == nil {
		log = &testlog.Log{}
	}
	return start(t, Config{Lanes: lanesOf(packedWindow, 2, packedSpaces...), Log: slog.New(slog.NewTextHandler(log, nil)),
		Backends: []backend.Backend{c, &fake{name: "cpu", spaces: models.All}}, Budget: batch.Budget{Rows: 4, Tokens: 200}, Workers: 3})
}

// smallJob returns a text with ids small enough that a fake's weights can be packed.
func smallJob(first, n int) *Job {
	j := job(first, n)
	for i := range j.Tokens[family] {
		j.Tokens[family][i] = int32(first + i)
	}
	return j
}

// checkKept compares a result with the expected values of its job: in the record if allowed, otherwise or also as floats.
func checkKept(j *Job, r *Result) error {
	if (r.Record != nil) != j.Packed {
		return fmt.Errorf("a job with packed %v has a record: %v", j.Packed, r.Record != nil)
	}
	ids := j.Tokens[family]
	for _, s := range packedSpaces {
		if s.Info().Origin != models.FromModel {
			if r.Values[s].Absent() || r.Record != nil && !r.Record[s].Absent() {
				return fmt.Errorf("%v came packed, or not at all", s)
			}
			continue
		}
		if !j.Packed || len(ids) > packedWindow {
			if r.Values[s].Absent() || r.Record != nil && !r.Record[s].Absent() {
				return fmt.Errorf("%v of %d tokens, packed %v: it came packed, or not at all", s, len(ids), j.Packed)
			}
			continue
		}
		want, err := fingerprint.Pack(s, valueOf(s, ids))
		if err != nil {
			return err
		}
		if !r.Values[s].Absent() || !r.Record[s].Equal(&want) {
			return fmt.Errorf("%v of %d tokens: it has a value in floats: %v, and the packed one is another or none", s, len(ids), !r.Values[s].Absent())
		}
	}
	return nil
}

// TestPackedIsForWhoOnlyStores: jobs that may be packed, jobs whose floats are needed, questions and texts of several windows run together, and each gets
// its own value in its own form.
func TestPackedIsForWhoOnlyStores(t *testing.T) {
	c := &gpu{fake: &fake{}}
	s := startGPU(t, c, nil)
	var group sync.WaitGroup
	for caller := range 6 {
		group.Go(func() {
			r := rand.New(rand.NewPCG(uint64(caller), 1))
			var jobs []*Job
			for i := range 40 {
				j := smallJob(1+caller%3*10+i%7, 1+r.IntN(2*packedWindow))
				j.Packed, j.Role = r.IntN(3) > 0, batch.Role(r.IntN(roles))
				jobs = append(jobs, j)
			}
			results, err := s.Embed(t.Context(), jobs...)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range results {
				if err := checkKept(jobs[i], &results[i]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if c.packedRows.Load() == 0 {
		t.Error("nothing was packed")
	}
}

// TestPackedFallsBack: if the GPU fails, or returns an invalid packed value, the next backend's floats are the values, and nothing is lost.
func TestPackedFallsBack(t *testing.T) {
	for name, c := range map[string]*gpu{
		"error":     {fake: &fake{hook: func(models.Space, *batch.Batch) error { return errBroken }}},
		"lost":      {fake: &fake{hook: func(models.Space, *batch.Batch) error { return fmt.Errorf("%w: %w", backend.ErrLost, errBroken) }}},
		"too few":   {fake: &fake{short: true}},
		"misshapen": {fake: &fake{}, spoil: func(p *fingerprint.Packed) { p.Scales = append(p.Scales, 1) }},
	} {
		s := startGPU(t, c, nil)
		var jobs []*Job
		for i := range 10 {
			j := smallJob(i+1, 1+i)
			j.Packed = true
			jobs = append(jobs, j)
		}
		results, err := s.Embed(t.Context(), jobs...)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range results {
			for _, space := range packedSpaces {
				v := results[i].Values[space]
				if name == "misshapen" && space.Info().Origin != models.FromModel {
					continue // which is not packed, and does not fail
				}
				if want := valueOf(space, rowOf(jobs[i], space)); !reflect.DeepEqual(v, want) || !results[i].Record[space].Absent() {
					t.Errorf("%s: %v of job %d is not the second backend's", name, space, i)
				}
			}
		}
	}
}

// rowOf returns the numbers from which a fake computes a job's value.
func rowOf(j *Job, s models.Space) []int32 {
	switch s.Info().Origin {
	case models.FromText:
		return toIDs(j.Text)
	case models.FromTime:
		return []int32{int32(j.Time), int32(j.Ref)}
	}
	return j.Tokens[family]
}

// TestJobsAreMadeWhileOthersEmbed: the first jobs of a call are in a backend before its later jobs are made; if all were made first, this would wait for ever.
func TestJobsAreMadeWhileOthersEmbed(t *testing.T) {
	g := newGate()
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)), Workers: 1})
	made := 0
	results, err := s.EmbedAsMade(t.Context(), 3*parcelJobs, func(i int) *Job {
		if i != made {
			t.Errorf("job %d is asked for, want %d", i, made)
		}
		if made++; i == parcelJobs {
			g.await(1) // the first parcel is running
			close(g.open)
		}
		return job(i+1, 3)
	}, nil)
	if err != nil || made != 3*parcelJobs {
		t.Fatalf("%d jobs made: %v", made, err)
	}
	for i, r := range results {
		if !reflect.DeepEqual(r.Values[models.Graph], valueOf(models.Graph, job(i+1, 3).Tokens[family])) {
			t.Errorf("job %d has another's value", i)
		}
	}
}

// TestFewAreMadeAhead: jobs wait for permits, so a call of any size holds at most as many as fit, and one parcel.
func TestFewAreMadeAhead(t *testing.T) {
	g := newGate()
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, g.pass)), Workers: 1, QueueCap: 2 * parcelJobs})
	var made atomic.Int64
	done := make(chan error)
	go func() {
		_, err := s.EmbedAsMade(context.Background(), 10*parcelJobs, func(i int) *Job { made.Add(1); return job(i+1, 3) }, nil)
		done <- err
	}()
	g.await(1)
	waitFor(t, "the queue is full and one parcel made", func() bool { return made.Load() == 3*parcelJobs })
	close(g.open)
	if err := <-done; err != nil || made.Load() != 10*parcelJobs {
		t.Errorf("%d jobs made: %v", made.Load(), err)
	}
}

// TestAMalformedJobEndsItsCall, also after others of the call have been handed over, and releases all permits.
func TestAMalformedJobEndsItsCall(t *testing.T) {
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, nil)), Workers: 1})
	results, err := s.EmbedAsMade(t.Context(), 2*parcelJobs, func(i int) *Job {
		if i == parcelJobs+1 {
			return nil
		}
		return job(i+1, 3)
	}, nil)
	if err == nil || results != nil {
		t.Errorf("a job that is nil: %v, %d results", err, len(results))
	}
	ended, cancel := context.WithCancel(t.Context())
	if _, err := s.EmbedAsMade(ended, 9*parcelJobs, func(i int) *Job {
		if i == 2*parcelJobs {
			cancel()
		}
		return job(i+1, 3)
	}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that is cancelled while it makes its jobs: %v", err)
	}
	if results, err := s.EmbedAsMade(t.Context(), 0, nil, nil); err != nil || results != nil {
		t.Errorf("no jobs: %v, %v", results, err)
	}
	if _, err := s.Embed(t.Context(), job(1, 2)); err != nil {
		t.Error(err)
	}
}

// TestACallTellsHowFarItIs: progress is reported while its jobs are made and while they are embedded; the numbers never fall, and reach the maximum.
func TestACallTellsHowFarItIs(t *testing.T) {
	const parcels = 3
	g := newGate()
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Code), Backends: backends(one(models.Graph, g.pass), one(models.Code, nil)), Workers: 2 * parcels}) // more than the gate can block
	type word struct{ done, most int }
	var words []word
	waited := 0
	const n = (parcels-1)*parcelJobs + 1
	if _, err := s.EmbedAsMade(t.Context(), n, func(i int) *Job { return job(i+1, 3) }, func(done, most int) {
		words = append(words, word{done, most})
		if done == n && waited == 0 { // all of one space: those of the other are blocked
			waited++
			close(g.open)
		}
	}); err != nil {
		t.Fatal(err)
	}
	for i, w := range words {
		if w.done > w.most || w.most != 2*n || i > 0 && w.done < words[i-1].done {
			t.Errorf("word %d is %+v: %v", i, w, words)
		}
	}
	if len(words) < 5 || words[0].done != 0 || words[len(words)-1].done != 2*n || waited != 1 {
		t.Errorf("reported %v", words)
	}
}
