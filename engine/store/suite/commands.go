package suite

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

var later = start.Add(240 * time.Hour)

func comesBack(t *testing.T, s store.Store) {
	whole := Sample(1)
	bare := &store.Memory{ID: ID(2), Namespace: "x"} // no text, no values, version 0, no times
	odd := Sample(3)
	odd.Namespace = "with\x00zero \u00e9\u4e16"
	odd.Time = time.Date(-3, 1, 1, 0, 0, 0, 7, time.FixedZone("", 3600))
	odd.Record[models.Code] = fingerprint.Packed{}
	odd.Record[models.LateInteraction] = fingerprint.Packed{}
	odd.Content = strings.Repeat("long text ", 50_000)
	odd.ModelHashes[0][5]++
	odd.Tags = nil
	odd.Deleted = later
	apply(t, s, Remember(whole), Remember(bare), Remember(odd))
	for _, want := range []*store.Memory{whole, bare, odd} {
		if d := Difference(get(t, s, want.ID), want.Clone(Everything)); d != "" {
			t.Errorf("memory %s: %s", want.ID, d)
		}
	}
}

func parts(t *testing.T, s store.Store) {
	m := Sample(1)
	apply(t, s, Remember(m), Remember(Sample(2)))
	for _, p := range []store.Parts{
		{}, {Content: true}, {Spaces: models.SetOf(models.Semantic, models.Splade)},
		{Spaces: models.OfOrigin(models.FromTime)}, Everything,
	} {
		got, err := s.Get(context.Background(), p, m.ID)
		if err != nil {
			t.Fatal(err)
		}
		if d := Difference(got[0], m.Clone(p)); d != "" {
			t.Errorf("parts %+v: %s", p, d)
		}
		_ = s.Scan(context.Background(), store.Range{}, p, func(got *store.Memory) (bool, error) {
			if d := Difference(got, m.Clone(p)); d != "" {
				t.Errorf("scan parts %+v: %s", p, d)
			}
			return false, nil
		})
	}
	got, err := s.Get(context.Background(), store.Parts{}, ID(2), ID(1), ID(2))
	if err != nil || !slices.Equal(ids(got), []store.ID{ID(2), ID(1), ID(2)}) {
		t.Errorf("got %v, error %v; want the ids in the order asked for", ids(got), err)
	}
	if got, err := s.Get(context.Background(), store.Parts{}); err != nil || len(got) != 0 {
		t.Errorf("no ids gave %v, error %v", got, err)
	}
}

func versions(t *testing.T, s store.Store) {
	for _, c := range []struct {
		version uint64
		stored  bool
	}{{5, true}, {5, false}, {4, false}, {6, true}, {0, false}} {
		m := Sample(1)
		m.Version, m.Source = c.version, strings.Repeat("v", int(c.version))+"again"
		if versionOf(t, s, m.ID) == c.version {
			m.Source = "must not be stored"
		}
		apply(t, s, Remember(m))
		if stored := get(t, s, m.ID).Source == m.Source; stored != c.stored {
			t.Errorf("version %d: stored is %v, want %v", c.version, stored, c.stored)
		}
	}
}

func twice(t *testing.T, s store.Store) {
	forget := store.Command{Op: store.OpForget, ID: ID(1), At: later}
	again := store.Command{Op: store.OpForget, ID: ID(1), At: later.Add(time.Hour)}
	apply(t, s, Remember(Sample(1)), Remember(Sample(1)), forget, again)
	if got := get(t, s, ID(1)); !got.Deleted.Equal(later) {
		t.Errorf("forgotten at %v, want the first time, %v", got.Deleted, later)
	}
	apply(t, s, Remember(Sample(1))) // the same version: it stays forgotten
	if got := get(t, s, ID(1)); got.Deleted.IsZero() {
		t.Error("the same remember again undid a forget")
	}
	restore := store.Command{Op: store.OpRestore, ID: ID(1)}
	purge := Purge(ID(1), 0)
	apply(t, s, restore, restore, purge, purge)
	if got := scan(t, s, store.Range{Deleted: true}); len(got) != 0 {
		t.Errorf("%d memories are left", len(got))
	}
}

