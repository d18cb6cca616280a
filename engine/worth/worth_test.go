package worth

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"testing"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

var now = time.Date(2026, 4, 8, 12, 0, 0, 0, time.UTC)

func TestNear(t *testing.T) {
	same, other := []float32{1, 0}, []float32{0, 1}
	for _, c := range []struct {
		a, b   string
		vector []float32 // of b
		lo, hi float64
	}{
		{"how is the cache cleared?", "how is the cache cleared?", same, 1, 1},
		{"how do we clear the cache?", "how is the cache cleared?", same, 1, 1},
		{"how is the cache cleared?", "how is the cache cleared?", other, 0, 0},
		{"how is the cache cleared?", "when is the cache cleared?", same, 0, 0},
		{"how is the cache cleared?", "the cache is to be cleared", same, 1, 1},
		{"what is PAY-1041?", "what is PAY-1042?", same, 0, 0},
		{"the plan for 2025", "the plan for 2026", same, 0, 0},
		{"clear the big cache now", "clear the big disk now", same, .1, .9},
		{"clear the cache", "water the lettuce", same, 0, 0},
	} {
		a, b := NewQuestion(c.a, same), NewQuestion(c.b, c.vector)
		if got := a.Near(&b); got < c.lo || got > c.hi || got != b.Near(&a) {
			t.Errorf("%q and %q: %v, want %v to %v both ways", c.a, c.b, got, c.lo, c.hi)
		}
	}
	short := NewQuestion("how is the cache cleared?", []float32{1})
	long := NewQuestion("how is the cache cleared?", same)
	if short.Near(&long) != 0 {
		t.Error("vectors of two lengths are compared")
	}
}

func TestWorthIsBoundedAndFades(t *testing.T) {
	q := NewQuestion("how is the cache cleared?", []float32{1, 0})
	r, last := &record{}, 0.
	for i := range 30 {
		r = r.with(&q, 1, now)
		if w := r.of(&q, now); !(w > last && w < 1) {
			t.Fatalf("worth %v after %d outcomes, and %v before", w, i+1, last)
		} else {
			last = w
		}
	}
	if len(r.To) != 1 || math.Abs(last-30./32) > 1e-9 {
		t.Errorf("%d questions are kept, worth %v", len(r.To), last)
	}
	half := r.of(&q, now.Add(HalfLife))
	if math.Abs(half-15./17) > 1e-9 || r.of(&q, now.Add(20*HalfLife)) > .001 {
		t.Errorf("after a half-life worth %v, and after twenty %v", half, r.of(&q, now.Add(20*HalfLife)))
	}
	if w := r.of(&q, now.Add(-time.Hour)); w != last {
		t.Errorf("before its own time, by a clock that was put right, worth %v", w)
	}
	for range 30 {
		r = r.with(&q, 0, now)
	}
	if w := r.of(&q, now); math.Abs(w) > 1e-9 {
		t.Errorf("as many useless as useful outcomes give %v", w)
	}
	if w := r.with(&q, .5, now).of(&q, now); math.Abs(w) > 1e-9 {
		t.Errorf("an outcome that says neither gives %v", w)
	}
}

func TestOnlySoManyQuestionsAreKept(t *testing.T) {
	r := &record{}
	for i := range mostQuestions + 5 {
		q := NewQuestion(fmt.Sprintf("clear cache %d", i), []float32{1, 0})
		r = r.with(&q, 1, now.Add(time.Duration(i)*HalfLife))
	}
	if len(r.To) != mostQuestions || !r.To[0].At.Equal(now.Add(5*HalfLife)) {
		t.Errorf("%d questions are kept, the first of %v", len(r.To), r.To[0].At)
	}
}

