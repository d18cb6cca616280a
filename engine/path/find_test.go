package path

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// table is a graph of few nodes, identified by their first byte, with all hops to the target known.
type table struct {
	hops   map[byte]map[byte]float64
	to     byte
	asked  map[byte]int
	failAt byte
}

var errBroken = errors.New("made to fail")

func node(b byte) Node { return Node{b} }

func (g *table) Hops(_ context.Context, from Node) ([]Hop, error) {
	if g.failAt != 0 && from[0] == g.failAt {
		return nil, errBroken
	}
	if g.asked == nil {
		g.asked = map[byte]int{}
	}
	g.asked[from[0]]++
	var out []Hop
	for to, score := range g.hops[from[0]] {
		out = append(out, Hop{node(to), score})
	}
	return out, nil
}

func (g *table) Direct(_ context.Context, from Node) (float64, error) {
	return g.hops[from[0]][g.to], nil
}

// parse reads "ab.5 bc1" as a hop from a to b of score .5 and one from b to c of score 1.
func parse(t *testing.T, v string, to byte) *table {
	t.Helper()
	g := &table{hops: map[byte]map[byte]float64{}, to: to}
	scores := map[string]float64{"1": 1, ".5": .5, ".25": .25, ".125": .125, ".75": .75}
	for _, f := range strings.Fields(v) {
		score, ok := scores[f[2:]]
		if !ok {
			t.Fatalf("unknown score in %q", f)
		}
		if g.hops[f[0]] == nil {
			g.hops[f[0]] = map[byte]float64{}
		}
		g.hops[f[0]][f[1]] = score
	}
	return g
}

func letters(nodes []Node) string {
	var b strings.Builder
	for _, n := range nodes {
		b.WriteByte(n[0])
	}
	return b.String()
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, graph string
		hops, limit int
		want        string
		score       float64
		complete    bool
		expanded    int
	}{
		{"direct", "az.5", 4, 9, "az", .5, true, 1},
		{"one hop needs no expansion", "az.5 ab1 bz1", 1, 0, "az", .5, true, 0},
		{"a detour of greater product wins", "az.25 ab.75 bz.75", 4, 9, "abz", .5625, true, 2},
		{"the hop limit forbids the detour", "az.25 ab.75 bz.75", 1, 9, "az", .25, true, 0},
		{"none", "ab1 za1", 4, 9, "", 0, true, 2},
		{"none within the hops", "ab1 bc1 cd1 dz1", 3, 9, "", 0, true, 2},
		{"just within the hops", "ab1 bc1 cd1 dz1", 4, 9, "abcdz", 1, true, 3},
		{"equal product: fewer hops", "ab.5 bz.5 az.25", 4, 9, "az", .25, true, 2},
		{"equal product and hops: ids", "ac.5 ab.25 cz.5 bz1", 4, 9, "abz", .25, true, 3},
		{"cycles end", "ab1 ba1 bc1 cb1 cz.5", 6, 9, "abcz", .5, true, 3},
		{"the better path to a node is too long, the worse is not", "ab1 bc1 cd1 ad.5 de1 ez1", 4, 9, "adez", .5, true, 5},
		{"expansion limit, path so far", "ab1 bz.25 ac.75 cd1 dz1", 4, 2, "abz", .25, false, 2},
		{"expansion limit, nothing found", "ab1 bc1 cz1", 4, 1, "", 0, false, 1},
		{"the limit does not matter when the rest is worse", "az.75 ab.5 bz1", 4, 1, "az", .75, true, 1},
		{"a hop of the target leads nowhere", "az.125 zb1 bc1 az.125", 6, 9, "az", .125, true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			g, last := parse(t, c.graph, 'z'), 0
			f, err := Find(context.Background(), g, node('a'), node('z'), Limits{c.hops, c.limit, 0}, func(n int) {
				if n != last+1 {
					t.Errorf("progress went from %d to %d", last, n)
				}
				last = n
			})
			if err != nil {
				t.Fatal(err)
			}
			if letters(f.Nodes) != c.want || f.Score != c.score || f.Complete != c.complete || f.Expanded != c.expanded || last != f.Expanded {
				t.Errorf("got %q score %v complete %v expanded %d (reported %d), want %q %v %v %d", letters(f.Nodes), f.Score, f.Complete, f.Expanded, last, c.want, c.score, c.complete, c.expanded)
			}
			for n, times := range g.asked {
				if times > 1 {
					t.Errorf("hops of %c were asked for %d times", n, times)
				}
			}
		})
	}
}

