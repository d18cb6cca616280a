package quality

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
	if broken || !strings.Contains(report, "no law is judged") || !strings.Contains(report, "too small to judge") {
		t.Errorf("broken is %v: the notes are too small to judge a law on", broken)
	}
	if t.Failed() {
		t.Log(report)
	}
	checkNotes(t, r)
	checkRows(t, filepath.Join(out, "eval.json"))
}

// TestReadmesLine does what `make eval EVAL=bench/quality/testdata` does: nothing is broken on so small a set, and no result file is written.
func TestReadmesLine(t *testing.T) {
	e, r := measuredNotes(t)
	o, err := readOptions(report.NewArgs(commandName, "", "-data", "testdata"))
	if err != nil {
		t.Fatal(err)
	}
	if o.models, err = models.FindDir("compact", ""); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir()) // where the committed file would be written
	o.runs, o.loss, o.proofs = 0, 0, false
	var printed strings.Builder
	if broken, err := tell(t.Context(), e, o, []*result{r}, &printed); err != nil || broken {
		t.Errorf("broken is %v, error %v", broken, err)
	}
	if files, _ := filepath.Glob("bench/results/*"); len(files) > 0 || !strings.Contains(printed.String(), "no result file is written") {
		t.Errorf("wrote %v, and said:\n%s", files, printed.String())
	}
}

// TestLawsAreJudgedOnLargeSets: the same measurements break laws on a set that is large enough, and none on a small one.
func TestLawsAreJudgedOnLargeSets(t *testing.T) {
	_, r := measuredNotes(t)
	r.columns[columnFused] = make([]quality, len(r.columns[columnFused])) // nothing is found
	if broken := judgeLaws([]*result{r}).broken(); len(broken) > 0 {
		t.Errorf("of %d documents: %q", len(r.set.docs), broken)
	}
	large := *r.set
	large.docs = make([]entry, leastDocuments)
	r.set = &large
	if broken := judgeLaws([]*result{r}).broken(); len(broken) < 3 {
		t.Errorf("of %d documents and %d questions: %q, want it below BM25, on average too, and below the best space", len(large.docs), len(large.queries), broken)
	}
}

// TestTheCommittedFileIsOfTheWholeCollection: a run that lacks a set of the collection, or was asked for some sets, does not write it.
func TestTheCommittedFileIsOfTheWholeCollection(t *testing.T) {
	t.Chdir(t.TempDir())
	var whole []*result
	for _, name := range collection {
		whole = append(whole, &result{set: &set{name: name}})
	}
	rep := &report.Result{Head: report.NewHead("eval")}
	for name, c := range map[string]struct {
		o       options
		results []*result
		wrote   bool
	}{
		"a set is missing": {options{}, whole[1:], false},
		"some were named":  {options{some: "-cranfield"}, whole, false},
		"none wanted":      {options{noOut: true}, whole, false},
		"all":              {options{}, append(whole, &result{set: &set{name: "another"}}), true},
	} {
		if err := os.RemoveAll("bench"); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(report.ResultsFolder, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := writeResult(rep, c.o, c.results, io.Discard); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(filepath.Join(report.ResultsFolder, "eval.json")); (err == nil) != c.wrote {
			t.Errorf("%s: written is %v, want %v", name, err == nil, c.wrote)
		}
	}
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
	if _, err := measure(ctx, options{sets: []string{notesDir}}, io.Discard); !errors.Is(err, context.Canceled) {
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

// TestWhatWasFirstMustNotFall: the notes have questions whose first document was right without parts of fusion; one that falls below the tenth place is named.
func TestWhatWasFirstMustNotFall(t *testing.T) {
	_, r := measuredNotes(t)
	if r.firsts.right < 5 {
		t.Fatalf("of the notes %+v", r.firsts)
	}
	var printed strings.Builder
	if rows, missed := tellFirsts([]*result{r}, &printed); len(rows) != 2 || len(missed) > 0 || rows[1].Name != "firsts_below_tenth" || rows[1].Value != 0 {
		t.Errorf("%v, missed %v", rows, missed)
	}
	fell := *r
	fell.firsts.fell = 2
	if rows, missed := tellFirsts([]*result{r, &fell}, &printed); len(missed) != 1 || rows[1].Value != 2 || !strings.Contains(missed[0], "below the tenth") {
		t.Errorf("%v, missed %v", rows, missed)
	}
}