func replaces(t *testing.T, s store.Store) {
	old := Sample(1)
	old.Links = []store.ID{ID(7)}
	m := Sample(2)
	m.ID, m.Version, m.Namespace = old.ID, 2, "home"
	m.Record[models.Semantic] = fingerprint.Packed{}
	apply(t, s, Remember(old), Remember(m))
	if d := Difference(get(t, s, m.ID), m.Clone(Everything)); d != "" {
		t.Error(d)
	}
	if got := scan(t, s, store.Range{}); len(got) != 1 || got[0].Namespace != "home" {
		t.Errorf("scan visits %d memories, want the new one only", len(got))
	}
	if _, ok, _ := s.Find(context.Background(), old.Namespace, old.TextHash); ok {
		t.Error("the old text is still found")
	}
}

func forgets(t *testing.T, s store.Store) {
	m := Sample(1)
	apply(t, s, Remember(m), store.Command{Op: store.OpForget, ID: m.ID, At: later})
	want := m.Clone(Everything)
	want.Deleted = later
	if d := Difference(get(t, s, m.ID), want); d != "" {
		t.Error(d)
	}
	if len(scan(t, s, store.Range{})) != 0 || len(scan(t, s, store.Range{Deleted: true})) != 1 {
		t.Error("want a forgotten memory in scans that ask for it, and in no others")
	}
	if _, ok, _ := s.Find(context.Background(), m.Namespace, m.TextHash); ok {
		t.Error("a forgotten memory was found by its text")
	}
	apply(t, s, store.Command{Op: store.OpRestore, ID: m.ID})
	if d := Difference(get(t, s, m.ID), m.Clone(Everything)); d != "" {
		t.Errorf("restored: %s", d)
	}
	if _, ok, _ := s.Find(context.Background(), m.Namespace, m.TextHash); !ok || len(scan(t, s, store.Range{})) != 1 {
		t.Error("a restored memory is not found again")
	}
}

func purges(t *testing.T, s store.Store) {
	m := Sample(1)
	apply(t, s, Remember(m), Remember(Sample(2)), Purge(m.ID, 0))
	if _, err := store.One(context.Background(), s, Everything, m.ID); !isNotFound(err, m.ID) {
		t.Errorf("get: error %v, want not found", err)
	}
	if got := scan(t, s, store.Range{Deleted: true}); len(got) != 1 || got[0].ID != ID(2) {
		t.Errorf("scan visits %v", ids(got))
	}
	if _, ok, _ := s.Find(context.Background(), m.Namespace, m.TextHash); ok {
		t.Error("still found by its text")
	}
	apply(t, s, Remember(m))
	if _, err := store.One(context.Background(), s, Everything, m.ID); !isNotFound(err, m.ID) {
		t.Errorf("the purged version came again: error %v, want not found", err)
	}
	m.Version++
	apply(t, s, Remember(m))
	if d := Difference(get(t, s, m.ID), m.Clone(Everything)); d != "" {
		t.Errorf("stored again: %s", d)
	}
}

func links(t *testing.T, s store.Store) {
	linked := func(n int, to ...store.ID) *store.Memory {
		m := Sample(n)
		m.Links = to
		return m
	}
	apply(t, s, Remember(Sample(1)), Remember(Sample(2)), Remember(linked(3, ID(1), ID(2))), Remember(linked(4, ID(1))))
	purge := Purge(ID(1), 0)
	apply(t, s, Remember(linked(5, ID(2), ID(1))), purge) // the link is added and removed in one call
	for n, want := range map[int][]store.ID{3: {ID(2)}, 4: nil, 5: {ID(2)}} {
		if got := get(t, s, ID(n)).Links; !slices.Equal(got, want) {
			t.Errorf("memory %d links to %v, want %v", n, got, want)
		}
	}
	next := linked(3, ID(4))
	next.Version = 2
	apply(t, s, Remember(next), Purge(ID(2), 0))
	if got := get(t, s, ID(3)).Links; !slices.Equal(got, []store.ID{ID(4)}) {
		t.Errorf("replaced memory links to %v", got)
	}
	self := linked(6, ID(6))
	apply(t, s, Remember(self), Purge(ID(6), 0))
	if _, err := store.One(context.Background(), s, store.Parts{}, ID(6)); !isNotFound(err, ID(6)) {
		t.Errorf("a memory that links to itself: error %v after its purge", err)
	}
}

