package compare

import (
	"bufio"
	"os"
	"strings"
	"testing"
)

// classOf are the classes by their names in the files of pairs.
var classOf = map[string]Class{"same": Same, "rephrased": Rephrased, "value": Changed, "negated": Negated, "swapped": Swapped, "detail": Detail, "contradiction": Contradiction, "different": Different}

// labelled is a pair whose class was written beside it by hand, or follows from how it was made.
type labelled struct {
	class Class
	a, b  string
}

// pairsOf reads a file of pairs: class, old text, new text, with a tab between them.
func pairsOf(t testing.TB, name string) (out []labelled) {
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		fields := strings.Split(s.Text(), "\t")
		if len(fields) != 3 || classOf[fields[0]] == "" {
			t.Fatalf("%s: %q is not a class and two texts", name, s.Text())
		}
		out = append(out, labelled{classOf[fields[0]], fields[1], fields[2]})
	}
	return out
}

// TestClassesOfPairs holds the share of pairs that are judged as they are labelled. The held-out half was written before the comparer, and nothing was changed for it.
func TestClassesOfPairs(t *testing.T) {
	for name, least := range map[string]float64{"development.tsv": .9, "heldout.tsv": .85} {
		right, all := 0, pairsOf(t, name)
		for _, p := range all {
			got := Texts(p.a, p.b)
			if got.Class == p.class {
				right++
			} else if testing.Verbose() && name != "heldout.tsv" {
				t.Logf("%s: want %s: %q, %q: %s (%.2f)", name, p.class, p.a, p.b, got.Words(), got.Shared)
			}
		}
		if share := float64(right) / float64(len(all)); share < least {
			t.Errorf("%s: %d of %d are right, %.3f, want %v", name, right, len(all), share, least)
		} else {
			t.Logf("%s: %d of %d are right, %.3f", name, right, len(all), share)
		}
	}
}
