package quality

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"asterism/models"
)

// TestSimilaritiesHaveAllDocuments: what the dump holds must not stop where a ranking does.
func TestSimilaritiesHaveAllDocuments(t *testing.T) {
	e := shipped(t)
	docs := []entry{{"a", "the pump of the north well is loud"}, {"b", "  "}, {"c", "bread is baked on Fridays"}, {"d", "the pump was oiled"}}
	l, err := newLibrary(t.Context(), e, docs, nil)
	if err != nil {
		t.Fatal(err)
	}
	asks, err := e.ask(t.Context(), docs, []query{{entry: entry{"q", "which pump is loud"}}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.similarities(t.Context(), &asks[0], e.Spaces())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range e.Spaces().Spaces() {
		if v := got[s]; len(v) != 4 || v[1] == v[1] || v[0] != v[0] || v[2] != v[2] || v[3] != v[3] {
			t.Errorf("%v: similarities are %v, want numbers for all but the blank document", s, v)
		} else if v[0] <= v[2] {
			t.Errorf("%v: the document that answers has %v, another %v", s, v[0], v[2])
		}
	}
}

func TestDump(t *testing.T) {
	path := filepath.Join(t.TempDir(), "dump.jsonl.gz")
	if _, err := measure(t.Context(), options{data: notesDir, sets: []string{notesDir}, dump: path}, io.Discard); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, maxLine)
	n := 0
	for lines.Scan() {
		n++
		var l struct {
			Set, Query string
			Gains, Rel []float64
			Cand       []string
			Sim        map[string][]*float64
			Mean, Std  map[string]*float64
		}
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		if l.Set != "notes" || len(l.Cand) != 61 || len(l.Rel) != 61 || len(l.Sim) != 10 || len(l.Std) != 10 {
			t.Fatalf("line %d: set %q, %d candidates, %d spaces", n, l.Set, len(l.Cand), len(l.Sim))
		}
		best := 0.
		for _, g := range l.Rel {
			best = max(best, g)
		}
		if best != l.Gains[0] {
			t.Errorf("question %s: the greatest gain of a candidate is %v, that of all is %v", l.Query, best, l.Gains[0])
		}
		// All 61 documents are candidates, so the mean over the corpus is that of the candidates. A note or a question that names nothing one can see has no value in E10.
		for code, sims := range l.Sim {
			sum, present := 0., 0.
			for _, v := range sims {
				if v != nil {
					sum, present = sum+*v, present+1
				}
			}
			if present < 61 && code != models.Multimodal.Code() {
				t.Errorf("question %s: %v of 61 similarities in %s", l.Query, present, code)
			}
			if present == 0 {
				continue
			}
			if got := *l.Mean[code]; math.Abs(got-sum/present) > 1e-4*max(1, math.Abs(got)) {
				t.Errorf("question %s: mean of %s is %v, the candidates have %v", l.Query, code, got, sum/present)
			}
		}
	}
	if n != 51 {
		t.Errorf("%d lines, want one for each of 51 questions", n)
	}
}
