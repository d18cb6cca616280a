package drift

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
	"pgregory.net/rapid"
)

var goal = uuid.MustParse("0190a5b2-7c3d-7e4f-8a1b-2c3d4e5f6071")

// measurementAt returns a measurement of that time, identified by its number of memories.
func measurementAt(reference uuid.UUID, t time.Time, number int) Measurement {
	return Measurement{
		Namespace: "default", Reference: reference, ReferenceType: ToGoal, Strategy: Cosine, Timeframe: "24h",
		Level: Low, Similarity: .75, Analyzed: number, At: t, Spaces: spacesWith(),
	}
}

func record1(t interface{ Fatal(...any) }, h *History, m ...Measurement) {
	if err := h.Record(context.Background(), m...); err != nil {
		t.Fatal(err)
	}
}

func newest(t interface{ Fatal(...any) }, h *History, reference uuid.UUID, from time.Time, n int) *Page {
	p, err := h.Newest(context.Background(), reference, from, n)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func numbers(p *Page) (out []int) {
	for _, e := range p.Entries {
		out = append(out, e.Analyzed)
	}
	return out
}

func TestTheNewestEntriesOfARangeComeOldestFirst(t *testing.T) {
	h := NewHistory(store.NewInMemory())
	for i := range 10 {
		record1(t, h, measurementAt(goal, noon.Add(time.Duration(i)*time.Hour), i))
	}
	record1(t, h, measurementAt(uuid.UUID{1}, noon, 77)) // of another goal
	p := newest(t, h, goal, noon.Add(3*time.Hour), 4)
	if got := numbers(p); len(got) != 4 || got[0] != 6 || got[3] != 9 {
		t.Errorf("entries %v, want 6 to 9", got)
	}
	if p.Total != 7 || p.Before != 3 || !p.Oldest.Equal(noon) || !p.Newest.Equal(noon.Add(2*time.Hour)) {
		t.Errorf("%+v, want 7 in range and 3 before, from noon to two", p)
	}
	if p := newest(t, h, goal, time.Time{}, 100); p.Total != 10 || p.Before != 0 || len(p.Entries) != 10 {
		t.Errorf("of all times there are %d, %d before", p.Total, p.Before)
	}
	if p := newest(t, h, goal, noon.Add(24*time.Hour), 4); p.Total != 0 || p.Before != 10 || len(p.Entries) != 0 || !p.Newest.Equal(noon.Add(9*time.Hour)) {
		t.Errorf("after the last entry there is %+v", p)
	}
	if p := newest(t, h, uuid.UUID{2}, noon, 4); p.Total != 0 || p.Before != 0 || !p.Oldest.IsZero() {
		t.Errorf("a goal without history has %+v", p)
	}
	if got := numbers(newest(t, h, uuid.UUID{1}, time.Time{}, 4)); len(got) != 1 || got[0] != 77 {
		t.Errorf("the other goal has %v", got)
	}
}

// If the clock was set back, entries stay in the order in which they were recorded, and no range misses one.
func TestAClockThatWasSetBackKeepsTheOrder(t *testing.T) {
	h := NewHistory(store.NewInMemory())
	for i, at := range []time.Duration{0, time.Hour, -50 * 365 * 24 * time.Hour, time.Minute, 2 * time.Hour} {
		record1(t, h, measurementAt(goal, noon.Add(at), i))
	}
	p := newest(t, h, goal, noon.Add(30*time.Minute), 10)
	if got := numbers(p); len(got) != 4 || got[0] != 1 || got[1] != 2 || got[2] != 3 || got[3] != 4 || p.Total != 4 || p.Before != 1 {
		t.Errorf("entries %v, %d in range, %d before; want 1 to 4 in order", got, p.Total, p.Before)
	}
	if got := p.Entries[1].At; !got.Equal(noon.Add(-50 * 365 * 24 * time.Hour)) {
		t.Errorf("the entry made with the clock set back says %s", got)
	}
}

// After a long pause and a pass of thinning, a clock that is set back gives entries of days that are thinned already.
func TestEntriesOfThinnedDaysAreCounted(t *testing.T) {
	h := NewHistory(store.NewInMemory())
	record1(t, h, measurementAt(goal, noon, 1), measurementAt(goal, noon.Add(time.Minute), 2), measurementAt(goal, noon.Add(2*time.Minute), 3))
	if n, err := h.Thin(context.Background(), noon.Add(200*24*time.Hour)); err != nil || n != 2 {
		t.Fatalf("%d thinned away, %v", n, err)
	}
	record1(t, h, measurementAt(goal, noon.Add(time.Hour), 4), measurementAt(goal, noon.Add(300*24*time.Hour), 5))
	for from, want := range map[time.Time]int{{}: 3, noon.Add(time.Minute): 3, noon.Add(time.Hour): 2, noon.Add(2 * time.Hour): 1} {
		if p := newest(t, h, goal, from, 9); p.Total != want || len(p.Entries) != want || p.Before != 3-want {
			t.Errorf("from %s there are %d by the count, %d by looking, %d before; want %d", from, p.Total, len(p.Entries), p.Before, want)
		}
	}
}

func TestManyAreRecordedAtOnceWithWhatBelongsToThem(t *testing.T) {
	s := store.NewInMemory()
	h := NewHistory(s)
	key := []byte("weights")
	err := h.RecordBy(context.Background(), func(entries []store.Entry) error {
		return s.Put(context.Background(), append(entries, store.Entry{Shelf: store.ShelfState, Key: key, Value: []byte("new")})...)
	}, measurementAt(goal, noon, 1), measurementAt(uuid.UUID{1}, noon, 2), measurementAt(goal, noon, 3))
	if err != nil {
		t.Fatal(err)
	}
	if got := numbers(newest(t, h, goal, time.Time{}, 9)); len(got) != 2 || got[0] != 1 || got[1] != 3 {
		t.Errorf("entries %v, want 1 and 3", got)
	}
	if v, ok, err := s.Read(context.Background(), store.ShelfState, key); err != nil || !ok || string(v) != "new" {
		t.Errorf("what was to be written with them is %q, %v, %v", v, ok, err)
	}
}

// The model: a list of entries in order, each with the time that ranges use.
type oracle []struct {
	place  time.Time
	number int
}

func (o oracle) thin(now time.Time) (out oracle) {
	for i, e := range o {
		dead := i+1 < len(o) && day(e.place) == day(o[i+1].place) && !day(e.place).Add(24*time.Hour).After(now.Add(-Keep))
		if !dead {
			out = append(out, e)
		}
	}
	return out
}

func day(t time.Time) time.Time { return t.Truncate(24 * time.Hour) }

func (o oracle) from(t time.Time) (out oracle) {
	for _, e := range o {
		if !e.place.Before(t) {
			out = append(out, e)
		}
	}
	return out
}

// TestHistoryIsItsModel records, thins and reopens in any order, with a clock that may jump, and compares every result.
func TestHistoryIsItsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := store.NewInMemory()
		h, now := NewHistory(s), noon
		var model oracle
		for i := range rapid.IntRange(1, 60).Draw(t, "steps") {
			switch rapid.IntRange(0, 9).Draw(t, "step") {
			case 0:
				if _, err := h.Thin(context.Background(), now); err != nil {
					t.Fatal(err)
				}
				model = model.thin(now)
			case 1:
				h = NewHistory(s)
			case 2:
				now = now.Add(-time.Duration(rapid.IntRange(0, 100).Draw(t, "back")) * time.Hour)
			case 3:
				now = now.Add(time.Duration(rapid.IntRange(1, 120).Draw(t, "days")) * 24 * time.Hour)
			default:
				now = now.Add(time.Duration(rapid.IntRange(0, 14).Draw(t, "hours")) * time.Hour)
				record1(t, h, measurementAt(goal, now, i))
				place := now
				if n := len(model); n > 0 && model[n-1].place.After(now) {
					place = model[n-1].place
				}
				model = append(model, struct {
					place  time.Time
					number int
				}{place, i})
			}
			compare(t, h, model, time.Time{})
			compare(t, h, model, now.Add(-time.Duration(rapid.IntRange(0, 200*24).Draw(t, "reach"))*time.Hour))
		}
	})
}

