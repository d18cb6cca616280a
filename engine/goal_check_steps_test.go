package engine

import (
	"os"
	"strings"
	"testing"

	"asterism/engine/goaldna"
)

// TestStepsOfTasks uses a small set of our own tasks with steps in three languages. The hybrid measure ranks a task's own steps above those of
// others more often than the plain one does, and takes far fewer of them for drift. bench/learning has the large set.
func TestStepsOfTasks(t *testing.T) {
	b, err := os.ReadFile("testdata/steps.txt")
	if err != nil {
		t.Fatal(err)
	}
	var tasks [][]string // the goal first
	for block := range strings.SplitSeq(strings.TrimSpace(string(b)), "\n\n") {
		tasks = append(tasks, strings.Split(block, "\n* "))
	}
	e := open(t, "")
	plain := stepsApart(tasks, func(goal, step string) (float64, bool) {
		return goaldna.NewDNA(goal).Similarity(step)
	})
	hybrid := stepsApart(tasks, func(goal, step string) (float64, bool) {
		got := checkGoal(t, e, GoalCheck{Goal: goal, Action: step, Mode: CheckHybrid})
		return got.Similarity, got.Signal
	})
	t.Logf("plain %+v, hybrid %+v", plain, hybrid)
	if hybrid.area < plain.area+.03 || hybrid.area < .97 {
		t.Errorf("area under the ROC curve is %.3f, that of the plain measure %.3f", hybrid.area, plain.area)
	}
	if hybrid.kept < .9 || hybrid.found < .5 {
		t.Errorf("%.2f of the own steps are no drift and %.2f of the others are, by the plain measure %.2f and %.2f", hybrid.kept, hybrid.found, plain.kept, plain.found)
	}
}

// apart measures how well a measure separates a task's own steps from those of others, for the steps that it judges: the area under the ROC curve, the share of own steps that are no
// drift, and the share of others that are.
type apart struct{ area, kept, found float64 }

func stepsApart(tasks [][]string, score func(goal, step string) (similarity float64, signal bool)) (a apart) {
	var on, off []float64
	for i, own := range tasks {
		for j, from := range tasks {
			for _, step := range from[1:] {
				switch v, signal := score(own[0], step); {
				case i == j:
					on = append(on, v)
				case signal:
					off = append(off, v)
				}
			}
		}
	}
	threshold := goaldna.DefaultOptions().Threshold
	for _, x := range on {
		if x >= threshold {
			a.kept += 1 / float64(len(on))
		}
		for _, y := range off {
			switch {
			case x > y:
				a.area += 1 / float64(len(on)*len(off))
			case x == y:
				a.area += .5 / float64(len(on)*len(off))
			}
		}
	}
	for _, y := range off {
		if y < threshold {
			a.found += 1 / float64(len(off))
		}
	}
	return a
}
