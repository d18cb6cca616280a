package profile

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine/intent"

	"github.com/ulikunitz/xz"
)

func TestOurQuestionsAreLabelledOnce(t *testing.T) {
	own, err := ours()
	if err != nil {
		t.Fatal(err)
	}
	seen, of := map[string]bool{}, map[bool]int{}
	for _, e := range own {
		if seen[e.text] {
			t.Errorf("%q is there twice", e.text)
		}
		seen[e.text] = true
		of[e.code]++
		if e.heldOut() {
			t.Errorf("%q is held out", e.text)
		}
	}
	if of[true] < 50 || of[false] < 50 {
		t.Errorf("%d questions for code and %d others: want 50 of each", of[true], of[false])
	}
}

func TestQuestionsOfAPair(t *testing.T) {
	for _, c := range []struct {
		kind, a, b string
		want       map[string]bool // text → whether it asks for code; of the second question only its end
	}{
		{"code-go", "ParseDate reads a date of any form.", "func ParseDate(s string) (time.Time, error) {", map[string]bool{"ParseDate reads a date of any form.": true}},
		{"commit", "Fix the race", "The lock was taken too late in some cases.\nMore.", map[string]bool{"Fix the race": false, "The lock was taken too late in some cases.": false}},
		{"doc", "Guide > Setup > On Linux", "Short.", map[string]bool{"Setup On Linux": false}},
		{"glossary", "one", "A word alone is no question.", map[string]bool{}},
	} {
		got := map[string]bool{}
		for _, e := range asked(c.kind, c.a, c.b) {
			got[e.text] = e.code
		}
		for text, code := range c.want {
			if is, ok := got[text]; !ok || is != code {
				t.Errorf("%s: %q asks for code: %v, %v; want %v of %v", c.kind, text, is, ok, code, got)
			}
		}
		if len(c.want) == 0 && len(got) > 0 {
			t.Errorf("%s: %v, want none", c.kind, got)
		}
	}
}

// A trained model separates its training data, and packed weights give the same results as the weights.
func TestTrainTellsApart(t *testing.T) {
	var all []example
	for range 20 {
		all = append(all, example{"a", "sort a list of numbers", true, 1}, example{"b", "bake a loaf of bread", false, 1})
	}
	bias, weights := train(all)
	packed := intent.PackCodeWeights(bias, weights)
	if yes, no := intent.CodeOf(packed, "sort the numbers"), intent.CodeOf(packed, "bake the bread"); yes < .7 || no > .3 {
		t.Errorf("%v and %v", yes, no)
	}
	again, _ := train(all)
	if again != bias {
		t.Errorf("trained twice: %v and %v", bias, again)
	}
}

func TestPairsSayWhatIsMissing(t *testing.T) {
	if _, err := pairs(t.TempDir()); err == nil || !strings.Contains(err.Error(), "-data") {
		t.Errorf("error %v, want one that names -data", err)
	}
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "pairs-a.jsonl.xz"))
	if err != nil {
		t.Fatal(err)
	}
	packed, err := xz.NewWriter(f)
	if err != nil {
		t.Fatal(err)
	}
	_, err = packed.Write([]byte(`{"k":"commit","a":"Fix the race","b":"x"}` + "\n"))
	if err := errors.Join(err, packed.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := pairs(dir); err == nil || !strings.Contains(err.Error(), "1 of 60000") {
		t.Errorf("error %v, want one that says how few pairs there are", err)
	}
}
