package dream

import (
	"errors"
	"testing"
	"time"

	"asterism/engine/store"
)

func TestTheLastDreamGolden(t *testing.T) {
	k := Last{Ended: time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC), NearCopies: 3, Seen: 1<<63 + 1}
	got := k.Entry("garden")
	const want = `{"v":1,"ended":"2026-04-01T00:00:00Z","near_copies":3,"versions":9223372036854775809}`
	if string(got.Value) != want || string(got.Key) != "dream\x00garden" || got.Shelf != store.ShelfState {
		t.Errorf("%s at %q on %v, want %s", got.Value, got.Key, got.Shelf, want)
	}
	if back, err := ParseLast(got.Value); err != nil || *back != k {
		t.Errorf("read back %+v, %v", back, err)
	}
	if old, err := ParseLast([]byte(`{"v":1,"ended":"2026-04-01T00:00:00Z","near_copies":3,"seen":"2026-03-31T00:00:00Z"}`)); err != nil || old.NearCopies != 3 || old.Seen != 0 {
		t.Errorf("of a program that went by times: %+v, %v", old, err)
	}
	if _, err := ParseLast([]byte(`{"v":2}`)); !errors.Is(err, store.ErrNewer) {
		t.Errorf("another version: %v", err)
	}
	if _, err := ParseLast([]byte(`{`)); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("half of it: %v", err)
	}
}

func FuzzParseLast(f *testing.F) {
	f.Add([]byte(`{"v":1,"ended":"2026-04-01T00:00:00Z","near_copies":3,"versions":9223372036854775809}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		k, err := ParseLast(b)
		if err != nil {
			return
		}
		if back, err := ParseLast(k.Entry("n").Value); err != nil || !back.Ended.Equal(k.Ended) || back.NearCopies != k.NearCopies || back.Seen != k.Seen {
			t.Errorf("%+v became %+v, %v", k, back, err)
		}
	})
}
