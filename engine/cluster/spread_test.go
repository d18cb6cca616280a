package cluster

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"asterism/engine/cluster/agreed"
)

// TestLeadsSpread: one node leads all shards, since it came first. It gives leads away one by one until no node leads two more than another. What was stored stays readable.
func TestLeadsSpread(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1)
	nodes := []Node{w.open(w.config("a"))}
	for shard := range nodes[0].Shards() {
		w.await(fmt.Sprint("a leads shard ", shard), func() bool { l, ok := nodes[0].LeaderOf(shard); return ok && l.Node == "a" })
		w.remember(shard, 0, nodes...)
	}
	for _, name := range []string{"b", "c"} {
		nodes = append(nodes, w.open(w.config(name)))
	}
	ready := func(node string, shard int) bool {
		n := nodes[slices.IndexFunc(nodes, func(n Node) bool { return n.Name() == node })]
		return n.Shard(shard) != nil && n.Shard(shard).Applied() >= w.leader(shard, nodes...).Shard(shard).Applied()
	}
	if shard, to, err := SpreadLeads(w.ctx, nodes[1], ready); shard != -1 || to != "" || err != nil {
		t.Errorf("who leads nothing gave shard %d to %s, %v", shard, to, err)
	}
	if shard, _, err := SpreadLeads(w.ctx, nodes[0], func(string, int) bool { return false }); shard != -1 || err != nil {
		t.Errorf("shard %d was given to nodes that are not ready, %v", shard, err)
	}
	var shard int
	var to string
	w.await("a gives a lead away", func() bool {
		var err error
		shard, to, err = SpreadLeads(w.ctx, nodes[0], ready)
		return err == nil && shard >= 0
	})
	if to == "a" {
		t.Fatalf("shard %d was given to the node itself", shard)
	}
	w.await("the other leads it", func() bool { return w.leader(shard, nodes...).Name() == to })
	w.has(shard, 1, w.leader(shard, nodes...))
	w.await("all know", func() bool { l, ok := nodes[0].LeaderOf(shard); return ok && l.Node == to })
	if shard, _, err := SpreadLeads(w.ctx, nodes[0], ready); shard != -1 || err != nil {
		t.Errorf("of two nodes with one lead each one gave shard %d away, %v", shard, err)
	}
}

// TestSpreadingEnds from any state: no step raises the greatest number of leads. At the end no node leads two more than the node that would take one of its shards.
func TestSpreadingEnds(t *testing.T) {
	all := func(string, int) bool { return true }
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 0))
		names := []string{"a", "b", "c", "d", "e"}[:1+rng.IntN(5)]
		leads, placed := make([]string, 1+rng.IntN(20)), agreed.Places{}
		for shard := range leads {
			keep := slices.Clone(names)
			rng.Shuffle(len(keep), func(i, j int) { keep[i], keep[j] = keep[j], keep[i] })
			placed[shard] = keep[:1+rng.IntN(len(keep))]
			leads[shard] = placed[shard][rng.IntN(len(placed[shard]))]
		}
		moves, still := 0, 0
		for turn := 0; still < len(names); turn++ {
			own := names[turn%len(names)]
			most := mostLeads(leads)
			shard, to := giveAway(own, leads, placed, all)
			if still++; shard < 0 {
				continue
			}
			still = 0
			if leads[shard] != own || to == own || !slices.Contains(placed[shard], to) {
				t.Fatalf("seed %d: %s gives shard %d of %s to %s", seed, own, shard, leads[shard], to)
			}
			leads[shard] = to
			if moves++; mostLeads(leads) > most || moves > len(leads)*len(names) {
				t.Fatalf("seed %d: after %d moves the most leads are %d, and were %d", seed, moves, mostLeads(leads), most)
			}
		}
		counts := map[string]int{}
		for _, node := range leads {
			counts[node]++
		}
		for shard, own := range leads {
			if heir := heirOf(placed, shard, own); heir != "" && counts[own]-counts[heir] >= leastSpread {
				t.Fatalf("seed %d: %s leads %d and keeps shard %d, which %s would take, who leads %d", seed, own, counts[own], shard, heir, counts[heir])
			}
		}
	}
}

func mostLeads(leads []string) (most int) {
	counts := map[string]int{}
	for _, node := range leads {
		counts[node]++
		most = max(most, counts[node])
	}
	return most
}

// TestWhoKeepsAShardMustBeReady: no node gives away a shard if the next leader could not lead at once.
func TestWhoKeepsAShardMustBeReady(t *testing.T) {
	placed := agreed.Places{0: {"a", "b", "c"}, 1: {"a", "b", "c"}}
	leads := []string{"a", "a"}
	for late, want := range map[string]bool{"": true, "b": false, "c": false} {
		shard, to := giveAway("a", leads, placed, func(node string, _ int) bool { return node != late })
		if (shard >= 0) != want {
			t.Errorf("while %q is late shard %d is given to %q", late, shard, to)
		}
	}
}
