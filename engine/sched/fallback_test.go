package sched

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"strings"
	"sync"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/engine/testlog"
	"asterism/models"
)

// However the first backend fails, no request is lost, the space moves to the second permanently, and this is logged
// once.
func TestFailingBackendIsDemotedOnce(t *testing.T) {
	for name, broken := range map[string]*fake{
		"error":      {hook: func(models.Space, *batch.Batch) error { return errBroken }},
		"panic":      {hook: func(models.Space, *batch.Batch) error { panic(errBroken.Error()) }},
		"short":      {short: true},
		"wrong size": {hook: nil, spaces: models.SetOf(models.Graph)},
	} {
		t.Run(name, func(t *testing.T) {
			broken.name, broken.spaces = "gpu", models.SetOf(models.Graph)
			first := backends(broken)
			if name == "wrong size" {
				first = append(first[:0], misfit{broken})
			}
			good := &fake{name: "cpu", spaces: models.All}
			log := &testlog.Log{}
			s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Entity), Log: slog.New(slog.NewTextHandler(log, nil)),
				Backends: append(first, good), Budget: batch.Budget{Rows: 2}, Workers: 3})
			var wg sync.WaitGroup
			for i := range 20 {
				wg.Go(func() {
					j := as(batch.Role(i%roles), job(i, 5))[0] // the lanes of a space share its backend
					results, err := s.Embed(t.Context(), j)
					if err != nil {
						t.Errorf("a request was lost: %v", err)
						return
					}
					if !reflect.DeepEqual(results[0].Values[models.Graph], valueOf(models.Graph, j.Tokens[family])) {
						t.Error("wrong value after the demotion")
					}
				})
			}
			wg.Wait()
			st := s.Stats().Lanes[0]
			if st.Demotions != 1 || st.Backend != "cpu" || !strings.HasPrefix(st.Cause, "gpu: ") {
				t.Errorf("statistics %+v, want one demotion of gpu to cpu", st)
			}
			if st := s.Stats().Lanes[1]; st.Demotions != 0 {
				t.Errorf("%s was demoted too", st.Space)
			}
			if n := log.Count("demoted"); n != 1 {
				t.Errorf("the log says it %d times", n)
			}
		})
	}
}

// misfit returns values of another space.
type misfit struct{ *fake }

func (m misfit) Embed(ctx context.Context, _ models.Space, b *batch.Batch) ([]fingerprint.Value, error) {
	return m.fake.Embed(ctx, models.Semantic, b)
}

// A text that fails everywhere fails alone: its neighbours in the batch get their values, and no backend is demoted for
// it.
func TestGuiltyRowFailsAlone(t *testing.T) {
	poison := func(_ models.Space, b *batch.Batch) error {
		for _, id := range b.IDs {
			if id == 13_000 {
				return errBroken
			}
		}
		return nil
	}
	first, second := one(models.Graph, poison), one(models.Graph, poison)
	first.name, second.name = "gpu", "cpu"
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.HDC), Backends: backends(first, second, &fake{name: "arithmetic", spaces: models.SetOf(models.HDC)})})
	jobs := make([]*Job, 20)
	for i := range jobs {
		jobs[i] = job(i, 5)
	}
	results, err := s.Embed(t.Context(), jobs...)
	var failed *JobsError
	if !errors.As(err, &failed) || len(failed.Failed) != 1 || failed.Failed[13] == nil || !errors.Is(err, errBroken) {
		t.Fatalf("got %v, want job 13 alone to fail", err)
	}
	for i, r := range results {
		if got := r.Values[models.Graph].Absent(); got != (i == 13) {
			t.Errorf("job %d: absent is %v", i, got)
		}
		if r.Values[models.HDC].Absent() || (r.Err != nil) != (i == 13) {
			t.Errorf("job %d: HDC absent %v, error %v", i, r.Values[models.HDC].Absent(), r.Err)
		}
	}
	if n := len(first.batches()) + len(second.batches()); n > 2*(len(jobs)+1) {
		t.Errorf("%d attempts for %d rows on 2 backends", n, len(jobs))
	}
	if st := s.Stats().Lanes[0]; st.Demotions != 0 || st.Failed != 1 {
		t.Errorf("statistics %+v, want no demotion and one failed row", st)
	}
}

// If no backend is left the error names all missing spaces, each with every cause.
func TestErrorNamesMissingSpacesAndWhy(t *testing.T) {
	bad := func(name string) *fake {
		return &fake{name: name, spaces: models.SetOf(models.Graph, models.Entity),
			hook: func(models.Space, *batch.Batch) error { return errBroken }}
	}
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph, models.Entity, models.HDC),
		Backends: backends(bad("gpu"), bad("cpu"), &fake{name: "arithmetic", spaces: models.SetOf(models.HDC)})})
	results, err := s.Embed(t.Context(), job(1, 5))
	var missing *MissingError
	if !errors.As(err, &missing) || missing.Spaces() != models.SetOf(models.Graph, models.Entity) || !errors.Is(err, errBroken) {
		t.Fatalf("got %v, want E8 and E11 missing", err)
	}
	for _, word := range []string{"E8 graph", "E11 entity", "gpu: ", "cpu: ", errBroken.Error()} {
		if !strings.Contains(err.Error(), word) {
			t.Errorf("%q does not say %q", err, word)
		}
	}
	if results[0].Values[models.HDC].Absent() {
		t.Error("the good space was lost")
	}
}
