package dream

import (
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/google/uuid"
)

func hitsOf(namespace string, scores ...float64) (out []RecalledHit) {
	for i, s := range scores {
		out = append(out, RecalledHit{Namespace: namespace, ID: uuid.UUID{15: byte(i + 1)}, Score: s})
	}
	return out
}

func TestRecallsKeepWhatWasFoundTogether(t *testing.T) {
	r := &Recalls{}
	r.Add(append(hitsOf("a", 2, 1, -1), hitsOf("b", .5)...))
	got, last := r.Of("a")
	if len(got) != 1 || len(got[0].Hits) != 3 || last != 1 {
		t.Fatalf("%+v, newest %d", got, last)
	}
	for i, want := range []float64{.9545, .6827, 0} { // the shares of a normal distribution within two, one and no deviations
		if a := got[0].Hits[i].Activation; math.Abs(a-want) > 1e-4 {
			t.Errorf("activation of hit %d is %v, want %v", i, a, want)
		}
	}
	if alone, _ := r.Of("b"); len(alone) != 0 {
		t.Errorf("a hit that was alone in its namespace is kept: %+v", alone)
	}
	r.Add(nil)
	r.Add(hitsOf("a", 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3))
	if got, _ := r.Of("a"); len(got) != 2 || len(got[1].Hits) != recalledHits {
		t.Errorf("%+v", got)
	}
	r.Drop("a", 1)
	if got, _ := r.Of("a"); len(got) != 1 || got[0].number != 2 {
		t.Errorf("after dropping the first: %+v", got)
	}
	r.Drop("b", 99)
	if got, _ := r.Of("a"); len(got) != 1 {
		t.Error("dropping another namespace's dropped this one's")
	}
}

// TestRecallsAreBounded: the oldest go, also when many goroutines note at once.
func TestRecallsAreBounded(t *testing.T) {
	r := &Recalls{}
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range maxRecalls {
				r.Add(hitsOf(fmt.Sprint("n", (w+i)%3), 1, 2))
			}
		})
	}
	wg.Wait()
	total := 0
	for i := range 3 {
		got, last := r.Of(fmt.Sprint("n", i))
		total += len(got)
		for _, k := range got {
			if last != 8*maxRecalls || k.number <= last-maxRecalls {
				t.Fatalf("number %d is kept, the newest is %d", k.number, last)
			}
		}
	}
	if total != maxRecalls {
		t.Errorf("%d answers are kept, want %d", total, maxRecalls)
	}
}
