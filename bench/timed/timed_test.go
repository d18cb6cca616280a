package timed

import (
	"context"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/models"
)

// asked are questions by E1 of an index of nothing: what is looked at is how often they are asked.
func asked(n int) (*search.Index, []search.Question) {
	values := fingerprint.Fingerprint{models.Semantic: {Dense: make([]float32, models.Semantic.Info().Width)}}
	values[models.Semantic].Dense[0] = 1
	out := make([]search.Question, n)
	for i := range out {
		out[i] = search.Question{Values: values, TopK: 1}
		out[i].Weights[models.Semantic] = 1
	}
	return search.New(nil), out
}

// TestEveryQuestionIsAskedInEveryRound while there is time, and at least one when there is none.
func TestEveryQuestionIsAskedInEveryRound(t *testing.T) {
	ix, questions := asked(7)
	for long, want := range map[time.Duration]int{time.Hour: 7, 0: 1} {
		c, err := OneByOne(t.Context(), ix, questions, 3, long)
		if err != nil {
			t.Fatal(err)
		}
		for r := range 3 {
			if len(c.Wall[r]) != want || len(c.CPU[r]) != want {
				t.Errorf("%v: round %d has %d calls, want %d", long, r, len(c.Wall[r]), want)
			}
		}
	}
}

// TestCallersShareTheQuestions: all are asked once, and every caller asks at least one.
func TestCallersShareTheQuestions(t *testing.T) {
	ix, questions := asked(40)
	for callers, least := range map[int]int{1: 40, 4: 40, 64: 64} {
		ms, rate, err := Together(t.Context(), ix, questions, callers, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		if len(ms) < least || len(ms) > 40+callers || !(rate > 0) {
			t.Errorf("%d callers: %d calls, %v a second", callers, len(ms), rate)
		}
	}
}

func TestAnErrorEndsIt(t *testing.T) {
	ix, questions := asked(3)
	questions[1].TopK = 0
	if _, err := OneByOne(t.Context(), ix, questions, 1, time.Hour); err == nil {
		t.Error("a question that is refused is no error")
	}
	if _, _, err := Together(t.Context(), ix, questions, 2, time.Hour); err == nil {
		t.Error("a question that is refused is no error beside others")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Together(ctx, ix, questions[:1], 1, time.Hour); err == nil {
		t.Error("a context that has ended is no error")
	}
}
