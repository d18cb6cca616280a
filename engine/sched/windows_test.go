package sched

import (
	"reflect"
	"slices"
	"testing"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/models"
)

// A text longer than a lane's window is embedded window by window and pooled; nothing of it is cut off.
func TestLongTextIsPooledFromItsWindows(t *testing.T) {
	f := &fake{name: "fake", spaces: models.All}
	s := start(t, Config{Lanes: append(lanesOf(50, 10, models.Graph, models.LateInteraction), lanesOf(0, 0, models.Entity, models.HDC)...),
		Backends: backends(f), Budget: batch.Budget{Rows: 2}})
	long, short := job(1, 500), job(2, 50)
	results, err := s.Embed(t.Context(), long, short)
	if err != nil {
		t.Fatal(err)
	}
	windows := batch.Windows(500, 50, 10)
	if results[0].Windows != len(windows) || results[1].Windows != 1 {
		t.Errorf("%d and %d windows, want %d and 1", results[0].Windows, results[1].Windows, len(windows))
	}
	for _, space := range []models.Space{models.Graph, models.LateInteraction} {
		var values []fingerprint.Value
		var lengths []int
		for _, w := range windows {
			values = append(values, valueOf(space, long.Tokens[family][w[0]:w[1]]))
			lengths = append(lengths, w[1]-w[0])
		}
		want, _ := fingerprint.PoolWindows(space.Info().Kind, values, lengths)
		if !reflect.DeepEqual(results[0].Values[space], want) {
			t.Errorf("%s is not the pool of its windows", space)
		}
	}
	if !reflect.DeepEqual(results[0].Values[models.Entity], valueOf(models.Entity, long.Tokens[family])) {
		t.Error("a lane without a window has cut the text")
	}
}

func TestTokensBeyondTheCapAreReported(t *testing.T) {
	s := start(t, Config{Lanes: lanesOf(100, 0, models.LateInteraction), Backends: backends(&fake{name: "fake", spaces: models.All})})
	n := fingerprint.MaxTokenVectors + 1000
	results, err := s.Embed(t.Context(), job(1, n))
	if err != nil {
		t.Fatal(err)
	}
	shared := 0 // windows of one size sometimes share a token
	for _, w := range batch.Windows(n, 100, 0) {
		shared += w[1] - w[0]
	}
	if want := shared - fingerprint.MaxTokenVectors; results[0].Dropped != want {
		t.Errorf("%d dropped, want %d", results[0].Dropped, want)
	}
}

// One window that fails everywhere fails its text, and no other.
func TestFailedWindowFailsItsText(t *testing.T) {
	f := one(models.Graph, func(_ models.Space, b *batch.Batch) error {
		for _, id := range b.IDs {
			if id == 1_120 {
				return errBroken
			}
		}
		return nil
	})
	s := start(t, Config{Lanes: lanesOf(50, 0, models.Graph), Backends: backends(f)})
	results, err := s.Embed(t.Context(), job(0, 200), job(1, 200))
	if err == nil || results[0].Err != nil || results[1].Err == nil {
		t.Errorf("errors %v and %v, want only the second text to fail", results[0].Err, results[1].Err)
	}
}

func TestTextWithoutTokensIsAbsentNotAnError(t *testing.T) {
	f := &fake{name: "fake", spaces: models.All}
	s := start(t, Config{Lanes: lanesOf(50, 0, models.Graph, models.HDC), Backends: backends(f)})
	j := job(1, 0)
	j.Text = "?"
	results, err := s.Embed(t.Context(), j)
	if err != nil {
		t.Fatal(err)
	}
	if got := results[0].Values.Present(); got != models.SetOf(models.HDC) {
		t.Errorf("present %v, want HDC alone", got.Spaces())
	}
}

// Every window of every row is put into its lane's frame, by role, and fits the lane's window with it.
func TestFramesGoAroundEveryWindow(t *testing.T) {
	f := one(models.Graph, nil)
	lane := Lane{Space: models.Graph, Tokenizer: family, Window: 50, Overlap: 5,
		Passage: batch.Frame{Before: []int32{-1}, After: []int32{-9}}, Query: batch.Frame{Before: []int32{-1, -2, -3}, After: []int32{-9}}}
	s := start(t, Config{Lanes: []Lane{lane}, Backends: backends(f)})
	question := job(2, 48)
	question.Role = batch.Query
	results, err := s.Embed(t.Context(), job(1, 48), question)
	if err != nil {
		t.Fatal(err)
	}
	if results[0].Windows != 1 || results[1].Windows != 2 {
		t.Errorf("%d and %d windows, want 1 and 2: only the longer frame leaves no room", results[0].Windows, results[1].Windows)
	}
	for _, b := range f.batches() {
		frame := lane.frame(b.batch.Role)
		for i := range b.batch.Rows() {
			row := b.batch.Row(i)
			if len(row) > lane.Window || !slices.Equal(row[:len(frame.Before)], frame.Before) || row[len(row)-1] != -9 || row[len(frame.Before)] < 0 {
				t.Errorf("row %v does not stand in frame %v within %d tokens", row, frame, lane.Window)
			}
		}
	}
}

// A short question costs its padded length, so that a batch of them stays within the budget; a memory costs its own
// length.
func TestFilledQuestionsCostTheirLength(t *testing.T) {
	f := one(models.LateInteraction, nil)
	lane := Lane{Space: models.LateInteraction, Tokenizer: family, Window: 64, Filled: 32}
	s := start(t, Config{Lanes: []Lane{lane}, Backends: backends(f), Budget: batch.Budget{Tokens: 100}, Workers: 1})
	for role, most := range map[batch.Role]int{batch.Query: 3, batch.Passage: 20} {
		var jobs []*Job
		for i := range 20 {
			jobs = append(jobs, job(i+1, 5))
		}
		if _, err := s.Embed(t.Context(), as(role, jobs...)...); err != nil {
			t.Fatal(err)
		}
		largest := 0
		for _, b := range f.batches() {
			if b.batch.Role == role {
				largest = max(largest, b.batch.Rows())
			}
		}
		if largest != most {
			t.Errorf("the largest batch of role %d has %d rows, want %d", role, largest, most)
		}
	}
}
