package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/bench/report"
	"asterism/models"
)

// notesDir is the small set of our own: engineering notes and questions about them.
const notesDir = "testdata/notes"

// measuredNotes is the notes set as the command measures it.
func measuredNotes(t *testing.T) (*Embedder, *result) {
	t.Helper()
	e := shipped(t)
	s, err := loadSet(notesDir)
	if err != nil {
		t.Fatal(err)
	}
	r, err := evaluate(t.Context(), e, s, len(s.queries))
	if err != nil {
		t.Fatal(err)
	}
	return e, r
}

// TestTheCommandMeasuresTheNotes runs everything that `make eval` does on the notes, with the models that ship.
func TestTheCommandMeasuresTheNotes(t *testing.T) {
	e, r := measuredNotes(t)
	out := t.TempDir()
	var printed strings.Builder
	o := options{data: notesDir, sets: []string{notesDir}, out: out, runs: 1, ablate: 1000}
	broken, err := tell(t.Context(), e, o, []*result{r}, &printed)
	if err != nil {
		t.Fatal(err)
	}
	report := printed.String()
	for _, want := range []string{"bm25", "grep", "E1 ", "E5 ", "E6 ", "E7 ", "E8 ", "E9 ", "E10", "E11", "E12", "E13", "fused",
		"nDCG@10", "recall@10", "MRR", "fused minus others", "fused without one space", "of one core in 9 learned spaces"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if broken != strings.Contains(report, "laws are broken:") || broken == strings.Contains(report, "all laws hold") {
		t.Errorf("broken is %v, but the report says otherwise", broken)
	}
	if t.Failed() {
		t.Log(report)
	}
	checkNotes(t, r)
	checkRows(t, filepath.Join(out, "eval.json"))
}

// checkNotes holds what search promises on the notes.
func checkNotes(t *testing.T, r *result) {
	fused, found := mean(r.columns[columnFused]), mean(r.columns[columnGrep])
	if fused.ndcg <= found.ndcg || fused.mrr <= found.mrr {
		t.Errorf("fused has %+v, grep has %+v", fused, found)
	}
	if c := compare(r, r.bestSingle().Code()); c.high < 0 {
		t.Errorf("fused is below %s by %v", c.other, c.interval)
	}
	for _, s := range r.spaces {
		if m := mean(r.columns[s.Code()]); m.ndcg < 0.3 { // a random order has about 0.07
			t.Errorf("%v has an nDCG@10 of %.3f: is it broken?", s, m.ndcg)
		}
	}
}

// checkRows reads the result file back.
func checkRows(t *testing.T, path string) {
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got report.Result
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	if got.Name != "eval" || got.Machine.Cores < 1 {
		t.Errorf("report is of %q on %+v", got.Name, got.Machine)
	}
	for _, name := range []string{"notes.bm25.ndcg10", "notes.bm25_plain.mrr", "notes.grep.recall10", "notes.E1.ndcg10", "notes.E12.ndcg10", "notes.fused.ndcg10",
		"notes.best_single.ndcg10", "fused_minus_bm25_points", "fused_minus_best_single_min_points", "ablation_worst_points", "embed_us_per_memory_core"} {
		i := slices.IndexFunc(got.Rows, func(r report.Row) bool { return r.Name == name })
		if i < 0 {
			t.Errorf("no row is named %s", name)
			continue
		}
		r := got.Rows[i]
		if strings.HasSuffix(name, "ndcg10") && !(r.Value > 0 && r.Value <= 1) || r.Unit == "" || r.Better == "" || r.Runs < 1 {
			t.Errorf("row %+v", r)
		}
	}
}

func TestAnInterruptEndsTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := run(ctx, options{sets: []string{notesDir}}, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
	e := shipped(t)
	s, err := loadSet(notesDir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := evaluate(ctx, e, s, 10); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
}

func TestLeavingTheOnlySpaceOutFindsNothing(t *testing.T) {
	if _, some := without(alone(models.Code), models.Code); some {
		t.Error("something still has weight")
	}
	if w, some := without(alone(models.Code), models.Graph); !some || w != alone(models.Code) {
		t.Errorf("weights are %v", w)
	}
}
