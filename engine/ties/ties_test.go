package ties_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/models"

	"github.com/google/uuid"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// world is a store in memory, its index, and a finder over both.
type world struct {
	*ties.Finder
	t     *testing.T
	store store.Store
	index *search.Index
	made  []*store.Memory
}

func newWorld(t *testing.T) *world {
	s, ix := store.NewInMemory(), search.New(nil)
	return &world{&ties.Finder{Store: s, Index: ix, Show: func(m *store.Memory) string { return m.Content }}, t, s, ix, nil}
}

// add stores a memory a minute after the last one, whose value in E1 is near to direction; nil: it has none.
func (w *world) add(text string, direction []float32, change func(*store.Memory)) store.ID {
	w.t.Helper()
	id, err := uuid.NewV7()
	if err != nil {
		w.t.Fatal(err)
	}
	at := start.Add(time.Duration(len(w.made)) * time.Minute)
	m := &store.Memory{ID: id, Version: 1, Namespace: "default", Content: text, Modality: "text", Time: at, Created: at, Updated: at, Profile: "test"}
	if direction != nil {
		if m.Record[models.Semantic], err = fingerprint.Pack(models.Semantic, fingerprint.Value{Dense: direction}); err != nil {
			w.t.Fatal(err)
		}
	}
	if change != nil {
		change(m)
	}
	w.apply(store.Command{Op: store.OpRemember, ID: id, Memory: m})
	if m.Deleted.IsZero() {
		if err := w.index.Add(m); err != nil {
			w.t.Fatal(err)
		}
	}
	w.made = append(w.made, m)
	return id
}

func (w *world) apply(c store.Command) {
	w.t.Helper()
	if err := w.store.Apply(context.Background(), c); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) link(a, b store.ID, kind store.EdgeKind, weight float32) {
	w.apply(store.Command{Op: store.OpLink, ID: a, Other: b, Kind: kind, Weight: weight, At: start})
}

// toward is a unit vector near to an axis of E1.
func toward(axis int, noise float64, seed uint64) []float32 {
	return towardIn(models.Semantic, axis, noise, seed)
}

func towardIn(s models.Space, axis int, noise float64, seed uint64) []float32 {
	r := rand.New(rand.NewPCG(seed, 1))
	v := make([]float32, models.Catalog[s].Width)
	squares := 0.
	for i := range v {
		x := noise * r.NormFloat64() / 32
		if i == axis {
			x++
		}
		v[i] = float32(x)
		squares += x * x
	}
	for i := range v {
		v[i] /= float32(math.Sqrt(squares))
	}
	return v
}

func (w *world) around(id store.ID, k int) *ties.Around {
	w.t.Helper()
	a, err := w.Around(context.Background(), id, k)
	if err != nil {
		w.t.Fatal(err)
	}
	return a
}

// TestLinksAreToldFromBothEnds: a directed link says which way it leads, one without direction is told once at each end.
func TestLinksAreToldFromBothEnds(t *testing.T) {
	w := newWorld(t)
	old := w.add("old", nil, nil)
	a := w.add("a", nil, nil)
	b := w.add("b", nil, func(m *store.Memory) { m.Links, m.Supersedes = []store.ID{a}, []store.ID{old} })
	w.link(a, b, store.EdgeLearned, .5)
	w.link(a, old, store.EdgeProposed, .25)
	type end struct {
		kind string
		from bool
		text string
	}
	for id, want := range map[store.ID][]end{
		b:   {{"given", false, "a"}, {"supersedes", false, "old"}, {"learned", false, "a"}},
		a:   {{"given", true, "b"}, {"learned", false, "b"}, {"proposed", false, "old"}},
		old: {{"supersedes", true, "b"}, {"proposed", false, "a"}},
	} {
		var got []end
		for _, l := range w.around(id, 0).Links {
			got = append(got, end{l.Kind, l.From, l.Other.Text})
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", id, got, want)
		}
	}
}

