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
	//go:embed testdata/prohibitions-guards.tsv
	prohibitionsGuards string
	//go:embed testdata/prohibitions-limits.tsv
	prohibitionsLimits string
	//go:embed testdata/prohibitions-aside.tsv
	prohibitionsAside string
)

// TestProhibitions checks that a step contradicts a conditional prohibition only if it does the act under that condition.
func TestProhibitions(t *testing.T) {
	for name, half := range map[string]struct {
		lines         string
		missed, wrong int // upper bounds: contradictions that were not found, and false positives
	}{"development": {prohibitionsDevelopment, 0, 0}, "held out": {prohibitionsHeldout, 0, 0}, "guards": {prohibitionsGuards, 2, 0}, "limits": {prohibitionsLimits, 1, 0}, "aside": {prohibitionsAside, 6, 1}} {
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
			if name != "held out" {
				t.Logf("%s: %q, %q: %v (%s)", fields[0], fields[1], fields[2], got, differs)
			}
		}
		t.Logf("%s: of %d steps %d that go against their goal are passed, %d that do not are called against it", name, n, missed, wronged)
		if missed > half.missed || wronged > half.wrong {
			t.Errorf("%s: %d steps are passed and %d are called against their goal wrongly, want %d and %d at most", name, missed, wronged, half.missed, half.wrong)
		}
	}
}

// casesOf returns the lines of a table as fields, without those that begin with "#".
func casesOf(lines string) func(yield func([]string) bool) {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(lines) {
			if !strings.HasPrefix(line, "#") && !yield(strings.Split(strings.TrimSpace(line), "\t")) {
				return
			}
		}
	}
}

// TestPermittedStepsSayNothingOtherwise checks that no difference is reported for a step that does a forbidden act without the condition under which it is forbidden.
func TestPermittedStepsSayNothingOtherwise(t *testing.T) {
	for name, half := range map[string]struct {
		lines string
		most  int // reported differences; a report of 350 ms against a limit of 200 is rightly one
	}{"development": {prohibitionsDevelopment, 1}, "held out": {prohibitionsHeldout, 0}} {
		noted, n := 0, 0
		for fields := range casesOf(half.lines) {
			if differs, against := Against(fields[1], fields[2]); fields[3] == "permitted" && !against {
				if n++; differs != "" {
					noted++
					t.Logf("%s: %q, %q: %s", fields[0], fields[1], fields[2], differs)
				}
			}
		}
		if noted > half.most {
			t.Errorf("%s: of %d steps that are permitted %d are said to say otherwise", name, n, noted)
		}
	}
}

// TestOtherValuesBesideAProhibitionAreTold checks that another value of the goal outside the prohibition is still reported.
func TestOtherValuesBesideAProhibitionAreTold(t *testing.T) {
	for text, tells := range map[string]string{
		"Build a payment service in Rust": "→ Rust",
	} {
		if differs, against := Against("Build a payment service in Go that never charges a customer twice", text); against || !strings.Contains(differs, tells) {
			t.Errorf("%q: %q, against: %v, want %q", text, differs, against, tells)
		}
	}
}
