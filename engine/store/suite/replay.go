package suite

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"asterism/engine/store"
	"asterism/models"
)

// Replayed is a store that follows a log.
type Replayed struct {
	store.Store
	store.Replayer
}

// OpenReplayed makes an empty store that follows a log; the suite closes it.
type OpenReplayed func(t testing.TB) Replayed

// RunReplay runs all tests of [store.Replayer].
func RunReplay(t *testing.T, open OpenReplayed) {
	for name, test := range map[string]func(*testing.T, OpenReplayed){
		"a log makes the same store, in whatever portions": replaysInPortions,
		"places at or below are passed over":               passesOver,
		"what is refused changes nothing and is passed":    refusesAlike,
		"renewal": replaysRenewal,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open)
		})
	}
}

func opened(t testing.TB, open OpenReplayed) Replayed {
	t.Helper()
	s := open(t)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func replay(t testing.TB, s Replayed, all ...store.Placed) [][]error {
	t.Helper()
	refused, err := s.Replay(context.Background(), all...)
	if err != nil {
		t.Fatal(err)
	}
	return refused
}

func mustBeAt(t testing.TB, s Replayed, want uint64) {
	t.Helper()
	if got, err := s.Place(context.Background()); err != nil || got != want {
		t.Fatalf("place is %d, %v, want %d", got, err, want)
	}
}

func mustEqual(t testing.TB, a, b store.Store, purged ...store.ID) {
	t.Helper()
	if d, err := Equal(context.Background(), a, b, purged...); d != "" || err != nil {
		t.Fatalf("two stores of one log differ: %s (%v)", d, err)
	}
}

// Log returns n places with random writes that depend only on the seed: commands about few ids, some of them refused, and entries. The places have gaps, like those of records that
// are sent in parts.
func Log(seed uint64, n int) (out []store.Placed) {
	rng := rand.New(rand.NewPCG(seed, 9))
	place := uint64(0)
	for range n {
		place += 1 + rng.Uint64N(2)
		p := store.Placed{Place: place}
		for range 1 + rng.IntN(3) {
			p.Writes = append(p.Writes, randomWrite(rng))
		}
		out = append(out, p)
	}
	return out
}

func randomWrite(rng *rand.Rand) store.Write {
	if rng.IntN(4) == 0 {
		e := store.Entry{Shelf: store.Shelved[rng.IntN(len(store.Shelved))], Key: []byte{byte(rng.IntN(5))}}
		if rng.IntN(3) > 0 {
			e.Value = []byte{byte(rng.Uint32())}
		}
		return store.Write{Entries: []store.Entry{e}}
	}
	var cmds []store.Command
	for range 1 + rng.IntN(2) {
		cmds = append(cmds, logCommand(rng))
	}
	return store.Write{Commands: cmds}
}

func logCommand(rng *rand.Rand) store.Command {
	n := rng.IntN(8)
	switch rng.IntN(8) {
	case 0:
		return store.Command{Op: store.OpForget, ID: ID(n), At: later}
	case 1:
		return store.Command{Op: store.OpRestore, ID: ID(n)}
	case 2:
		return Purge(ID(n), rng.Uint64N(6))
	case 3:
		return Learn(n, (n+1+rng.IntN(6))%8, rng.Float32())
	case 4:
		return Repeat(ID(n), rng.Uint64N(6), rng.Uint32N(9)+1)
	}
	m := Sample(n)
	m.Version = 1 + rng.Uint64N(6)
	m.Links = []store.ID{ID((n + 1) % 8)}
	return Remember(m)
}

// replaysInPortions: one store replays a log at once, another in random portions, each starting a few places back. At the end they are equal, and equal to a store that got the
// same calls one by one.
func replaysInPortions(t *testing.T, open OpenReplayed) {
	const places = 60
	log := Log(3, places)
	whole, parts, asked := opened(t, open), opened(t, open), store.NewInMemory()
	refused := replay(t, whole, log...)
	rng := rand.New(rand.NewPCG(5, 5))
	for at := 0; at < places; {
		n := min(1+rng.IntN(7), places-at)
		replay(t, parts, log[max(0, at-3):at+n]...)
		at += n
		mustBeAt(t, parts, log[at-1].Place)
	}
	some := 0
	for i := range log {
		for j := range log[i].Writes {
			err := log[i].Writes[j].On(context.Background(), asked)
			if (err != nil) != (refused[i][j] != nil) || err != nil && !store.Refused(err) {
				t.Fatalf("place %d: asked it answers %v, replayed %v", log[i].Place, err, refused[i][j])
			}
			if err != nil {
				some++
			}
		}
	}
	if some == 0 {
		t.Fatal("nothing of the log was refused: it tests nothing")
	}
	ids := []store.ID{ID(0), ID(1), ID(2), ID(3), ID(4), ID(5), ID(6), ID(7)}
	mustEqual(t, whole.Store, parts.Store, ids...)
	mustEqual(t, whole.Store, asked, ids...)
}

func passesOver(t *testing.T, open OpenReplayed) {
	s := opened(t, open)
	mustBeAt(t, s, 0)
	put := func(place uint64, v byte) store.Placed {
		return store.Placed{Place: place, Writes: []store.Write{{Entries: []store.Entry{{Shelf: store.ShelfState, Key: []byte("k"), Value: []byte{v}}}}}}
	}
	replay(t, s, put(5, 1))
	if refused := replay(t, s, put(4, 2), put(5, 3)); refused[0] != nil || refused[1] != nil {
		t.Errorf("what was passed over has answers: %v", refused)
	}
	mustBeAt(t, s, 5)
	if got, _, _ := s.Read(context.Background(), store.ShelfState, []byte("k")); len(got) != 1 || got[0] != 1 {
		t.Errorf("a place was replayed twice: %v", got)
	}
	replay(t, s, put(9, 4), store.Placed{Place: 12}) // a place without writes, such as one that only names a leader
	mustBeAt(t, s, 12)
}

func refusesAlike(t *testing.T, open OpenReplayed) {
	s := opened(t, open)
	m := Sample(1)
	forget := store.Command{Op: store.OpForget, ID: ID(2), At: later}
	refused := replay(t, s, store.Placed{Place: 1, Writes: []store.Write{{Commands: []store.Command{Remember(m)}}, {Commands: []store.Command{Remember(Sample(3)), forget}}}})
	var missing *store.NotFoundError
	if refused[0][0] != nil || !errors.As(refused[0][1], &missing) || missing.ID != ID(2) {
		t.Fatalf("refused are %v", refused)
	}
	mustBeAt(t, s, 1)
	got, err := s.Get(context.Background(), Everything, m.ID, ID(3))
	if err != nil || got[0] == nil || got[1] != nil {
		t.Fatalf("a write that was refused in the middle left something: %v, %v", got, err)
	}
}

func replaysRenewal(t *testing.T, open OpenReplayed) {
	s, asked := opened(t, open), store.NewInMemory()
	r := RenewalOf(models.SetOf(models.Entity), 7)
	bound := store.Bound{Profile: "compact", ModelHashes: Sample(1).ModelHashes}
	r.ModelHashes = bound.ModelHashes
	r.ModelHashes[models.Entity][0]++
	other := bound
	other.ModelHashes[models.Code][0]++
	entry := []store.Entry{{Shelf: store.ShelfState, Key: []byte("done"), Value: []byte("yes")}}
	log := []store.Write{
		{Bind: &bound}, {Bind: &bound}, {Bind: &other}, {Commands: []store.Command{Remember(Sample(1))}}, {End: &store.RenewalDone{}}, {Abandon: true},
		{Begin: &r}, {Begin: &r}, {End: &store.RenewalDone{}}, {Commands: []store.Command{Renew(1, 1, r)}}, {End: &store.RenewalDone{Entries: entry}}, {End: &store.RenewalDone{}},
	}
	no := 0
	for i, w := range log {
		place := store.Placed{Place: uint64(10 + i), Writes: []store.Write{w}}
		refused := replay(t, s, place)
		err := w.On(context.Background(), asked)
		if got := refused[0]; (err == nil) != (len(got) == 0 || got[0] == nil) {
			t.Fatalf("write %d: asked it answers %v, replayed %v", i, err, got)
		}
		if err != nil {
			no++
		}
		mustBeAt(t, s, place.Place)
		mustEqual(t, s.Store, asked)
		replay(t, s, place)
		mustEqual(t, s.Store, asked)
	}
	if no != 4 {
		t.Errorf("%d writes were refused, want 4", no)
	}
}