// TestTheHeaviestLinksComeFirst: a memory with many learned links is told the heaviest, and only what is heavy enough is gone along.
func TestTheHeaviestLinksComeFirst(t *testing.T) {
	w := newWorld(t)
	hub := w.add("hub", nil, nil)
	for i, weight := range []float32{.07, .3, .09, .1, .06} {
		w.link(hub, w.add(strconv.Itoa(i), nil, nil), store.EdgeLearned, weight)
	}
	w.link(hub, w.add("proposed", nil, nil), store.EdgeProposed, .9)
	w.link(hub, w.add("accepted", nil, nil), store.EdgeAccepted, 1)
	var told []string
	for _, l := range w.around(hub, 0).Links {
		told = append(told, l.Other.Text)
	}
	if want := []string{"accepted", "1", "3", "2", "0", "4", "proposed"}; !slices.Equal(told, want) {
		t.Errorf("%v, want %v", told, want)
	}
	along, err := w.Along(context.Background(), []store.ID{hub}, nil, 10)
	if err != nil {
		t.Fatal(err)
	}
	told = nil
	for _, v := range along {
		told = append(told, v.Memory.Content)
	}
	if want := []string{"accepted", "1", "3"}; !slices.Equal(told, want) {
		t.Errorf("along %v, want %v", told, want)
	}
}

// TestAroundIsBounded: further links are counted, and one to a forgotten memory says so.
func TestAroundIsBounded(t *testing.T) {
	w := newWorld(t)
	hub := w.add("hub", nil, nil)
	gone := w.add("gone", nil, func(m *store.Memory) { m.Links = []store.ID{hub} })
	w.apply(store.Command{Op: store.OpForget, ID: gone, At: start})
	if links := w.around(hub, 0).Links; len(links) != 1 || !links[0].Other.Forgotten {
		t.Errorf("%+v, want the forgotten one", links)
	}
	for i := range ties.MaxLinks + 4 {
		w.add(strconv.Itoa(i), nil, func(m *store.Memory) { m.Links = []store.ID{hub} })
	}
	if a := w.around(hub, 0); len(a.Links) != ties.MaxLinks || a.More != 5 {
		t.Errorf("%d links and %d more", len(a.Links), a.More)
	}
	for _, k := range []int{-1, ties.MaxNearest + 1} {
		if _, err := w.Around(context.Background(), hub, k); err == nil {
			t.Errorf("%d nearest were asked for", k)
		}
	}
	if _, err := w.Around(context.Background(), uuid.New(), 0); err == nil {
		t.Error("a memory that is not there has links")
	}
}

// TestNearestAreOfTheirNamespace: the most similar come first, the memory itself and those of other namespaces are not among them.
func TestNearestAreOfTheirNamespace(t *testing.T) {
	w := newWorld(t)
	me := w.add("me", toward(3, 0, 1), nil)
	w.add("far", toward(9, 0, 1), nil)
	w.add("near", toward(3, .3, 2), nil)
	w.add("nearer", toward(3, .05, 3), nil)
	w.add("elsewhere", toward(3, 0, 1), func(m *store.Memory) { m.Namespace = "other" })
	w.add("without", nil, nil)
	var got []string
	for _, n := range w.around(me, 2).Nearest {
		got = append(got, n.Other.Text)
	}
	if !slices.Equal(got, []string{"nearer", "near"}) {
		t.Errorf("nearest %v", got)
	}
	if n := w.around(w.made[5].ID, 2).Nearest; n != nil {
		t.Errorf("a memory without a value has neighbours: %v", n)
	}
}

