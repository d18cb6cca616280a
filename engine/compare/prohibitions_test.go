package compare

import (
	_ "embed" // the cases
	"strings"
	"testing"
)

var (
	//go:embed testdata/prohibitions-development.tsv
	prohibitionsDevelopment string
	//go:embed testdata/prohibitions-heldout.tsv
	prohibitionsHeldout string
)

// TestProhibitions: a step goes against a goal that forbids something under a condition where it does that under the condition.
func TestProhibitions(t *testing.T) {
	for name, half := range map[string]struct {
		lines string
		most  int // wrong
	}{"development": {prohibitionsDevelopment, 0}, "held out": {prohibitionsHeldout, 2}} {
		missed, wronged, n := 0, 0, 0
		for fields := range casesOf(half.lines) {
			want := fields[3] == "against"
			differs, got := Against(fields[1], fields[2])
			n++
			if got == want {
				continue
			}
			if want {
				missed++
			} else {
				wronged++
			}
			if name == "development" {
				t.Logf("%s: %q, %q: %v (%s)", fields[0], fields[1], fields[2], got, differs)
			}
		}
		t.Logf("%s: of %d steps %d that go against their goal are passed, %d that do not are called against it", name, n, missed, wronged)
		if missed+wronged > half.most {
			t.Errorf("%s: %d steps are judged wrongly, want %d at most", name, missed+wronged, half.most)
		}
	}
}

// casesOf are the lines of a table, by field, less those that begin with "#".
func casesOf(lines string) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(lines) {
			if !strings.HasPrefix(line, "#") && !yield(strings.Split(strings.TrimSpace(line), "\t")) {
				return
			}
		}
	}
}
