package cluster

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
)

// drawn returns a random placement of random shards on random nodes. Each shard has at least the wanted number of replicas.
func drawn(seed uint64) (*Places, *rand.Rand) {
	rng := rand.New(rand.NewPCG(seed, 0))
	names := []string{"a", "b", "c", "d", "e", "f"}[:1+rng.IntN(6)]
	p := &Places{Replicas: 1 + rng.IntN(min(3, len(names))), Staying: names, Of: map[int][]string{}, Leaving: map[int]string{}}
	for shard := range 1 + rng.IntN(20) {
		keep := slices.Clone(names)
		rng.Shuffle(len(keep), func(i, j int) { keep[i], keep[j] = keep[j], keep[i] })
		p.Of[shard] = keep[:p.Replicas]
	}
	return p, rng
}

// take applies a step the way the table does.
func (p *Places) take(s Step) {
	if s.Begin {
		p.Of[s.Shard], p.Leaving[s.Shard] = append(slices.Clone(p.Of[s.Shard]), s.To), s.From
		return
	}
	p.Of[s.Shard] = slices.DeleteFunc(slices.Clone(p.Of[s.Shard]), func(node string) bool { return node == s.Drop })
	delete(p.Leaving, s.Shard)
}

func (p *Places) counts() map[string]int {
	out := map[string]int{}
	for _, name := range p.Staying {
		out[name] = 0
	}
	for _, nodes := range p.Of {
		for _, node := range nodes {
			out[node]++
		}
	}
	return out
}

// healthy is a look at nodes that all answer and have everything.
func healthy() Look {
	return Look{Answers: func(string) bool { return true }, Gone: func(string) bool { return false }, Ready: func(string, int) bool { return true }, Leads: func(string, int) bool { return false }}
}

// TestReplicasSpreadEvenly from any placement: a shard never has too few replicas, and one moves at a time. At the end no node keeps two more than another.
func TestReplicasSpreadEvenly(t *testing.T) {
	for seed := range uint64(500) {
		p, _ := drawn(seed)
		steps := 0
		for ; ; steps++ {
			s := NextStep(p, healthy())
			if s.Shard < 0 {
				break
			}
			p.take(s)
			if len(p.Leaving) > 1 || steps > 2*len(p.Of)*len(p.Staying) {
				t.Fatalf("seed %d: after %d steps %v are on their way", seed, steps, p.Leaving)
			}
			for shard, nodes := range p.Of {
				if len(nodes) < p.Replicas || len(nodes) > p.Replicas+1 || len(nodes) != len(slices.Compact(slices.Sorted(slices.Values(nodes)))) {
					t.Fatalf("seed %d: shard %d is kept by %v, want %d", seed, shard, nodes, p.Replicas)
				}
			}
		}
		counts := slices.Sorted(maps.Values(p.counts()))
		if len(p.Leaving) > 0 || counts[len(counts)-1] > counts[0]+1 {
			t.Fatalf("seed %d: it ends with %v, %v on their way", seed, p.counts(), p.Leaving)
		}
	}
}

// TestANodeThatDiesInAMove: if any node of a moving shard dies, the shard ends with enough living replicas. No replica is removed before that is certain.
func TestANodeThatDiesInAMove(t *testing.T) {
	tried := 0
	for seed := range uint64(500) {
		p, rng := drawn(seed)
		s := NextStep(p, healthy())
		if s.Shard < 0 {
			continue
		}
		tried++
		p.take(s)
		shard := s.Shard
		dead := p.Of[shard][rng.IntN(len(p.Of[shard]))]
		l := healthy()
		l.Answers = func(node string) bool { return node != dead }
		l.Ready = func(node string, _ int) bool { return node != dead }
		if s := NextStep(p, l); s.Shard >= 0 {
			t.Fatalf("seed %d: %+v at once, when %s is silent for a moment", seed, s, dead)
		}
		l.Gone = func(node string) bool { return node == dead }
		if dead != s.To { // the new replica does not count until it has everything
			l.Ready = func(node string, _ int) bool { return node != dead && node != s.To }
			if s := NextStep(p, l); s.Shard >= 0 {
				t.Fatalf("seed %d: %+v, while the new replica is behind", seed, s)
			}
			l.Ready = func(node string, _ int) bool { return node != dead }
		}
		p.take(NextStep(p, l))
		if nodes := p.Of[shard]; len(nodes) != p.Replicas || slices.Contains(nodes, dead) || len(p.Leaving) > 0 {
			t.Fatalf("seed %d: %s died, and shard %d is kept by %v in the end, want %d", seed, dead, shard, nodes, p.Replicas)
		}
		for s := NextStep(p, l); s.Shard >= 0; s = NextStep(p, l) { // it continues without the dead node
			if p.take(s); slices.Contains(p.Of[s.Shard], dead) && (s.From == dead || s.To == dead) {
				t.Fatalf("seed %d: %+v with a node that is gone", seed, s)
			}
		}
	}
	if tried < 100 {
		t.Errorf("%d of the placements wanted a move: draw others", tried)
	}
}

// TestNothingMovesWhileSomethingIsWrong: not to a node that leaves, not from a shard with too few replicas, and not if too few would be left.
func TestNothingMovesWhileSomethingIsWrong(t *testing.T) {
	fresh := func() *Places {
		return &Places{Replicas: 3, Staying: []string{"a", "b", "c", "d"}, Of: map[int][]string{0: {"a", "b", "c"}, 1: {"a", "b", "c"}}, Leaving: map[int]string{}}
	}
	if s := NextStep(fresh(), healthy()); !s.Begin || s.To != "d" || s.From != "c" || s.Shard != 0 {
		t.Errorf("of a cluster that is whole: %+v", s)
	}
	l := healthy()
	l.Leads = func(node string, shard int) bool { return node == "c" && shard == 0 }
	if s := NextStep(fresh(), l); s.Shard != 1 {
		t.Errorf("c leads shard 0 and gives %+v", s)
	}
	for name, wrong := range map[string]func(*Places, *Look){
		"a replica is behind in each shard": func(_ *Places, l *Look) { l.Ready = func(node string, _ int) bool { return node != "b" } },
		"the new node is silent":            func(_ *Places, l *Look) { l.Answers = func(node string) bool { return node != "d" } },
		"the new node leaves":               func(p *Places, _ *Look) { p.Staying = []string{"a", "b", "c"} },
		"too few keep the shards":           func(p *Places, _ *Look) { p.Of = map[int][]string{0: {"a", "b"}, 1: {"a", "b"}} },
		"a shard is on its way and not there yet": func(p *Places, l *Look) {
			p.Of[0], p.Leaving[0] = []string{"a", "b", "c", "d"}, "a"
			l.Ready = func(node string, _ int) bool { return node != "d" }
		},
		"two of a moving shard are gone": func(p *Places, l *Look) {
			p.Of[0], p.Leaving[0] = []string{"a", "b", "c", "d"}, "a"
			l.Ready = func(node string, _ int) bool { return node == "a" || node == "b" }
			l.Gone = func(node string) bool { return node == "c" || node == "d" }
		},
		"somebody took a replica of a moving shard": func(p *Places, _ *Look) { p.Leaving[0] = "a" },
	} {
		p, l := fresh(), healthy()
		if wrong(p, &l); NextStep(p, l).Shard >= 0 {
			t.Errorf("%s, and %+v is done", name, NextStep(p, l))
		}
	}
}
