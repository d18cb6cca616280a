package suite

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// renewedSpaces are those that the tests renew: a dense one, one of tokens and one of terms.
var renewedSpaces = models.SetOf(models.Graph, models.LateInteraction, models.Splade)

// RenewalOf returns a renewal of some spaces: the other spaces have the models of the samples, these have the models of a generation.
func RenewalOf(spaces models.Set, generation byte) store.Renewal {
	r := store.Renewal{Spaces: spaces, Profile: "generation", ModelHashes: Sample(0).ModelHashes}
	for _, s := range spaces.Spaces() {
		r.ModelHashes[s][0], r.ModelHashes[s][1] = 'g', generation
	}
	return r
}

// Renew returns the command that gives version v of the n-th memory its new values for a renewal: always the same values, one of them absent.
func Renew(n int, v uint64, r store.Renewal) store.Command {
	rng := rand.New(rand.NewPCG(uint64(n)<<32|v, uint64(r.ModelHashes[r.Spaces.Spaces()[0]][1])))
	all, out := Record(rng, 3+n%5), store.Renewed{}
	for i, s := range r.Spaces.Spaces() {
		out.Tokens[s] = uint32(1000*n + int(v))
		if i != n%4 { // each memory lacks one of the first four
			out.Record[s] = all[s]
		}
	}
	return store.Command{Op: store.OpRenew, ID: ID(n), Version: v, Renewed: &out}
}

// after returns the memory as it is after the renewal.
func after(m *store.Memory, n *store.Renewed, r store.Renewal) *store.Memory {
	out := m.Clone(Everything)
	out.Profile, out.ModelHashes = r.Profile, r.ModelHashes
	for _, s := range r.Spaces.Spaces() {
		out.Record[s], out.Tokens[s] = n.Record[s], n.Tokens[s]
		if out.UTL.Measured {
			out.UTL.Distance[s] = float32(math.NaN())
		}
	}
	return out
}

func begin(t testing.TB, s store.Store, r store.Renewal) {
	t.Helper()
	if err := s.BeginRenewal(context.Background(), r); err != nil {
		t.Fatal(err)
	}
}

func wantUnrenewed(t testing.TB, s store.Store, behind store.ID, limit int, want ...int) {
	t.Helper()
	got, err := s.Unrenewed(context.Background(), behind, limit)
	var named []store.ID
	for _, n := range want {
		named = append(named, ID(n))
	}
	if err != nil || !slices.Equal(got, named) {
		t.Errorf("without new values: %v, error %v; want %v", got, err, named)
	}
}

func mustBe(t testing.TB, s store.Store, want *store.Memory) {
	t.Helper()
	if d := Difference(get(t, s, want.ID), want); d != "" {
		t.Errorf("memory %s: %s", want.ID, d)
	}
}

// renews runs a renewal: the old values are served until its end, whatever happens to the memories meanwhile.
func renews(t *testing.T, s store.Store) {
	ctx, r := context.Background(), RenewalOf(renewedSpaces, 1)
	unmeasured := Sample(4)
	unmeasured.UTL = store.UTL{}
	apply(t, s, Remember(Sample(1)), Remember(Sample(2)), Remember(Sample(3)), Remember(unmeasured), Remember(Sample(5)))
	begin(t, s, r)
	begin(t, s, r) // continues the same renewal
	wantUnrenewed(t, s, store.ID{}, 10, 1, 2, 3, 4, 5)
	wantUnrenewed(t, s, ID(2), 2, 3, 4)
	wantUnrenewed(t, s, store.ID{}, 0)
	apply(t, s, Renew(1, 1, r), Renew(2, 1, r), Renew(3, 1, r), Renew(4, 2, r), Renew(9, 1, r)) // 4 has no version 2, and 9 does not exist
	wantUnrenewed(t, s, store.ID{}, 10, 4, 5)
	for n := range 3 {
		mustBe(t, s, Sample(n+1).Clone(Everything))
	}
	if err := s.EndRenewal(ctx); !errors.Is(err, store.ErrUnrenewed) {
		t.Errorf("end: error %v, want ErrUnrenewed", err)
	}
	second := Sample(2)
	second.Version, second.Content = 2, "another"
	apply(t, s, Remember(second), Purge(ID(3), 1), Renew(3, 1, r), store.Command{Op: store.OpForget, ID: ID(1), At: later})
	wantUnrenewed(t, s, store.ID{}, 10, 2, 4, 5)
	p := purposeOf(rand.New(rand.NewPCG(1, 1)))
	apply(t, s, Renew(2, 1, r), Renew(4, 1, r), Renew(5, 1, r), Align(ID(4), 1, p)) // the first is for a version that no longer exists
	wantUnrenewed(t, s, store.ID{}, 10, 2)
	apply(t, s, Renew(2, 2, r))
	apply(t, s, Renew(5, 1, r)) // again
	if now, err := s.Renewal(ctx); err != nil || now == nil || *now != r {
		t.Errorf("renewal %v, error %v", now, err)
	}
	put(t, s, entry(store.ShelfGoals, "goal", "old"))
	if err := s.EndRenewal(ctx, entry(store.ShelfGoals, "goal", "new")); err != nil {
		t.Fatal(err)
	}
	wantOn(t, s, store.ShelfGoals, "goal", []byte("new"))
	forgotten := Sample(1)
	forgotten.Deleted, unmeasured.Purpose = later, p
	mustBe(t, s, after(forgotten, Renew(1, 1, r).Renewed, r))
	mustBe(t, s, after(second, Renew(2, 2, r).Renewed, r))
	mustBe(t, s, after(unmeasured, Renew(4, 1, r).Renewed, r))
	if got := scan(t, s, store.Range{Deleted: true}); len(got) != 4 {
		t.Errorf("%d memories, want 4", len(got))
	}
	renewsBack(t, s, second, r)
}

