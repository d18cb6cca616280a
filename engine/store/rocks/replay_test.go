package rocks

import (
	"context"
	"testing"

	"asterism/engine/store"
	"asterism/engine/store/suite"
)

func mustFollow(t testing.TB, dir string) *Store {
	t.Helper()
	s, err := Open(context.Background(), Options{Dir: dir, CacheBytes: 8 << 20, Follow: true})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestReplayKeepsTheContract(t *testing.T) {
	suite.RunReplay(t, func(t testing.TB) suite.Replayed {
		s := checked{mustFollow(t, t.TempDir()), t}
		return suite.Replayed{Store: store.Of(s), Replayer: s.Follower()}
	})
}

// TestAFollowerIsWrittenByItsLogAlone: a write that bypasses the log would change this machine's copy
// only.
func TestAFollowerIsWrittenByItsLogAlone(t *testing.T) {
	t.Parallel()
	ctx, dir := context.Background(), t.TempDir()
	s := mustFollow(t, dir)
	log := suite.Log(1, 5)
	if _, err := s.Follower().Replay(ctx, log...); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = mustOpen(t, dir) // without the option to follow
	r := suite.RenewalOf(0, 1)
	for name, err := range map[string]error{
		"apply": s.Apply(ctx, suite.Remember(suite.Sample(99))), "put": s.Put(ctx, store.Entry{Shelf: store.ShelfState, Key: []byte("k"), Value: []byte("v")}),
		"bind": s.Bind(ctx, "compact", suite.Sample(1).ModelHashes), "begin": s.BeginRenewal(ctx, r), "end": s.EndRenewal(ctx), "abandon": s.AbandonRenewal(ctx),
	} {
		if err != errFollows {
			t.Errorf("%s: %v", name, err)
		}
	}
	if place, err := s.Follower().Place(ctx); err != nil || place != log[4].Place {
		t.Errorf("after reopening the place is %d, %v, want %d", place, err, log[4].Place)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	own := t.TempDir()
	s = mustOpen(t, own)
	if _, err := s.Follower().Replay(ctx, log...); err == nil {
		t.Error("a store that follows no log took one")
	}
	mustRemember(t, s, suite.Sample(1))
	_ = s.Close()
	if _, err := Open(ctx, Options{Dir: own, Follow: true}); err == nil {
		t.Error("a store of its own became a follower")
	}
}
