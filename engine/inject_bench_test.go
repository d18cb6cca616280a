package engine

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"
)

// BenchmarkInject runs one caller that injects notes of one session, one after the other. It reports the median time of a call, and the time
// until the memory can be found.
func BenchmarkInject(b *testing.B) {
	e, err := Open(context.Background(), Config{Data: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close(context.Background())
	var took, findable []time.Duration
	for i := 0; b.Loop(); i++ {
		start, there := time.Now(), make(chan time.Duration, 1)
		before := e.loaded().Len()
		stop := make(chan struct{})
		go func() {
			for e.loaded().Len() == before {
				select {
				case <-stop:
					there <- 0
					return
				case <-time.After(50 * time.Microsecond):
				}
			}
			there <- time.Since(start)
		}()
		if _, err := e.Inject(context.Background(), Note{Content: fmt.Sprintf("Ferry %d leaves the harbour at %d:%02d with %d cars on deck.", i, i%24, i%60, i%97), Rationale: "timetable", SessionID: "s"}); err != nil {
			b.Fatal(err)
		}
		whole := time.Since(start)
		close(stop)
		d := <-there
		if d == 0 { // not before the call ended
			d = whole
		}
		took, findable = append(took, whole), append(findable, min(d, whole))
	}
	middle := func(v []time.Duration) float64 {
		slices.Sort(v)
		return float64(v[len(v)/2].Microseconds()) / 1000
	}
	b.ReportMetric(middle(took), "p50-ms")
	b.ReportMetric(middle(findable), "findable-p50-ms")
}
