package passing

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/store"
	"asterism/mcp/dashboard"
	"asterism/mcp/tools"

	"github.com/google/uuid"
)

// fillBoth fills a fleet and one engine with the same memories. Every third is linked with the one before it in its namespace.
func (f *fleet) fillBoth(notes []engine.Note) (whole *engine.Engine) {
	f.t.Helper()
	m, err := compact()
	if err != nil {
		f.t.Fatal(err)
	}
	whole, err = engine.Open(f.t.Context(), engine.Config{Data: f.t.TempDir(), Embedder: m})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = whole.Close(context.Background()) })
	last := map[string]store.ID{}
	for i, n := range notes {
		if before, ok := last[n.Namespace]; ok && i%3 == 0 {
			n.Links = []store.ID{before}
		}
		got, err := whole.Remember(f.t.Context(), n)
		if err != nil {
			f.t.Fatal(err)
		}
		n.ID = got.ID
		if _, err := f.engineOf(n.Namespace).Remember(f.t.Context(), n); err != nil {
			f.t.Fatal(err)
		}
		last[n.Namespace] = got.ID
	}
	return whole
}

// engineOf returns the engine that leads the shard of a namespace.
func (f *fleet) engineOf(namespace string) *engine.Engine {
	shard := cluster.ShardOf(namespace, shards)
	return f.nodes[f.leaders[shard]].engines[shard]
}

