package workspace

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// minding starts workspaces over an in-memory store.
func minding(t *testing.T) (*Minds, store.Store) {
	t.Helper()
	s := store.NewInMemory()
	cohort := strangers()
	ms := NewMinds(Config{
		Store: s, Spaces: models.SetOf(models.Semantic, models.Causal), Accuracy: func() float64 { return .5 },
		Cohort: func(context.Context) ([]fingerprint.Fingerprint, error) { return cohort, nil },
		Now:    func() time.Time { return start }, Log: slog.New(slog.DiscardHandler),
	})
	ms.Loop().Start()
	t.Cleanup(func() { ms.Finish(context.Background()) })
	return ms, s
}

// bring stores a memory and adds it to its workspace.
func bring(t *testing.T, ms *Minds, s store.Store, in *topic, key Key) store.ID {
	t.Helper()
	th := in.thought(t, .3)
	th.ID[6] = 0x70
	m := &store.Memory{ID: th.ID, Version: 1, Namespace: key.Namespace, SessionID: key.Session, Content: "c", Modality: "text", Profile: "compact",
		Time: start, Created: start, Updated: start, Record: th.Record}
	if err := s.Apply(t.Context(), store.Command{Op: store.OpRemember, ID: m.ID, Memory: m, At: start}); err != nil {
		t.Fatal(err)
	}
	ms.Add(m)
	return m.ID
}

func contentsOf(t *testing.T, ms *Minds, key Key) *Contents {
	t.Helper()
	c, err := ms.Of(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// inside runs f in the goroutine that owns the workspaces.
func inside(t *testing.T, ms *Minds, f func()) {
	t.Helper()
	if _, err := ms.ask(t.Context(), func(context.Context) (*Contents, error) { f(); return nil, nil }); err != nil {
		t.Fatal(err)
	}
}

// TestMindsAreBounded: workspaces beyond the bound are dropped, in memory and in the store, and a question creates no
// workspace.
func TestMindsAreBounded(t *testing.T) {
	ms, s := minding(t)
	in := newTopic(3)
	for i := range MaxMinds + 2 {
		key := Key{"n", fmt.Sprint(i)}
		bring(t, ms, s, in, key)
		if c := contentsOf(t, ms, key); len(c.Members) != 1 {
			t.Fatalf("session %d: %+v", i, c.Snapshot)
		}
	}
	for _, gone := range []string{"0", "1", "never"} {
		if c := contentsOf(t, ms, Key{"n", gone}); len(c.Members) != 0 {
			t.Errorf("session %s: %+v", gone, c.Snapshot)
		}
	}
	inside(t, ms, func() {
		if len(ms.open) != MaxMinds || len(ms.order) != MaxMinds || ms.order[0].Session != "2" {
			t.Errorf("%d and %d are in memory, the first is %v; want %d", len(ms.open), len(ms.order), ms.order[0], MaxMinds)
		}
	})
	saved := 0
	if err := s.Walk(t.Context(), store.ShelfState, nil, nil, false, func(k, _ []byte) (bool, error) {
		if _, ok := parseKey(k); ok {
			saved++
		}
		return true, nil
	}); err != nil {
		t.Fatal(err)
	}
	if saved != MaxMinds {
		t.Errorf("%d are saved, want %d", saved, MaxMinds)
	}
}

// TestWhatIsForgottenIsNotHeld: neither as a member nor its content, even without a later question.
func TestWhatIsForgottenIsNotHeld(t *testing.T) {
	ms, s := minding(t)
	in, key := newTopic(4), Key{"n", "s"}
	var ids []store.ID
	for range 5 {
		ids = append(ids, bring(t, ms, s, in, key))
	}
	if c := contentsOf(t, ms, key); len(c.Members) < 3 {
		t.Fatalf("%+v", c.Snapshot)
	}
	dropped, silent := ids[0], ids[1]
	for _, id := range ids[:2] {
		if err := s.Apply(t.Context(), store.Command{Op: store.OpForget, ID: id, At: start}); err != nil {
			t.Fatal(err)
		}
	}
	ms.Forget(dropped)
	holds := func(id store.ID) (yes bool) {
		inside(t, ms, func() { _, yes = ms.open[key].Holds()[id] })
		return yes
	}
	if holds(dropped) || !holds(silent) {
		t.Errorf("held are the one passed to Forget: %v, and the other: %v", holds(dropped), holds(silent))
	}
	for _, m := range contentsOf(t, ms, key).Members {
		if m.ID == dropped || m.ID == silent {
			t.Errorf("%s is in mind", m.ID)
		}
	}
	if holds(silent) {
		t.Error("what a question has found to be forgotten is still held")
	}
}

func TestKeys(t *testing.T) {
	for _, k := range []Key{{"n", "s"}, {"n", ""}, {"a b", "c\xc3\xa4"}} {
		if got, ok := parseKey(k.shelf()); !ok || got != k {
			t.Errorf("%q is read back as %q, %v", k, got, ok)
		}
	}
	for _, bad := range []string{"", "workspace", "workspace\x00n", "align\x00n\x00s", "workspace\x00n\x00s\x00t"} {
		if k, ok := parseKey([]byte(bad)); ok {
			t.Errorf("%q is read as %q", bad, k)
		}
	}
}

// FuzzParseKey: the key of a workspace contains one namespace and one session, and is encoded to the same bytes again.
func FuzzParseKey(f *testing.F) {
	f.Add([]byte("workspace\x00garden\x00monday"))
	f.Add([]byte("workspace\x00\x00"))
	f.Add([]byte("workspace\x00a\x00b\x00c"))
	f.Fuzz(func(t *testing.T, key []byte) {
		if k, ok := parseKey(key); ok && string(k.shelf()) != string(key) {
			t.Errorf("%q is read as %+v, which is written as %q", key, k, k.shelf())
		}
	})
}

// TestOtherSessionsAreTold: those of the namespace that have members are returned, the latest first, also after a restart.
func TestOtherSessionsAreTold(t *testing.T) {
	ms, s := minding(t)
	in := newTopic(6)
	for _, key := range []Key{{"n", "a"}, {"n", "b"}, {"m", "c"}, {"n", ""}, {"n", "a"}} {
		bring(t, ms, s, in, key)
	}
	if c := contentsOf(t, ms, Key{"n", ""}); !slices.Equal(c.Others, []string{"a", "b"}) {
		t.Errorf("other sessions than the shared one: %q", c.Others)
	}
	if c := contentsOf(t, ms, Key{"n", "nobody's"}); !slices.Equal(c.Others, []string{"a", "", "b"}) {
		t.Errorf("other sessions than one that has none: %q", c.Others)
	}
	if c := contentsOf(t, ms, Key{"m", "c"}); c.Others != nil {
		t.Errorf("of another namespace: %q", c.Others)
	}
	inside(t, ms, func() { ms.open[Key{"n", "b"}] = &mind{saved: &Saved{}} })
	if c := contentsOf(t, ms, Key{"n", ""}); !slices.Equal(c.Others, []string{"a"}) {
		t.Errorf("one that was saved empty is listed: %q", c.Others)
	}
}
