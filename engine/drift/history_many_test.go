package drift

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"asterism/engine/store/rocks"

	"github.com/google/uuid"
)

// TestManyEntriesAreReadAtOnce fills a history with a hundred thousand entries of ninety days, reads every range of it, and thins it
// when it is old. make bench-learning measures a million; here it would be noticeable if every entry were read.
func TestManyEntriesAreReadAtOnce(t *testing.T) {
	const entries = 100_000
	s, err := rocks.Open(context.Background(), rocks.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	h, start := NewHistory(s), time.Now()
	every := Keep / entries
	rng := rand.New(rand.NewPCG(1, 2))
	batch := make([]Measurement, 0, 1000)
	for i := range entries {
		batch = append(batch, wholeMeasurement(rng, goal, noon.Add(every*time.Duration(i)), i))
		if len(batch) == cap(batch) {
			record1(t, h, batch...)
			batch = batch[:0]
		}
	}
	t.Logf("filled in %s", time.Since(start))
	now := noon.Add(Keep)
	for _, frame := range Timeframes {
		from, _ := Since(frame, now)
		var took []time.Duration
		for range 51 {
			begin := time.Now()
			p := newest(t, h, goal, from, 100)
			took = append(took, time.Since(begin))
			want := entries
			if !from.IsZero() {
				want = int(now.Sub(from) / every)
			}
			if abs(p.Total-want) > 1 || p.Total+p.Before != entries || len(p.Entries) != min(p.Total, 100) {
				t.Fatalf("%s: %d entries, %d before, %d given; want %d in range", frame, p.Total, p.Before, len(p.Entries), want)
			}
		}
		slices.Sort(took)
		t.Logf("%s: median %s, longest %s", frame, took[25], took[50])
		if took[25] > 30*time.Millisecond {
			t.Errorf("%s took %s", frame, took[25])
		}
	}
	start = time.Now()
	removed, err := h.Thin(context.Background(), now.Add(Keep+24*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	days := int(day(now).Sub(day(noon)).Hours())/24 + 1
	if p := newest(t, h, goal, time.Time{}, 1000); removed != entries-days || p.Total != days || len(p.Entries) != days {
		t.Errorf("%d entries removed, %d left by the count and %d by looking; want one for each of %d days", removed, p.Total, len(p.Entries), days)
	}
	t.Logf("thinned in %s", time.Since(start))
}

func abs(n int) int { return max(n, -n) }

// wholeMeasurement has ten spaces, like real memories compared with a goal.
func wholeMeasurement(rng *rand.Rand, reference uuid.UUID, t time.Time, number int) Measurement {
	m := measurementAt(reference, t, number)
	for s := range m.Spaces {
		if s < 1 || s > 3 {
			m.Spaces[s] = SpaceDrift{rng.Float64(), rng.Float64(), number, Low}
		}
	}
	return m
}