// renewsBack renews other spaces afterwards: the sides of each space are switched independently.
func renewsBack(t *testing.T, s store.Store, second *store.Memory, before store.Renewal) {
	ctx := context.Background()
	if now, err := s.Renewal(ctx); err != nil || now != nil {
		t.Errorf("after the end: renewal %v, error %v", now, err)
	}
	apply(t, s, Renew(2, 2, before)) // too late
	mustBe(t, s, after(second, Renew(2, 2, before).Renewed, before))
	r := RenewalOf(models.SetOf(models.Graph, models.Code), 2)
	for _, space := range renewedSpaces.Without(r.Spaces).Spaces() {
		r.ModelHashes[space] = before.ModelHashes[space]
	}
	begin(t, s, r)
	apply(t, s, Renew(1, 1, r), Renew(2, 2, r), Renew(4, 1, r), Renew(5, 1, r))
	if err := s.EndRenewal(ctx); err != nil {
		t.Fatal(err)
	}
	mustBe(t, s, after(after(second, Renew(2, 2, before).Renewed, before), Renew(2, 2, r).Renewed, r))
}

// abandons a renewal, and begins one of the same spaces again: it contains nothing of the first.
func abandons(t *testing.T, s store.Store) {
	ctx, r := context.Background(), RenewalOf(renewedSpaces, 1)
	if err := s.AbandonRenewal(ctx); err != nil {
		t.Errorf("abandon nothing: %v", err)
	}
	apply(t, s, Remember(Sample(1)), Remember(Sample(2)))
	begin(t, s, r)
	apply(t, s, Renew(1, 1, r), Renew(2, 1, r))
	if err := s.AbandonRenewal(ctx); err != nil {
		t.Fatal(err)
	}
	if now, err := s.Renewal(ctx); err != nil || now != nil {
		t.Errorf("after abandoning: renewal %v, error %v", now, err)
	}
	if err := s.EndRenewal(ctx); !errors.Is(err, store.ErrNoRenewal) {
		t.Errorf("end: error %v, want ErrNoRenewal", err)
	}
	next := Sample(2)
	next.Version = 2
	apply(t, s, Renew(1, 1, r), Remember(next), Purge(ID(1), 0))
	mustBe(t, s, next.Clone(Everything))
	again := RenewalOf(renewedSpaces, 2)
	begin(t, s, again)
	wantUnrenewed(t, s, store.ID{}, 10, 2)
	apply(t, s, Renew(2, 2, again))
	if err := s.EndRenewal(ctx); err != nil {
		t.Fatal(err)
	}
	mustBe(t, s, after(next, Renew(2, 2, again).Renewed, again))
}

func renewalRefuses(t *testing.T, s store.Store) {
	ctx, r := context.Background(), RenewalOf(renewedSpaces, 1)
	apply(t, s, Remember(Sample(1)))
	if _, err := s.Unrenewed(ctx, store.ID{}, 1); !errors.Is(err, store.ErrNoRenewal) {
		t.Errorf("without a renewal: error %v, want ErrNoRenewal", err)
	}
	if err := s.BeginRenewal(ctx, store.Renewal{Spaces: models.SetOf(models.TemporalRecent)}); !errors.Is(err, store.ErrBadRecord) {
		t.Errorf("a space of time: error %v, want ErrBadRecord", err)
	}
	begin(t, s, r)
	if err := s.BeginRenewal(ctx, RenewalOf(renewedSpaces, 2)); !errors.Is(err, store.ErrRenewing) {
		t.Errorf("another renewal: error %v, want ErrRenewing", err)
	}
	other, short := Renew(1, 1, RenewalOf(models.SetOf(models.Code, models.Semantic), 1)), Renew(1, 1, r)
	short.Renewed.Record[models.Splade] = fingerprint.Packed{Int8: make([]int8, 3)}
	for name, c := range map[string]store.Command{"space that is not renewed": other, "wrong kind": short, "no values": {Op: store.OpRenew, ID: ID(1), Version: 1}} {
		if err := s.Apply(ctx, c); !errors.Is(err, store.ErrBadRecord) {
			t.Errorf("%s: error %v, want ErrBadRecord", name, err)
		}
	}
	if err := s.EndRenewal(ctx, store.Entry{Shelf: store.ShelfGoals}); !errors.Is(err, store.ErrBadRecord) {
		t.Errorf("entry without a key: error %v, want ErrBadRecord", err)
	}
	wantUnrenewed(t, s, store.ID{}, 10, 1)
}

// renewsNothing changes only the name of the profile: no memory needs a value.
func renewsNothing(t *testing.T, s store.Store) {
	apply(t, s, Remember(Sample(1)))
	r := RenewalOf(0, 1)
	begin(t, s, r)
	wantUnrenewed(t, s, store.ID{}, 10)
	if err := s.EndRenewal(context.Background()); err != nil {
		t.Fatal(err)
	}
	mustBe(t, s, after(Sample(1), &store.Renewed{}, r))
}
