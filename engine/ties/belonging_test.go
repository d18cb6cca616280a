package ties_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/ties"
	"asterism/models"
)

// about stores a memory whose value in E8 is near to an axis.
func (w *world) about(text string, axis int, change func(*store.Memory)) store.ID {
	w.t.Helper()
	return w.add(text, nil, func(m *store.Memory) {
		v := towardIn(models.Graph, axis, .4, uint64(len(w.made)))
		var err error
		if m.Record[models.Graph], err = fingerprint.Pack(models.Graph, fingerprint.Value{Dense: v}); err != nil {
			w.t.Fatal(err)
		}
		if change != nil {
			change(m)
		}
	})
}

func (w *world) belonging(id store.ID, k int) (texts []string) {
	w.t.Helper()
	found, err := w.Belonging(context.Background(), id, k)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, n := range found {
		texts = append(texts, n.Other.Text)
	}
	return texts
}

// TestWhatIsLinkedWithTheSameBelongsTogether: two memories whose texts have nothing in common belong together when both are linked with the same third one. What is linked already, forgotten, or of another namespace
// is not told, and a memory without links has nothing that belongs with it.
func TestWhatIsLinkedWithTheSameBelongsTogether(t *testing.T) {
	w := newWorld(t)
	incident := w.about("incident", 1, nil)
	alarm := w.about("alarm", 2, func(m *store.Memory) { m.Links = []store.ID{incident} })
	w.about("repair", 3, func(m *store.Memory) { m.Links = []store.ID{incident} })
	w.about("another alarm", 2, nil)
	w.about("lunch", 4, nil)
	w.about("elsewhere", 3, func(m *store.Memory) { m.Links, m.Namespace = []store.ID{incident}, "other" })
	gone := w.about("forgotten", 2, func(m *store.Memory) { m.Links, m.Deleted = []store.ID{incident}, start })
	refused := w.about("refused", 2, nil)
	w.about("superseding", 2, func(m *store.Memory) { m.Supersedes = []store.ID{alarm} })
	w.link(alarm, refused, store.EdgeRefused, 1)
	w.link(alarm, gone, store.EdgeProposed, 1)

	if got := w.belonging(alarm, 20); !slices.Contains(got, "repair") || !slices.Contains(got, "another alarm") || slices.ContainsFunc(got, func(s string) bool {
		return s == "incident" || s == "alarm" || s == "lunch" || s == "elsewhere" || s == "forgotten" || s == "refused" || s == "superseding"
	}) {
		t.Errorf("with the alarm belong %q", got)
	}
	if got := w.belonging(alarm, 1); len(got) != 1 {
		t.Errorf("one was asked for: %q", got)
	}
	if got := w.belonging(refused, 20); got != nil {
		t.Errorf("a memory without a link that is followed has %q", got)
	}
	if got := w.belonging(alarm, 0); got != nil {
		t.Errorf("none was asked for: %q", got)
	}
	for _, k := range []int{-1, ties.MaxBelonging + 1} {
		if _, err := w.Belonging(context.Background(), alarm, k); err == nil {
			t.Errorf("%d memories were told", k)
		}
	}
	if _, err := w.Belonging(context.Background(), store.ID{1}, 3); err == nil {
		t.Error("a memory that does not exist has what belongs with it")
	}
}

// TestAllLinksOfAHubAreKnown: of a memory with more links than count for its vector, none that it is linked with is told.
func TestAllLinksOfAHubAreKnown(t *testing.T) {
	w := newWorld(t)
	hub := w.about("hub", 1, nil)
	for range 50 {
		w.link(hub, w.about("linked", 1, nil), store.EdgeAccepted, 1)
	}
	w.about("not linked", 1, nil)
	if got := w.belonging(hub, 5); !slices.Equal(got, []string{"not linked"}) {
		t.Errorf("with the hub belong %q", got)
	}
}

