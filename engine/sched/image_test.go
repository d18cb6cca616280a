package sched

import (
	"context"
	"fmt"
	"testing"

	"asterism/engine/backend"
	"asterism/engine/batch"
	"asterism/models"
)

// imageTokens is the cost of an image in these tests.
const imageTokens = 257

func imageScheduler(t *testing.T, f *fake, image int) *Scheduler {
	t.Helper()
	s, err := New(Config{
		Lanes: []Lane{
			{Space: models.Semantic, Tokenizer: family},
			{Space: models.Multimodal, Tokenizer: family, Window: 40, Image: image},
			{Space: models.HDC}, {Space: models.TemporalRecent},
		},
		Backends: []backend.Backend{f}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close(context.Background()) })
	return s
}

// TestImagesTravelApart: an image goes only to the image space and the temporal ones, is never cut, and shares no batch with texts.
func TestImagesTravelApart(t *testing.T) {
	f := &fake{name: "fake", spaces: models.All}
	f.hook = func(space models.Space, b *batch.Batch) error {
		if len(b.Images) > 0 && (space != models.Multimodal || len(b.IDs) > 0 || len(b.Texts) > 0 || b.Rows() != len(b.Images)) {
			return fmt.Errorf("%v got %d images with %d ids and %d texts", space, len(b.Images), len(b.IDs), len(b.Texts))
		}
		return nil
	}
	s := imageScheduler(t, f, imageTokens)
	var jobs []*Job
	for i := range 20 {
		jobs = append(jobs, &Job{Image: []float32{float32(i)}, Time: int64(i)}, &Job{Text: "t", Tokens: map[string][]int32{family: {int32(i)}}, Time: int64(i)})
	}
	results, err := s.Embed(context.Background(), jobs...)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range results {
		want := models.SetOf(models.Semantic, models.Multimodal, models.HDC, models.TemporalRecent)
		if i%2 == 0 {
			want = models.SetOf(models.Multimodal, models.TemporalRecent)
		}
		if got := r.Values.Present(); got != want || r.Windows != 1 {
			t.Errorf("job %d has values in %v from %d windows, want %v from 1", i, got.Spaces(), r.Windows, want.Spaces())
		}
		if i%2 == 0 && r.Values[models.Multimodal].Dense[2] != float32(i/2) {
			t.Errorf("job %d has the value of image %g", i, r.Values[models.Multimodal].Dense[2])
		}
	}
	most := batch.DefaultTokens / imageTokens
	for _, b := range f.batches() {
		if len(b.batch.Images) > most {
			t.Errorf("%d images in a batch, %d tokens allow %d", len(b.batch.Images), batch.DefaultTokens, most)
		}
	}
}

// TestImageThatNobodySees is absent in all but the temporal spaces, and its call ends.
func TestImageThatNobodySees(t *testing.T) {
	for name, c := range map[string]struct {
		image  int
		pixels []float32
	}{"no tower": {0, []float32{1}}, "no pixels": {imageTokens, []float32{}}} {
		results, err := imageScheduler(t, &fake{name: "fake", spaces: models.All}, c.image).Embed(context.Background(), &Job{Image: c.pixels})
		if err != nil || results[0].Values.Present() != models.SetOf(models.TemporalRecent) {
			t.Errorf("%s: values in %v (%v), want E2 alone", name, results[0].Values.Present().Spaces(), err)
		}
	}
}

func TestImageLanesAreChecked(t *testing.T) {
	f := &fake{name: "fake", spaces: models.All}
	for _, l := range []Lane{{Space: models.Multimodal, Tokenizer: family, Image: -1}, {Space: models.HDC, Image: 5}} {
		if s, err := New(Config{Lanes: []Lane{l}, Backends: []backend.Backend{f}}); err == nil {
			_ = s.Close(context.Background())
			t.Errorf("lane %+v was accepted", l)
		}
	}
}