func compare(t *rapid.T, h *History, model oracle, from time.Time) {
	in := model.from(from)
	p := newest(t, h, goal, from, 5)
	if p.Total != len(in) || p.Before != len(model)-len(in) {
		t.Fatalf("from %s there are %d and %d before, want %d and %d", from, p.Total, p.Before, len(in), len(model)-len(in))
	}
	in = in[max(0, len(in)-5):]
	got := numbers(p)
	if len(got) != len(in) {
		t.Fatalf("from %s entries %v, want %v", from, got, in)
	}
	for i := range in {
		if got[i] != in[i].number {
			t.Fatalf("from %s entries %v, want %v", from, got, in)
		}
	}
}

// TestTwoYearsAreKeptAsPromised measures every four hours for two years and thins daily, as the engine does.
func TestTwoYearsAreKeptAsPromised(t *testing.T) {
	s := store.NewInMemory()
	h, begin := NewHistory(s), noon
	n := 0
	for d := range 730 {
		var batch []Measurement
		for i := range 6 {
			batch = append(batch, measurementAt(goal, begin.Add(time.Duration(24*d+4*i)*time.Hour), n+1))
			n++
		}
		record1(t, h, batch...)
		if d%7 == 6 || d == 729 {
			if _, err := h.Thin(context.Background(), begin.Add(time.Duration(d+1)*24*time.Hour)); err != nil {
				t.Fatal(err)
			}
		}
	}
	h = NewHistory(s)
	end := begin.Add(730 * 24 * time.Hour)
	all := newest(t, h, goal, time.Time{}, 1_000_000)
	if all.Total != len(all.Entries) {
		t.Fatalf("%d entries are said to be there, %d are", all.Total, len(all.Entries))
	}
	perDay := map[time.Time]int{}
	for _, e := range all.Entries {
		perDay[day(e.At)]++
	}
	for d := day(begin); d.Before(end); d = d.Add(24 * time.Hour) {
		want := 1
		if d.Add(24 * time.Hour).After(end.Add(-Keep)) {
			want = 6
		}
		if d.Equal(day(begin)) || d.Equal(day(end)) { // half days
			want = min(want, 3)
		}
		if perDay[d] != want {
			t.Errorf("%s has %d entries, want %d", d.Format(time.DateOnly), perDay[d], want)
		}
	}
	if full := newest(t, h, goal, end.Add(-Keep), 1); full.Total != 90*6 {
		t.Errorf("the last 90 days have %d entries, want all %d", full.Total, 90*6)
	}
	for _, e := range all.Entries { // of an old day only the last one
		if e.At.Before(day(end.Add(-Keep))) && e.At.Hour() != 20 {
			t.Fatalf("of %s the entry of %d o'clock was kept", e.At.Format(time.DateOnly), e.At.Hour())
		}
	}
}

