package learning

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/engine/drift"
	"asterism/models"
)

// knownAim is a goal whose texts 0…9 are aligned 1, and 10…29 aligned 0, in all spaces but E2, and absent for text 3 in E5.
func knownAim(reported bool) *goalCase {
	a := &goalCase{words: "goal", set: "s", reported: reported}
	for i := range 30 {
		var v [models.Count]float64
		for s := range v {
			v[s] = 0
			if i < 10 {
				v[s] = 1
			}
		}
		v[models.TemporalRecent] = math.NaN()
		if i == 3 {
			v[models.Causal] = math.NaN()
		}
		a.aligned = append(a.aligned, v)
		if i < 10 {
			a.on = append(a.on, i)
		} else {
			a.far = append(a.far, i)
		}
	}
	return a
}

// TestWindowsAreMeansOfWhatIsThere: by space and over the spaces, as drift has it.
func TestWindowsAreMeansOfWhatIsThere(t *testing.T) {
	a := knownAim(true)
	w := a.window([]int{0, 3, 10, 11})
	if math.Abs(w.spaces[models.Semantic]-.5) > 1e-12 || math.Abs(w.spaces[models.Causal]-1./3) > 1e-12 || !math.IsNaN(w.spaces[models.TemporalRecent]) {
		t.Errorf("spaces %v", w.spaces)
	}
	if want := (11*.5 + 1./3) / 12; math.Abs(w.theta-want) > 1e-12 {
		t.Errorf("θ %v, want %v", w.theta, want)
	}
}

// TestMixturesHaveTheirShares of memories on the goal.
func TestMixturesHaveTheirShares(t *testing.T) {
	a, r := knownAim(true), rand.New(rand.NewPCG(1, 1))
	for _, m := range []mixture{allOnGoal, noneOnGoal, onGoal, strayed} {
		seen := map[int]bool{}
		for range 200 {
			w := a.drawWindow(r, m, a.far)
			share := w.spaces[models.Semantic] * windowSize
			if !slices.Contains(m, int(math.Round(share))) {
				t.Fatalf("%v of 10 memories are on the goal, want one of %v", share, m)
			}
			seen[int(math.Round(share))] = true
		}
		if len(seen) != len(m) {
			t.Errorf("of %v only %v came", m, seen)
		}
	}
}

// TestAnExperimentReportsItsGoalsOnly and separates a goal that can be separated.
func TestAnExperimentReportsItsGoalsOnly(t *testing.T) {
	hopeless := knownAim(false)
	hopeless.on, hopeless.far = hopeless.far, hopeless.on // everything the wrong way round
	x := experiment{of: anyGoal, on: onGoal, off: strayed}
	reported, developed := x.draw([]*goalCase{knownAim(true), hopeless}, true, 1), x.draw([]*goalCase{knownAim(true), hopeless}, false, 1)
	if reported.theta() != 1 || developed.theta() != 0 || len(reported.on) != windowsOfGoal {
		t.Errorf("AUC %v of the reported goal, %v of the other", reported.theta(), developed.theta())
	}
	if space, top := reported.bestSingle(); top != 1 || space != models.Semantic {
		t.Errorf("best single %v with %v", space, top)
	}
	if got := share(reported.on, drift.None, drift.Low); got < .9 {
		t.Errorf("%v of the windows on the goal read None or Low", got)
	}
	if got := share(reported.off, drift.Critical); got != 1 {
		t.Errorf("%v of the others read Critical", got)
	}
	if again := x.draw([]*goalCase{knownAim(true)}, true, 1); !slices.Equal(pick(again.on, window.overall), pick(reported.on, window.overall)) {
		t.Error("the same draw came out otherwise")
	}
}

// TestUnrelatedLeavesAkinSetsOut.
func TestUnrelatedLeavesAkinSetsOut(t *testing.T) {
	l := &library{fields: map[string][]int{}}
	for i := range fields {
		l.fields[fields[i].set] = []int{i}
	}
	for i := range fields {
		f := &fields[i]
		got := l.unrelated(f.set)
		if len(got) != len(fields)-1-len(f.akin) || slices.Contains(got, i) {
			t.Errorf("%s: %v", f.set, got)
		}
		for _, a := range f.akin {
			if slices.Contains(got, l.fields[a][0]) {
				t.Errorf("%s: %s is akin", f.set, a)
			}
		}
		if len(f.development) == 0 || len(f.reported) == 0 {
			t.Errorf("%s: no goals", f.set)
		}
	}
}

func TestCollectionsAreRead(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "small")
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("corpus.jsonl", `{"_id":"b","title":"Title","text":"text"}`+"\n"+`{"_id":"a","text":"other"}`+"\n"+`{"_id":"blank","text":" "}`+"\n")
	write("queries.jsonl", `{"_id":"q1","text":"one?"}`+"\n"+`{"_id":"q2","text":"two?"}`+"\n")
	write("qrels.tsv", "query-id\tcorpus-id\tscore\nq1\tb\t1\nq1\ta\t2\nq1\ta\t2\nq2\ta\t1\nq2\tb\t0\nq2\tblank\t1\nq3\ta\t1\n")
	c, err := loadBEIR(dir, 2)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.ids, []string{"a", "b"}) || c.texts["b"] != "Title\ntext" || len(c.topics) != 1 || c.topics[0].question != "one?" || !slices.Equal(c.topics[0].texts, []string{"a", "b"}) {
		t.Errorf("read %+v", c)
	}
	write("corpus.jsonl", "{")
	if _, err := loadBEIR(dir, 2); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("error %v", err)
	}
	write("test.csv", "text,category\n\"hello, you\",x\n")
	if c, err := loadCSV("c", filepath.Join(dir, "test.csv")); err != nil || c.texts[c.ids[0]] != "hello, you" {
		t.Errorf("%+v, %v", c, err)
	}
	write("test.csv", "category\nx\n")
	if _, err := loadCSV("c", filepath.Join(dir, "test.csv")); err == nil {
		t.Error("a file without texts was read")
	}
}