// TestLikenessOfWhatIsNotComparedIsNotTold: where vectors tell nothing of two texts, only what is linked with the same belongs together, also behind many that are more alike.
func TestLikenessOfWhatIsNotComparedIsNotTold(t *testing.T) {
	w := newWorld(t)
	w.Comparable = func(a, b string) bool { return a[:2] == b[:2] }
	third := w.about("en third", 2, nil)
	one := w.about("en one", 1, func(m *store.Memory) { m.Links = []store.ID{third} })
	for range 60 {
		w.about("de like it", 1, nil)
	}
	w.about("de beyond", 1, func(m *store.Memory) { m.Links = []store.ID{third} })
	w.about("en less like it", 2, nil)
	if got := w.belonging(one, 5); !slices.Equal(got, []string{"de beyond", "en less like it"}) {
		t.Errorf("belong %q", got)
	}
}

// TestBelongingIsThatOfAllCompared: among few memories the answer is that of comparing all, by the definition.
func TestBelongingIsThatOfAllCompared(t *testing.T) {
	w := newWorld(t)
	r := rand.New(rand.NewPCG(7, 7))
	const n = 40
	ids, tied := make([]store.ID, n), make([]map[int]float64, n)
	for i := range ids {
		ids[i], tied[i] = w.about(fmt.Sprint(i), r.IntN(6), nil), map[int]float64{}
	}
	for range n {
		a, b := r.IntN(n), r.IntN(n)
		if a != b {
			weight := .25 + r.Float32()/2
			w.link(ids[a], ids[b], store.EdgeAccepted, weight)
			tied[a][b], tied[b][a] = float64(weight), float64(weight)
		}
	}
	text := make([][]float32, n)
	for i, m := range w.made {
		text[i] = fingerprint.Unpack(models.Graph, &m.Record[models.Graph]).Dense
	}
	points := make([][]float32, n)
	for i := range points {
		var linked [][]float32
		var weights []float64
		for j, weight := range tied[i] {
			linked, weights = append(linked, text[j]), append(weights, weight)
		}
		if points[i] = ties.LinkVector(text[i], linked, weights); points[i] == nil {
			points[i] = text[i]
		}
	}
	for i := range ids {
		var want []string
		if len(tied[i]) > 0 {
			want = bestOf(i, points, tied[i])
		}
		if got := w.belonging(ids[i], 5); !slices.Equal(got, want) {
			t.Errorf("memory %d: %v, want %v", i, got, want)
		}
	}
}

// bestOf are the five others that are most like one and at least .25, without those that it is linked with.
func bestOf(i int, points [][]float32, tied map[int]float64) (out []string) {
	likeness := func(j int) (sum float64) {
		for d, x := range points[i] {
			sum += float64(x) * float64(points[j][d])
		}
		return sum
	}
	var order []int
	for j := range points {
		if _, linked := tied[j]; j != i && !linked && likeness(j) >= .25 {
			order = append(order, j)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(likeness(b), likeness(a)) })
	for _, j := range order[:min(5, len(order))] {
		out = append(out, fmt.Sprint(j))
	}
	return out
}

// TestLinkVector: it has length 1, lies between a text and what it is linked with, and is none where nothing is linked or all cancels out.
func TestLinkVector(t *testing.T) {
	x, y := []float32{1, 0, 0}, []float32{0, 1, 0}
	for name, c := range map[string]struct {
		linked  [][]float32
		weights []float64
		want    []float32
	}{
		"no link":              {nil, nil, nil},
		"one":                  {[][]float32{y}, []float64{1}, []float32{.83205, .5547, 0}},
		"the weight of one":    {[][]float32{y}, []float64{.01}, []float32{.83205, .5547, 0}},
		"like the text":        {[][]float32{x}, []float64{1}, x},
		"two by their weights": {[][]float32{y, {0, 0, 1}}, []float64{3, 4}, []float32{.83205, .33282, .44376}},
		"they cancel out":      {[][]float32{y, {0, -1, 0}}, []float64{1, 1}, nil},
	} {
		got := ties.LinkVector(x, c.linked, c.weights)
		if len(got) != len(c.want) {
			t.Errorf("%s: %v", name, got)
			continue
		}
		for i := range got {
			if d := got[i] - c.want[i]; d > 1e-4 || d < -1e-4 {
				t.Errorf("%s: %v, want %v", name, got, c.want)
				break
			}
		}
	}
}