// TestWhatTheDashboardShowsIsThatOfOneStore: map, days and the neighbours of a memory, for one namespace and for all, at each node.
func TestWhatTheDashboardShowsIsThatOfOneStore(t *testing.T) {
	f := newFleet(t)
	notes := corpus(48)
	notes[5].Tags, notes[6].Tags = []string{"export"}, []string{"export"}
	one := engine.SurveyOf(f.fillBoth(notes))
	for _, name := range []string{"a", "b", "c"} {
		u := f.nodes[name].Union()
		for _, q := range []engine.MapQuestion{
			{Namespace: "*", Kin: 2}, {Namespace: "*", Nodes: 7, Kin: 1}, {Namespace: "*", Tags: []string{"export"}}, {Namespace: "team-3", Kin: 2},
			{Namespace: "*", After: notes[10].Time, Before: notes[30].Time, Kin: 8}, {},
		} {
			want, err := one.Map(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			got, err := u.Map(t.Context(), q)
			if err != nil || !sameMap(got, want) {
				t.Errorf("node %s, %+v: %+v, %v, want %+v", name, q, got, err, want)
			}
		}
		for _, q := range []engine.ListQuestion{{Namespace: "*"}, {Namespace: "team-3"}, {Namespace: "*", Tags: []string{"export"}}, {}} {
			want, err := one.Days(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := u.Days(t.Context(), q); err != nil || !maps.Equal(got, want) {
				t.Errorf("node %s, %+v: %v, %v, want %v", name, q, got, err, want)
			}
		}
	}
}

// TestAListOfAllHasTheWhollyForgotten: if all memories of a namespace are forgotten, a list of all with forgotten ones contains them, as in a single store.
func TestAListOfAllHasTheWhollyForgotten(t *testing.T) {
	f := newFleet(t)
	whole := f.fillBoth(corpus(24))
	const namespace = "team-3"
	gone, err := whole.List(t.Context(), engine.ListQuestion{Namespace: namespace, Limit: engine.MaxPage})
	if err != nil || len(gone.Memories) == 0 {
		t.Fatal(gone, err)
	}
	for _, m := range gone.Memories {
		for _, e := range []*engine.Engine{whole, f.engineOf(namespace)} {
			if _, err := e.Forget(t.Context(), m.ID, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, forgotten := range []bool{false, true} {
		q := engine.ListQuestion{Namespace: "*", Limit: engine.MaxPage, IncludeForgotten: forgotten}
		want, err := whole.List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := f.nodes["b"].Union().List(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if ids(got) != ids(want) {
			t.Errorf("with the forgotten %v: %s\nwant %s", forgotten, ids(got), ids(want))
		}
	}
}

func ids(p *engine.Page) (out string) {
	for _, m := range p.Memories {
		out += m.ID.String() + "\n"
	}
	return out
}

// TestTheMindIsAskedOfTheLeader: workspaces only exist at a shard's leader, so a follower never answers a search with a context.
func TestTheMindIsAskedOfTheLeader(t *testing.T) {
	for arguments, want := range map[string]bool{`{}`: false, `{"query":"x"}`: false, `{"context":0}`: false, `{"context":0.5}`: true, `{"context":1,"query":"x"}`: true, `{"context":"x"}`: false, ``: false} {
		if got := asksTheMind([]byte(arguments)); got != want {
			t.Errorf("%s: %v, want %v", arguments, got, want)
		}
	}
}

func sameMap(got, want *engine.Map) bool {
	if len(got.Nodes) != len(want.Nodes) || got.More != want.More || got.Outside != want.Outside || !reflect.DeepEqual(got.Joins, want.Joins) {
		return false
	}
	for i := range got.Nodes {
		g, w := got.Nodes[i], want.Nodes[i]
		if !g.Time.Equal(w.Time) || g.ID != w.ID || g.Namespace != w.Namespace || g.Text != w.Text || len(g.Tags) != len(w.Tags) || g.Importance != w.Importance {
			return false
		}
	}
	return true
}

// TestTheDashboardOfANode: the page's views over HTTP, for shards that other nodes lead. Errors look the same as on a single machine.
func TestTheDashboardOfANode(t *testing.T) {
	f := newFleet(t)
	f.fillBoth(corpus(24))
	first, err := f.engineOf("team-3").List(t.Context(), engine.ListQuestion{Namespace: "team-3"})
	if err != nil || len(first.Memories) != 3 {
		t.Fatal(first, err)
	}
	id := first.Memories[0].ID.String()
	for _, namespace := range []string{"team-0", "team-3"} {
		if err := f.call("a", "set_north_star", map[string]any{"namespace": namespace, "description": "find out why the export failed"}, nil); err != nil {
			t.Fatal(err)
		}
		f.awaitMeasured(namespace, 3)
	}
	for name, node := range f.nodes {
		data := dashboard.Data(dashboard.Options{Engine: func(context.Context) (*tools.Engine, error) { return node.Union(), nil }})
		for view, c := range map[string]struct {
			body, says string
			code       int
		}{
			"map":     {`{"namespace":"*","kin":1}`, `"near"`, 200},
			"days":    {`{"namespace":"*"}`, `"memories":24`, 200},
			"strays":  {`{"namespace":"*","most":4}`, `"measured":6`, 200},
			"around":  {`{"id":"` + id + `"}`, `"nearest":[{`, 200},
			"map ":    {`{"nodes":3000}`, "2000", 400},
			"around ": {`{"id":"` + uuid.NewString() + `"}`, "no memory has id", 404},
			"days ":   {`{"namespace":"none"}`, `"memories":0`, 200},
		} {
			w := httptest.NewRecorder()
			data.ServeHTTP(w, httptest.NewRequest("POST", "/dashboard/data/show/"+strings.TrimSpace(view), strings.NewReader(c.body)))
			if w.Code != c.code || !strings.Contains(w.Body.String(), c.says) {
				t.Errorf("node %s, %s %s: %d %s, want %d and %q", name, view, c.body, w.Code, w.Body, c.code, c.says)
			}
		}
		node.leastOfAll(t)
	}
}

// awaitMeasured waits until all memories of a namespace have an alignment with its goal.
func (f *fleet) awaitMeasured(namespace string, want int) {
	f.t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		_, measured, err := engine.SurveyOf(f.engineOf(namespace)).Strays(f.t.Context(), namespace, 1)
		if err != nil {
			f.t.Fatal(err)
		}
		if measured == want {
			return
		}
		if time.Now().After(end) {
			f.t.Fatalf("%d memories of %s are measured, want %d", measured, namespace, want)
		}
	}
}

// leastOfAll checks that the strays of all namespaces are, in order, the lowest of the strays of each.
func (m *member) leastOfAll(t *testing.T) {
	t.Helper()
	strays := func(namespace string, most int) []engine.Stray {
		out, _, err := m.Union().Strays(t.Context(), namespace, most)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	want := append(strays("team-0", 10), strays("team-3", 10)...)
	slices.SortFunc(want, func(a, b engine.Stray) int {
		return cmp.Or(cmp.Compare(a.Theta, b.Theta), bytes.Compare(a.Memory.ID[:], b.Memory.ID[:]))
	})
	got := strays("*", 4)
	same := func(a, b engine.Stray) bool { return a.Memory.ID == b.Memory.ID && a.Theta == b.Theta }
	if len(want) != 6 || !slices.EqualFunc(got, want[:4], same) {
		t.Errorf("node %s: over all %+v stray, want the first four of %+v", m.name, got, want)
	}
}
