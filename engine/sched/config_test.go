package sched

import (
	"strings"
	"testing"

	"asterism/engine/batch"
	"asterism/models"
)

func TestNewRefusesWhatCannotWork(t *testing.T) {
	good := &fake{name: "fake", spaces: models.SetOf(models.Graph, models.HDC)}
	for want, cfg := range map[string]Config{
		"no lanes":                {Backends: backends(good)},
		"no backend embeds it":    {Lanes: lanesOf(0, 0, models.Entity), Backends: backends(good)},
		"E8 graph has two lanes":  {Lanes: lanesOf(0, 0, models.Graph, models.Graph), Backends: backends(good)},
		"its lane names no token": {Lanes: []Lane{{Space: models.Graph}}, Backends: backends(good)},
		"nothing is left for the": {Lanes: []Lane{{Space: models.Graph, Tokenizer: family, Window: 2,
			Query: batch.Frame{Before: []int32{1, 2}}}}, Backends: backends(good)},
		"questions filled up to 3":  {Lanes: []Lane{{Space: models.Graph, Tokenizer: family, Window: 2, Filled: 3}}, Backends: backends(good)},
		"the budget {Tokens:-1":     {Lanes: []Lane{{Space: models.Graph, Tokenizer: family, Budget: batch.Budget{Tokens: -1}}}, Backends: backends(good)},
		"space(99) has a lane, but": {Lanes: []Lane{{Space: 99}}, Backends: backends(good)},
	} {
		if s, err := New(cfg); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, %v; want an error with %q", s, err, want)
		}
	}
}

func TestEmbedRefusesMalformedJobs(t *testing.T) {
	s := start(t, Config{Lanes: lanesOf(0, 0, models.Graph), Backends: backends(one(models.Graph, nil))})
	for want, j := range map[string]*Job{
		"it is nil":                  nil,
		"role 9 is unknown":          {Role: 9, Tokens: map[string][]int32{family: {1}}},
		"no lane for [E9 hdc]":       {Spaces: models.SetOf(models.HDC)},
		"no ids of tokenizer \"test": {Text: "x"},
	} {
		if _, err := s.Embed(t.Context(), j); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	if r, err := s.Embed(t.Context()); r != nil || err != nil {
		t.Errorf("no jobs: %v, %v", r, err)
	}
}

func TestHistogramIsRightWithinAQuarter(t *testing.T) {
	var h histogram
	if h.quantile(0.5) != 0 {
		t.Error("an empty histogram has a median")
	}
	for i := int64(1); i <= 10_000; i++ {
		h.add(i * 1000)
	}
	for _, q := range []float64{0.01, 0.5, 0.99} {
		exact := q * 10_000 * 1000
		if got := float64(h.quantile(q)); got < exact*0.99 || got > exact*1.26 {
			t.Errorf("quantile %v is %v, exactly %v", q, got, exact)
		}
	}
	for _, ns := range []int64{-1, 0, 1, 3, 4, 5, 1 << 40, 1<<63 - 1} {
		i := bucketOf(ns)
		if ns > bucketEnd(i) || i > 0 && ns <= bucketEnd(i-1) {
			t.Errorf("%d ns is in bucket %d, which ends at %d", ns, i, bucketEnd(i))
		}
	}
}