// linksToPurged: a stored memory that links to an already purged one does not get this link. A link to an unknown id stays, since that memory may be stored later. So does a
// link to an id that was stored again after its purge.
func linksToPurged(t *testing.T, s store.Store) {
	linked := func(n int, version uint64, to ...store.ID) store.Command {
		m := Sample(n)
		m.Version, m.Links = version, to
		return Remember(m)
	}
	mustLink := func(step string, n int, want ...store.ID) {
		t.Helper()
		if got := get(t, s, ID(n)).Links; !slices.Equal(got, want) {
			t.Errorf("%s: memory %d links to %v, want %v", step, n, got, want)
		}
		out, _, err := s.Edges(context.Background(), ID(n))
		if err != nil || len(out) != len(want) {
			t.Errorf("%s: memory %d has links %v, error %v; want %v", step, n, out, err, want)
		}
	}
	apply(t, s, Remember(Sample(1)), Remember(Sample(3)), linked(2, 1, ID(1), ID(3), ID(9)))
	apply(t, s, Purge(ID(1), 0))
	apply(t, s, linked(2, 2, ID(1), ID(3), ID(9)))
	mustLink("replaced after the purge", 2, ID(3), ID(9))
	apply(t, s, linked(4, 1, ID(1)))
	mustLink("new", 4)
	apply(t, s, Purge(ID(3), 0), linked(5, 1, ID(3), ID(2)))
	mustLink("in the call of the purge", 5, ID(2))
	apply(t, s, linked(1, 2, ID(1)), linked(6, 1, ID(1)))
	mustLink("stored again, to itself", 1, ID(1))
	mustLink("to a memory that was stored again", 6, ID(1))
	if _, in, err := s.Edges(context.Background(), ID(3)); err != nil || len(in) != 0 {
		t.Errorf("links lead to a purged memory: %v, error %v", in, err)
	}
}

func isNotFound(err error, id store.ID) bool {
	var missing *store.NotFoundError
	return errors.As(err, &missing) && missing.ID == id
}

func unknown(t *testing.T, s store.Store) {
	apply(t, s, Remember(Sample(1)))
	got, err := s.Get(context.Background(), store.Parts{}, ID(9), ID(1), ID(9))
	if err != nil || len(got) != 3 || got[0] != nil || got[1] == nil || got[1].ID != ID(1) || got[2] != nil {
		t.Errorf("get: %v, error %v; want nil in the places of unknown ids", got, err)
	}
	if _, err := store.One(context.Background(), s, store.Parts{}, ID(9)); !isNotFound(err, ID(9)) {
		t.Errorf("get one: error %v, want not found", err)
	}
	for _, op := range []store.Op{store.OpForget, store.OpRestore} {
		if err := s.Apply(context.Background(), store.Command{Op: op, ID: ID(9), At: later}); !isNotFound(err, ID(9)) {
			t.Errorf("%s: error %v, want not found", op, err)
		}
	}
	apply(t, s, Purge(ID(9), 0))
}

func allOrNone(t *testing.T, s store.Store) {
	apply(t, s, Remember(Sample(1)))
	err := s.Apply(context.Background(), Remember(Sample(2)), Purge(ID(1), 0),
		store.Command{Op: store.OpRestore, ID: ID(9)}, Remember(Sample(3)))
	if !isNotFound(err, ID(9)) {
		t.Fatalf("error %v, want not found", err)
	}
	if got := ids(scan(t, s, store.Range{})); !slices.Equal(got, []store.ID{ID(1)}) {
		t.Errorf("a call that failed left %v, want what was there", got)
	}
}