// torn is a store that fails after some writes.
type torn struct {
	store.Shelves
	writes int
}

var errTorn = errors.New("the store is gone")

func (s *torn) Put(ctx context.Context, entries ...store.Entry) error {
	if s.writes--; s.writes < 0 {
		return errTorn
	}
	return s.Shelves.Put(ctx, entries...)
}

// A pass that is interrupted after any number of batches leaves correct counts, and the next one completes it.
func TestThinningGoesOnWhereItWasCutShort(t *testing.T) {
	const entries = 3*thinStep + 10
	for cut := range 5 {
		s := &torn{Shelves: store.NewInMemory(), writes: 1 << 30}
		h := NewHistory(s)
		var batch []Measurement
		for i := range entries {
			batch = append(batch, measurementAt(goal, noon.Add(time.Duration(i)*5*time.Minute), i))
		}
		record1(t, h, batch...)
		now := noon.Add(200 * 24 * time.Hour)
		s.writes = cut
		_, err := h.Thin(context.Background(), now)
		if wantErr := cut < 4; errors.Is(err, errTorn) != wantErr {
			t.Fatalf("cut after %d writes: %v", cut, err)
		}
		s.writes = 1 << 30
		p := newest(t, h, goal, time.Time{}, entries)
		if p.Total != len(p.Entries) {
			t.Fatalf("cut after %d writes: %d entries are said to be there, %d are", cut, p.Total, len(p.Entries))
		}
		if want := entries - cut*thinStep; cut > 0 && (p.Total < want || p.Total > want+cut*5) && cut < 4 {
			t.Errorf("cut after %d writes: %d entries are left", cut, p.Total)
		}
		if _, err := h.Thin(context.Background(), now); err != nil {
			t.Fatal(err)
		}
		days := int(day(noon.Add((entries-1)*5*time.Minute)).Sub(day(noon)).Hours())/24 + 1
		if p := newest(t, h, goal, time.Time{}, entries); p.Total != days || len(p.Entries) != days {
			t.Errorf("cut after %d writes, then to the end: %d entries, want one for each of %d days", cut, p.Total, days)
		}
	}
}

