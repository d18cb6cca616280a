package metautl

import (
	"context"
	"flag"
	"slices"
	"testing"
	"time"

	"asterism/engine/store/rocks"
)

var manyEvents = flag.Int("events", 100_000, "how many events the test of many events writes")

// TestManyEvents fills a log on disk and reads pages with every kind of filter, at its start, middle and end. With -events 1000000 it
// is the measurement of the specification: a page of 100 below 10 ms, a status below 1 ms.
func TestManyEvents(t *testing.T) {
	st, err := rocks.Open(context.Background(), rocks.Options{Dir: t.TempDir()})
	must(t, err)
	defer st.Close()
	s, start, every := openService(t, st), time.Now(), usual.full()/time.Duration(*manyEvents)
	batch := make([]Event, 0, 2000)
	for i := range *manyEvents {
		batch = append(batch, someEvent(noon.Add(every*time.Duration(i)), i))
		if len(batch) == cap(batch) || i == *manyEvents-1 {
			write(t, s, batch...)
			batch = batch[:0]
		}
	}
	t.Logf("filled in %s", time.Since(start))
	start = time.Now()
	s = openService(t, st)
	t.Logf("opened in %s", time.Since(start))
	day := 24 * time.Hour
	for name, q := range map[string]Query{
		"all": {}, "type": {Type: WeightClamped}, "domain": {Domain: "code"}, "type and domain": {Type: LambdaAdjustment, Domain: "code"},
		"time": {From: noon.Add(day), To: noon.Add(6 * day)}, "all three": {From: noon.Add(day), To: noon.Add(6 * day), Type: WeightClamped, Domain: "general"},
	} {
		q.Limit = 100
		total := logOf(t, s, q).Total
		for _, offset := range []int{0, total / 2, max(0, total-100)} {
			q.Offset = offset
			fill(t, s, 150)
			median, longest := timed(func() { logOf(t, s, q) })
			t.Logf("%s, %d of %d: median %s, longest %s", name, offset, total, median, longest)
			if median > 10*time.Millisecond {
				t.Errorf("a page takes %s", median)
			}
		}
	}
	median, longest := timed(func() { s.Status(noon.Add(usual.full())) })
	t.Logf("status: median %s, longest %s", median, longest)
	if median > time.Millisecond {
		t.Errorf("a status takes %s", median)
	}
	start = time.Now()
	removed, err := s.Thin(context.Background(), noon.Add(2*usual.full()+time.Hour))
	must(t, err)
	t.Logf("%d thinned in %s", removed, time.Since(start))
}

func timed(do func()) (median, longest time.Duration) {
	var took []time.Duration
	for range 51 {
		begin := time.Now()
		do()
		took = append(took, time.Since(begin))
	}
	slices.Sort(took)
	return took[25], took[50]
}
