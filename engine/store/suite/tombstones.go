package suite

import (
	"context"
	"math/rand/v2"
	"testing"

	"asterism/engine/store"
)

// purgesByVersion applies purges and remembers to one id, and checks after each which version is stored, 0 for none.
func purgesByVersion(t *testing.T, s store.Store) {
	remember := func(version uint64) store.Command {
		m := Sample(1)
		m.Version = version
		return Remember(m)
	}
	for i, step := range []struct {
		command store.Command
		version uint64
	}{
		{Purge(ID(1), 2), 0}, // before anything was stored
		{remember(1), 0},
		{remember(2), 0},
		{remember(3), 3},
		{remember(2), 3}, // now the memory itself keeps older versions out
		{Purge(ID(1), 2), 3},
		{store.Command{Op: store.OpForget, ID: ID(1), At: later}, 3},
		{Purge(ID(1), 3), 0},
		{Purge(ID(1), 1), 0}, // an older purge that comes late does not lower the tombstone
		{remember(3), 0},
		{Purge(ID(1), 5), 0}, // a higher one raises it
		{remember(5), 0},
		{remember(6), 6},
		{Purge(ID(1), 0), 0},
		{Purge(ID(1), 0), 0},
		{remember(6), 0},
		{remember(7), 7},
	} {
		apply(t, s, step.command)
		if got := versionOf(t, s, ID(1)); got != step.version {
			t.Fatalf("step %d, %s version %d: version %d is stored, want %d", i, step.command.Op, step.command.Version, got, step.version)
		}
	}
	for _, op := range []store.Op{store.OpForget, store.OpRestore} {
		apply(t, s, Purge(ID(1), 0))
		if err := s.Apply(context.Background(), store.Command{Op: op, ID: ID(1), At: later}); !isNotFound(err, ID(1)) {
			t.Errorf("%s of a purged memory: error %v, want not found", op, err)
		}
	}
}

// versionOf returns the stored version, 0 if the memory does not exist.
func versionOf(t *testing.T, s store.Store, id store.ID) uint64 {
	t.Helper()
	got, err := s.Get(context.Background(), store.Parts{}, id)
	if err != nil {
		t.Fatal(err)
	}
	if got[0] == nil {
		return 0
	}
	return got[0].Version
}

// anyOrder applies the same remembers and versioned purges in random orders, some of them several times, as a replayed
// log does. The final state is the same each time.
func anyOrder(t *testing.T, s store.Store) {
	rng := rand.New(rand.NewPCG(3, 9))
	for n := range 60 {
		highest, purged := uint64(0), uint64(0)
		var cmds []store.Command
		for range 1 + rng.IntN(6) {
			version := 1 + rng.Uint64N(5)
			if rng.IntN(3) == 0 {
				purged = max(purged, version)
				cmds = append(cmds, Purge(ID(n), version))
				continue
			}
			highest = max(highest, version)
			m := Sample(n)
			m.Version = version
			cmds = append(cmds, Remember(m))
		}
		cmds = append(cmds, cmds[:rng.IntN(len(cmds))]...)
		rng.Shuffle(len(cmds), func(i, j int) { cmds[i], cmds[j] = cmds[j], cmds[i] })
		for len(cmds) > 0 { // in calls of random size
			k := 1 + rng.IntN(len(cmds))
			apply(t, s, cmds[:k]...)
			cmds = cmds[k:]
		}
		want := highest
		if purged >= highest {
			want = 0
		}
		if got := versionOf(t, s, ID(n)); got != want {
			t.Fatalf("memory %d: version %d is stored, want %d (highest remembered %d, purged %d)", n, got, want, highest, purged)
		}
	}
}