// Writers, readers and a pass run concurrently: nothing is lost or counted twice, and every page is consistent.
func TestManyAtOnceLoseNothing(t *testing.T) {
	const writers, each = 8, 40
	h := NewHistory(store.NewInMemory())
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range each {
				if err := h.Record(context.Background(), measurementAt(goal, noon.Add(time.Duration(i)*time.Hour), w*each+i+1)); err != nil {
					t.Error(err)
				}
				if p, err := h.Newest(context.Background(), goal, time.Time{}, writers*each); err != nil || p.Total != len(p.Entries) {
					t.Errorf("a page of %d entries has %+v, %v", p.Total, p.Before, err)
				}
				if _, err := h.Thin(context.Background(), noon); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	seen := map[int]bool{}
	for _, n := range numbers(newest(t, h, goal, time.Time{}, writers*each+1)) {
		seen[n] = true
	}
	if len(seen) != writers*each {
		t.Errorf("%d different entries are there, %d were recorded", len(seen), writers*each)
	}
}

func TestDamagedHistoryIsAnErrorAndNotAnEmptyOne(t *testing.T) {
	s := store.NewInMemory()
	h := NewHistory(s)
	record1(t, h, measurementAt(goal, noon, 1))
	for name, e := range map[string]store.Entry{
		"entry": {Shelf: store.ShelfHistory, Key: position{noon.UnixNano(), 1}.key(goal), Value: []byte{1, 2}},
		"mark":  {Shelf: store.ShelfHistory, Key: goal[:], Value: []byte{1}},
		"key":   {Shelf: store.ShelfHistory, Key: append(goal[:len(goal):len(goal)], 0x80, 1), Value: []byte{1}},
	} {
		old, _, err := s.Read(context.Background(), e.Shelf, e.Key)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Put(context.Background(), e); err != nil {
			t.Fatal(err)
		}
		if p, err := h.Newest(context.Background(), goal, time.Time{}, 5); err == nil {
			t.Errorf("a damaged %s gave %+v", name, p)
		}
		e.Value = old
		if err := s.Put(context.Background(), e); err != nil {
			t.Fatal(err)
		}
	}
	if p := newest(t, h, goal, time.Time{}, 5); p.Total != 1 {
		t.Errorf("the repaired history has %d entries", p.Total)
	}
}

func TestACancelledCallStops(t *testing.T) {
	h := NewHistory(store.NewInMemory())
	record1(t, h, measurementAt(goal, noon, 1))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := h.Record(ctx, measurementAt(goal, noon, 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("recording: %v", err)
	}
	if _, err := h.Newest(ctx, goal, time.Time{}, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("reading: %v", err)
	}
	if _, err := h.Thin(ctx, noon); !errors.Is(err, context.Canceled) {
		t.Errorf("thinning: %v", err)
	}
}
