package earlier

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"

	"github.com/google/uuid"
)

var (
	id = uuid.MustParse("01890a5d-ac96-774b-bcce-b302099a8057")
	at = time.Date(2026, 4, 8, 12, 0, 0, 0, time.UTC)
)

func memory(version int, content, rationale string) *store.Memory {
	return &store.Memory{ID: id, Version: uint64(version), Content: content, Rationale: rationale}
}

func keep(t *testing.T, s store.Shelves, m *store.Memory, allowed bool) {
	t.Helper()
	if err := Keep(context.Background(), s, m, at, allowed); err != nil {
		t.Fatal(err)
	}
}

func of(t *testing.T, s store.Shelves, present int) []Version {
	t.Helper()
	all, err := Of(context.Background(), s, id, uint64(present))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func numbers(all []Version) (out []uint64) {
	for _, v := range all {
		out = append(out, v.Version)
	}
	return out
}

// TestVersionsComeBackTheNewestFirst; one whose change did not happen is not returned, and is replaced by the next.
func TestVersionsComeBackTheNewestFirst(t *testing.T) {
	s := store.NewInMemory()
	if got := of(t, s, 9); len(got) != 0 {
		t.Errorf("nothing was kept: %v", got)
	}
	keep(t, s, memory(1, "first", "why"), false)
	keep(t, s, memory(4, "fourth", "why else"), false)
	if got := of(t, s, 5); !slices.Equal(numbers(got), []uint64{4, 1}) || got[1] != (Version{1, "first", "why", at}) || got[0].Content != "fourth" {
		t.Errorf("%+v", got)
	}
	if got := of(t, s, 4); !slices.Equal(numbers(got), []uint64{1}) {
		t.Errorf("version 4 is still the present one, and returned with %v", numbers(got))
	}
	keep(t, s, memory(4, "fourth once more", "why"), false)
	if got := of(t, s, 5); len(got) != 2 || got[0].Content != "fourth once more" {
		t.Errorf("%+v", got)
	}
}

// TestVersionsAreBounded by their number and their size; the newest is stored whatever its size.
func TestVersionsAreBounded(t *testing.T) {
	s := store.NewInMemory()
	for v := 1; v <= MaxVersions+5; v++ {
		keep(t, s, memory(v, fmt.Sprint("text ", v), "w"), true)
	}
	got := of(t, s, 100)
	if len(got) != MaxVersions || got[0].Version != MaxVersions+5 || got[MaxVersions-1].Version != 6 {
		t.Errorf("versions %v are kept", numbers(got))
	}
	third := strings.Repeat("x", MaxBytes/3)
	for v := 30; v < 35; v++ {
		keep(t, s, memory(v, third, ""), true)
	}
	if got := of(t, s, 100); !slices.Equal(numbers(got), []uint64{34, 33, 32}) {
		t.Errorf("of long texts %v are kept", numbers(got))
	}
	keep(t, s, memory(40, strings.Repeat("y", MaxBytes+1), ""), true)
	if got := of(t, s, 100); !slices.Equal(numbers(got), []uint64{40}) {
		t.Errorf("behind one that is too long %v are kept", numbers(got))
	}
}

// TestSecretsAreNotKept: a person who removes one from a memory wants it gone.
func TestSecretsAreNotKept(t *testing.T) {
	token := "ghp_" + strings.Repeat("a1B2c3D4e5", 4)[:36]
	for _, allowed := range []bool{false, true} {
		s := store.NewInMemory()
		keep(t, s, memory(1, "the token is "+token, "for CI"), allowed)
		if got := of(t, s, 2)[0].Content; strings.Contains(got, token) != allowed || !allowed && !strings.Contains(got, "[redacted ") {
			t.Errorf("allowed %v: %s", allowed, got)
		}
	}
}

func TestForget(t *testing.T) {
	ctx, s := context.Background(), store.NewInMemory()
	keep(t, s, memory(1, "first", "why"), false)
	seen := 0
	count := func(uuid.UUID, *Version) (bool, error) { seen++; return true, nil }
	if err := Each(ctx, s, count); err != nil || seen != 1 {
		t.Errorf("%d versions, %v", seen, err)
	}
	if err := Forget(ctx, s, id, uuid.New()); err != nil {
		t.Fatal(err)
	}
	if seen = 0; Each(ctx, s, count) != nil || seen != 0 || len(of(t, s, 9)) != 0 {
		t.Error("something is left")
	}
}

// TestWhatCannotBeRead: a damaged record is reported, and replaced at the next change; one of a newer program is not changed.
func TestWhatCannotBeRead(t *testing.T) {
	ctx := context.Background()
	for value, want := range map[string]error{`{"v":1`: store.ErrDamaged, `{"v":2}`: store.ErrNewer, `{"v":1,"versions":[{"version":2},{"version":2}]}`: store.ErrDamaged} {
		s := store.NewInMemory()
		if err := s.Put(ctx, store.Entry{Shelf: store.ShelfUndo, Key: key(id), Value: []byte(value)}); err != nil {
			t.Fatal(err)
		}
		if _, err := Of(ctx, s, id, 9); !errors.Is(err, want) {
			t.Errorf("%s: %v", value, err)
		}
		err := Keep(ctx, s, memory(3, "third", ""), at, false)
		if errors.Is(want, store.ErrNewer) != errors.Is(err, store.ErrNewer) || want == store.ErrDamaged && len(of(t, s, 9)) != 1 {
			t.Errorf("%s: kept with %v", value, err)
		}
	}
	if _, _, err := parse(key(id)[:9], []byte(`{"v":1}`)); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("a short key: %v", err)
	}
}

func TestTheRecordGolden(t *testing.T) {
	e := (&record{}).with(Version{2, "a \"text\"", "why", at}).entry(id)
	const want = `{"v":1,"versions":[{"version":2,"content":"a \"text\"","rationale":"why","until":"2026-04-08T12:00:00Z"}]}`
	if string(e.Value) != want || string(e.Key) != "text\x00\x01\x89\x0a\x5d\xac\x96\x77\x4b\xbc\xce\xb3\x02\x09\x9a\x80\x57" || e.Shelf != store.ShelfUndo {
		t.Errorf("%s at %q, want %s", e.Value, e.Key, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"v":1,"versions":[{"version":2,"content":"a","rationale":"b","until":"2026-04-08T12:00:00Z"}]}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		_, r, err := parse(key(id), b)
		if err != nil {
			return
		}
		if _, _, err := parse(key(id), r.with(Version{Version: 1 << 60}).entry(id).Value); err != nil {
			t.Fatal(err)
		}
	})
}