func refuses(t *testing.T, s store.Store) {
	bad := func(change func(m *store.Memory)) store.Command {
		m := Sample(1)
		change(m)
		return Remember(m)
	}
	for name, c := range map[string]store.Command{
		"zero id":             {Op: store.OpPurge},
		"no memory":           {Op: store.OpRemember, ID: ID(1)},
		"other id":            {Op: store.OpRemember, ID: ID(2), Memory: Sample(1)},
		"unknown operation":   {Op: "explode", ID: ID(1)},
		"forget without time": {Op: store.OpForget, ID: ID(1)},
		"purge without time":  {Op: store.OpPurge, ID: ID(1)},
		"align to nothing":    {Op: store.OpAlign, ID: ID(1), Version: 1},
		"infinite purpose":    Align(ID(1), 1, [models.Count]float32{3: float32(math.Inf(1))}),
		"link to nothing":     {Op: store.OpLink, ID: ID(1), Kind: store.EdgeLearned, Weight: .5, At: later},
		"link to itself":      Learn(1, 1, .5),
		"heavy link":          Learn(1, 2, 1.5),
		"negative link":       Propose(1, 2, -.5),
		"link without number": Learn(1, 2, float32(math.NaN())),
		"given link":          {Op: store.OpLink, ID: ID(1), Other: ID(2), Kind: store.EdgeGiven, Weight: .5, At: later},
		"link of no kind":     {Op: store.OpLink, ID: ID(1), Other: ID(2), Weight: .5, At: later},
		"link without time":   {Op: store.OpLink, ID: ID(1), Other: ID(2), Kind: store.EdgeLearned, Weight: .5},
		"no namespace":        bad(func(m *store.Memory) { m.Namespace = "" }),
		"long namespace":      bad(func(m *store.Memory) { m.Namespace = strings.Repeat("n", 257) }),
		"namespace not UTF-8": bad(func(m *store.Memory) { m.Namespace = "a\xff" }),
		"too much text":       bad(func(m *store.Memory) { m.Content = strings.Repeat(".", store.MaxContentBytes+1) }),
		"long tag":            bad(func(m *store.Memory) { m.Tags = []string{strings.Repeat(".", store.MaxFieldBytes+1)} }),
		"long source":         bad(func(m *store.Memory) { m.Source = strings.Repeat(".", store.MaxFieldBytes+1) }),
		"superseding link":    {Op: store.OpLink, ID: ID(1), Other: ID(2), Kind: store.EdgeSupersedes, Weight: .5, At: later},
		"repeat of no count":  {Op: store.OpRepeat, ID: ID(1), Version: 1, At: later},
		"repeat at no time":   {Op: store.OpRepeat, ID: ID(1), Version: 1, Count: 1},
		"too many links":      bad(func(m *store.Memory) { m.Links = make([]store.ID, store.MaxLinks+1) }),
		"too many superseded": bad(func(m *store.Memory) { m.Supersedes = make([]store.ID, store.MaxLinks+1) }),
		"superseding itself":  bad(func(m *store.Memory) { m.Supersedes = []store.ID{m.ID} }),
		"valid backwards":     bad(func(m *store.Memory) { m.ValidFrom, m.ValidUntil = later, later }),
		"importance":          bad(func(m *store.Memory) { m.Importance = math.NaN() }),
		"short vector":        bad(func(m *store.Memory) { m.Record[models.Code].Int8 = make([]int8, 3) }),
		"temporal value":      bad(func(m *store.Memory) { m.Record[models.TemporalRecent] = m.Record[models.Code] }),
	} {
		if err := s.Apply(context.Background(), Remember(Sample(5)), c); !errors.Is(err, store.ErrBadRecord) {
			t.Errorf("%s: error %v, want ErrBadRecord", name, err)
		}
	}
	if got := scan(t, s, store.Range{}); len(got) != 0 {
		t.Errorf("%d memories were stored", len(got))
	}
}

func copies(t *testing.T, s store.Store) {
	m := Sample(1)
	want := m.Clone(Everything)
	apply(t, s, Remember(m))
	m.Tags[0] = "changed"
	m.Record[models.Semantic].Int8[0]++
	got := get(t, s, m.ID)
	if d := Difference(got, want); d != "" {
		t.Errorf("the stored memory follows the caller's: %s", d)
	}
	got.Tags[0] = "changed"
	got.Record[models.Semantic].Int8[0]++
	if d := Difference(get(t, s, m.ID), want); d != "" {
		t.Errorf("the stored memory follows the reader's: %s", d)
	}
}