// TestKinAreThoseOfBruteForce: each node is joined with its k most similar, by their exact similarity, and every pair once.
func TestKinAreThoseOfBruteForce(t *testing.T) {
	w := newWorld(t)
	vectors := map[string][]float32{}
	for i := range 60 {
		v := toward(i%7, 1.5, uint64(i))
		if i%11 == 5 {
			v = nil
		}
		name := strconv.Itoa(i)
		vectors[name] = v
		w.add(name, v, nil)
	}
	const k = 3
	m, err := w.Map(context.Background(), ties.MapQuestion{Kin: k})
	if err != nil || len(m.Nodes) != 60 || m.More {
		t.Fatalf("%+v %v", m, err)
	}
	got := map[[2]int]bool{}
	for _, j := range m.Joins {
		if j.Kind != "near" || j.A >= j.B || got[[2]int{j.A, j.B}] {
			t.Errorf("join %+v", j)
		}
		got[[2]int{j.A, j.B}] = true
		if exact := dot(vectors[m.Nodes[j.A].Text], vectors[m.Nodes[j.B].Text]); math.Abs(exact-j.Weight) > .02 {
			t.Errorf("join %+v, exactly %v", j, exact)
		}
	}
	for a := range m.Nodes {
		mine := vectors[m.Nodes[a].Text]
		if mine == nil {
			continue
		}
		var all []float64
		least := 2.
		for b := range m.Nodes {
			if v := vectors[m.Nodes[b].Text]; v != nil && b != a {
				all = append(all, dot(mine, v))
				if got[[2]int{min(a, b), max(a, b)}] {
					continue
				}
				least = min(least, 2-dot(mine, v)) // of those not joined, the nearest
			}
		}
		slices.Sort(all)
		if missed := 2 - least; missed > all[len(all)-k]+.02 {
			t.Errorf("node %d is not joined with one of similarity %v, its third is %v", a, missed, all[len(all)-k])
		}
	}
}

func dot(a, b []float32) (out float64) {
	for i := range a {
		out += float64(a[i]) * float64(b[i])
	}
	return out
}

// TestMapIsOfTheNewest: filters hold, the newest come first, and links that lead out are counted.
func TestMapIsOfTheNewest(t *testing.T) {
	w := newWorld(t)
	ctx := context.Background()
	a := w.add("a", nil, func(m *store.Memory) { m.Tags = []string{"x"} })
	b := w.add("b", nil, func(m *store.Memory) { m.Tags, m.Links = []string{"x", "y"}, []store.ID{a} })
	c := w.add("c", nil, func(m *store.Memory) { m.Tags, m.Links = []string{"x"}, []store.ID{a, b} })
	w.link(b, c, store.EdgeLearned, .75)
	m, err := w.Map(ctx, ties.MapQuestion{Nodes: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Nodes) != 2 || m.Nodes[0].ID != c || m.Nodes[1].ID != b || !m.More || m.Outside != 2 {
		t.Errorf("%+v", m)
	}
	if want := []ties.Join{{A: 0, B: 1, Kind: "given", Weight: 1}, {A: 0, B: 1, Kind: "learned", Weight: .75}}; !slices.Equal(m.Joins, want) {
		t.Errorf("joins %+v, want %+v", m.Joins, want)
	}
	for _, s := range []struct {
		q    ties.MapQuestion
		want int
	}{{ties.MapQuestion{Tags: []string{"y"}}, 1}, {ties.MapQuestion{Namespace: "*"}, 3}, {ties.MapQuestion{Namespace: "other"}, 0}, {ties.MapQuestion{After: start.Add(time.Minute)}, 2}, {ties.MapQuestion{Before: start.Add(time.Minute)}, 1}} {
		if m, err := w.Map(ctx, s.q); err != nil || len(m.Nodes) != s.want {
			t.Errorf("%+v: %v %v", s.q, m, err)
		}
	}
	for _, q := range []ties.MapQuestion{{Nodes: -1}, {Nodes: ties.MaxNodes + 1}, {Kin: -1}, {Kin: ties.MaxKin + 1}} {
		if _, err := w.Map(ctx, q); err == nil {
			t.Errorf("%+v was drawn", q)
		}
	}
}

// TestBriefIsOneShortLine of any text.
func TestBriefIsOneShortLine(t *testing.T) {
	f := &ties.Finder{Show: func(m *store.Memory) string { return m.Content }}
	for in, want := range map[string]string{
		"": "", "  a \n\t b ": "a b", strings.Repeat("é", 120): strings.Repeat("é", 120), strings.Repeat("é", 121): strings.Repeat("é", 119) + "…",
	} {
		if got := f.Brief(&store.Memory{Content: in}).Text; got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