func TestFindRefusesAndStops(t *testing.T) {
	g := parse(t, "ab1 bz1", 'z')
	find := func(ctx context.Context, g Graph, to byte, l Limits) error {
		_, err := Find(ctx, g, node('a'), node(to), l, nil)
		return err
	}
	if err := find(context.Background(), g, 'z', Limits{0, 9, 0}); err == nil || !strings.Contains(err.Error(), "0 hops") {
		t.Errorf("no hops: %v", err)
	}
	if err := find(context.Background(), g, 'z', Limits{1, -1, 0}); err == nil || !strings.Contains(err.Error(), "-1 expansions") {
		t.Errorf("fewer than no expansions: %v", err)
	}
	if err := find(context.Background(), g, 'z', Limits{4, 9, math.NaN()}); err == nil || !strings.Contains(err.Error(), "score NaN") {
		t.Errorf("no number: %v", err)
	}
	if err := find(context.Background(), g, 'a', Limits{4, 9, 0}); err == nil || !strings.Contains(err.Error(), "both ends") {
		t.Errorf("one node: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := find(ctx, g, 'z', Limits{4, 9, 0}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := find(context.Background(), &table{to: 'z', failAt: 'a'}, 'z', Limits{4, 9, 0}); !errors.Is(err, errBroken) {
		t.Errorf("broken graph: %v", err)
	}
	for _, c := range []struct {
		to    byte
		score float64
	}{{'b', -1}, {'b', 0}, {'b', 1.5}, {'b', math.NaN()}, {'z', -1}, {'z', 1.5}, {'z', math.NaN()}} {
		bad := &table{to: 'z', hops: map[byte]map[byte]float64{'a': {c.to: c.score}}}
		if err := find(context.Background(), bad, 'z', Limits{4, 9, 0}); err == nil || !strings.Contains(err.Error(), "outside (0, 1]") {
			t.Errorf("score %v to %c: %v", c.score, c.to, err)
		}
	}
}

// brute returns the best of all simple paths, by walking every one of them.
func brute(g *table, from byte, limit int) (best *partial) {
	var walk func(p *partial, seen map[byte]bool)
	walk = func(p *partial, seen map[byte]bool) {
		if p.node[0] == g.to {
			if best == nil || p.before(best) {
				best = p
			}
			return
		}
		if p.hops == limit {
			return
		}
		for to, score := range g.hops[p.node[0]] {
			if !seen[to] {
				seen[to] = true
				walk(p.then(Hop{node(to), score}), seen)
				delete(seen, to)
			}
		}
	}
	walk(&partial{node: node(from), product: 1}, map[byte]bool{from: true})
	return best
}

// same compares the search with brute force. The scores are eighths, so that products of six are exact and there are real
// ties.
func same(t *testing.T, g *table, limit int, least float64) {
	t.Helper()
	f, err := Find(context.Background(), g, node('a'), node(g.to), Limits{limit, 1000, least}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := brute(g, 'a', limit)
	if want != nil && want.product < least {
		want = nil
	}
	switch {
	case !f.Complete:
		t.Fatal("not complete under a limit that was not reached")
	case want == nil:
		if len(f.Nodes) != 0 {
			t.Fatalf("found %q where no path is: %v", letters(f.Nodes), g.hops)
		}
	case !slices.Equal(f.Nodes, want.nodes()) || f.Score != want.product || !slices.Equal(f.Scores, want.scores()):
		t.Fatalf("found %q score %v, the best within %d hops is %q score %v: %v", letters(f.Nodes), f.Score, limit, letters(want.nodes()), want.product, g.hops)
	}
}

func TestFindIsAsGoodAsBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 5))
	none := 0
	for range 4000 {
		n, g := 2+rng.IntN(7), &table{hops: map[byte]map[byte]float64{}}
		g.to = 'a' + byte(n-1)
		density := rng.Float64()
		for a := range n {
			g.hops['a'+byte(a)] = map[byte]float64{}
			for b := range n {
				if a != b && rng.Float64() < density {
					g.hops['a'+byte(a)]['a'+byte(b)] = float64(1+rng.IntN(8)) / 8
				}
			}
		}
		limit := 1 + rng.IntN(6)
		same(t, g, limit, float64(rng.IntN(3))/8)
		if brute(g, 'a', limit) == nil {
			none++
		}
	}
	if none == 0 || none > 3000 {
		t.Errorf("%d of 4000 graphs have no path: the sample says little", none)
	}
}

// TestALimitNeverInventsAPath: with few expansions the answer is a path of the graph, no better than the best, and is
// reported as incomplete.
func TestALimitNeverInventsAPath(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	for range 2000 {
		g := &table{hops: map[byte]map[byte]float64{}, to: 'g'}
		for range 18 {
			a, b := 'a'+byte(rng.IntN(7)), 'a'+byte(rng.IntN(7))
			if g.hops[a] == nil {
				g.hops[a] = map[byte]float64{}
			}
			if a != b {
				g.hops[a][b] = float64(1+rng.IntN(8)) / 8
			}
		}
		f, err := Find(context.Background(), g, node('a'), node('g'), Limits{5, rng.IntN(4), 0}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want, product := brute(g, 'a', 5), 1.
		for i, score := range f.Scores {
			product *= score
			if g.hops[f.Nodes[i][0]][f.Nodes[i+1][0]] != score {
				t.Fatalf("%q has a hop the graph has not", letters(f.Nodes))
			}
		}
		if f.Complete && (want == nil) != (len(f.Nodes) == 0) || want != nil && f.Score > want.product || f.Complete && want != nil && f.Score != want.product {
			t.Fatalf("found %+v, best %+v", f, want)
		}
		if len(f.Nodes) > 0 && product != f.Score {
			t.Fatalf("the scores multiply to %v, not %v", product, f.Score)
		}
	}
}

// FuzzFind reads a graph of up to eight nodes from bytes, three per hop, and compares the search with brute force.
func FuzzFind(f *testing.F) {
	f.Add(uint8(4), []byte{0, 1, 8, 1, 7, 8, 0, 7, 2})
	f.Add(uint8(1), []byte{0, 7, 1})
	f.Add(uint8(6), []byte{0, 1, 8, 1, 2, 8, 2, 3, 8, 3, 4, 8, 4, 5, 8, 5, 7, 8})
	f.Fuzz(func(t *testing.T, limit uint8, data []byte) {
		g := &table{hops: map[byte]map[byte]float64{}, to: 'h'}
		for c := range slices.Chunk(data[:min(len(data), 120)], 3) {
			if len(c) < 3 || c[0]%8 == c[1]%8 {
				continue
			}
			a := 'a' + c[0]%8
			if g.hops[a] == nil {
				g.hops[a] = map[byte]float64{}
			}
			g.hops[a]['a'+c[1]%8] = float64(1+c[2]%8) / 8
		}
		same(t, g, 1+int(limit%6), float64(limit/6%9)/8)
	})
}