func open(t *testing.T, s store.Store, models string) *Service {
	t.Helper()
	out, err := Open(context.Background(), s, []byte(models), func() time.Time { return now }, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func kept(t *testing.T, s store.Store) (n int) {
	t.Helper()
	err := s.Walk(context.Background(), store.ShelfState, []byte(prefix), nil, false, func(_, _ []byte) (bool, error) { n++; return true, nil })
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestWhatBelongsToNothingGoes checks that records of removed memories, and of other models, are removed when the service opens; an unreadable one stays until its memory is removed.
func TestWhatBelongsToNothingGoes(t *testing.T) {
	ctx := context.Background()
	var s store.Store = store.NewInMemory()
	q := NewQuestion("how is the cache cleared?", []float32{1, 0})
	gone := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	first := open(t, s, "a")
	if err := first.Observe(ctx, gone, &q, 1); err != nil {
		t.Fatal(err)
	}
	if w := first.Of(&q)[gone]; w <= 0 || kept(t, s) != 1 {
		t.Errorf("worth %v, %d records", w, kept(t, s))
	}
	if err := first.Observe(ctx, gone, &q, 2); err == nil {
		t.Error("a worth of 2 was taken")
	}
	if second := open(t, s, "a"); len(second.Of(&q)) != 0 || kept(t, s) != 0 {
		t.Errorf("of a memory that is gone %d records stay", kept(t, s))
	}
	if err := first.Observe(ctx, gone, &q, 1); err != nil {
		t.Fatal(err)
	}
	if second := open(t, s, "b"); len(second.Of(&q)) != 0 || kept(t, s) != 0 {
		t.Errorf("of other models %d records stay", kept(t, s))
	}
	if err := s.Put(ctx, store.Entry{Shelf: store.ShelfState, Key: key(gone), Value: []byte("{")}); err != nil {
		t.Fatal(err)
	}
	last := open(t, s, "a")
	if kept(t, s) != 1 || len(last.Of(&q)) != 0 {
		t.Errorf("%d records, of which one cannot be read", kept(t, s))
	}
	if err := last.Forget(ctx, gone); err != nil || kept(t, s) != 0 {
		t.Errorf("%v, and %d records of a memory that goes", err, kept(t, s))
	}
}

func TestRecordsThatCannotBe(t *testing.T) {
	id := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	for name, c := range map[string]struct {
		key   []byte
		value string
		want  error
	}{
		"short key": {key(id)[:20], `{"v":1}`, store.ErrDamaged},
		"half":      {key(id), `{"v":1`, store.ErrDamaged},
		"newer":     {key(id), `{"v":2}`, store.ErrNewer},
		"too much":  {key(id), `{"v":1,"to":[{"outcomes":1,"sum":-2}]}`, store.ErrDamaged},
		"negative":  {key(id), `{"v":1,"to":[{"outcomes":-1,"sum":0}]}`, store.ErrDamaged},
	} {
		if _, _, err := parse(c.key, []byte(c.value)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestTheRecordGolden(t *testing.T) {
	q := Question{Vector: []byte{127, 129}, Stems: []uint32{7}, Asks: "how", Names: []uint32{9}}
	e := (&record{Models: "ab"}).with(&q, 1, now).entry(uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057"))
	const want = `{"v":1,"models":"ab","to":[{"vector":"f4E=","stems":[7],"asks":"how","names":[9],"outcomes":1,"sum":1,"at":"2026-04-08T12:00:00Z"}]}`
	if string(e.Value) != want || string(e.Key) != "worth\x00\x01\x89\x0a\x5d\xac\x96\x77\x4b\xbc\xce\xb3\x02\x09\x9a\x80\x57" || e.Shelf != store.ShelfState {
		t.Errorf("%s at %q, want %s", e.Value, e.Key, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"v":1,"models":"ab","to":[{"vector":"f4E=","stems":[7],"asks":"how","names":[9],"outcomes":1,"sum":1,"at":"2026-04-08T12:00:00Z"}]}`))
	id := uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	q := NewQuestion("how is the cache cleared?", []float32{1, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		_, r, err := parse(key(id), b)
		if err != nil {
			return
		}
		if w := r.of(&q, now); !(w >= -1 && w <= 1) {
			t.Fatalf("worth %v", w)
		}
		if _, _, err := parse(key(id), r.entry(id).Value); err != nil {
			t.Fatal(err)
		}
	})
}
