package learning

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestSlope(t *testing.T) {
	if s := slope([]point{{0, 1}, {1, .5}, {2, 0}, {3, -.5}}); math.Abs(s+.5) > 1e-12 {
		t.Errorf("slope %v, want -0.5", s)
	}
}

func TestTenths(t *testing.T) {
	got := strings.Fields(tenths([]float64{0, .05, .1, .95, 1}))
	if want := []string{"2", "1", "0", "0", "0", "0", "0", "0", "0", "2"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSpreadAndAbove(t *testing.T) {
	v := []float64{.2, .4, .6, .8}
	if s := spread(v); math.Abs(s-math.Sqrt(.05)) > 1e-12 {
		t.Errorf("deviation %v", s)
	}
	if a := above(v, .6); a != .25 {
		t.Errorf("%v are above .6, want a quarter", a)
	}
}

func TestUTLTextsAreShuffledOnceEach(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "set")
	writeText(t, dir, "corpus.jsonl", `{"_id":"a","title":"One","text":"is a text of more than twenty bytes"}
{"_id":"b","title":"","text":"too short"}
{"_id":"c","title":"One","text":"is a text of more than twenty bytes"}
{"_id":"d","title":"","text":"another text of more than twenty bytes"}
{"_id":"e","title":"","text":"`+strings.Repeat("long ", 900)+`"}
`)
	got, err := utlTexts(filepath.Dir(dir), "set")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(got)
	if want := []string{"One\nis a text of more than twenty bytes", "another text of more than twenty bytes"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	writeText(t, dir, "corpus.jsonl", "{\n")
	if _, err := utlTexts(filepath.Dir(dir), "set"); err == nil || !strings.Contains(err.Error(), "corpus.jsonl, line 1") {
		t.Errorf("error %v does not name the line", err)
	}
}

func TestRewordings(t *testing.T) {
	dir := t.TempDir()
	writeText(t, dir, "sts-dev.csv", "g\tf\ty\t1\t5.000\tA man eats.\tA man is eating.\n"+
		"g\tf\ty\t2\t2.000\tA cat sleeps.\tA dog barks.\ng\tf\ty\t3\t4.800\tIt rains.\tRain falls.\n")
	pairs, err := sentencePairs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := rewordings(pairs, []string{"A man eats.", "A cat sleeps."}), []string{"A man is eating."}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, bad := range []string{"a\tb\n", "g\tf\ty\t1\tfive\ta\tb\n"} {
		writeText(t, dir, "sts-dev.csv", bad)
		if _, err := sentencePairs(dir); err == nil || !strings.Contains(err.Error(), "sts-dev.csv:1") {
			t.Errorf("%q: error %v does not name the line", bad, err)
		}
	}
}

func writeText(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
