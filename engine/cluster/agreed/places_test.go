package agreed

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestRanksAreSpread: the nodes of a shard have the ranks 0, 1, 2 …, independent of their order. Over several shards, the counts of first ranks differ by at most one.
func TestRanksAreSpread(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.Permutation([]string{"a", "b", "c", "d", "e"}).Draw(t, "order")[:rapid.IntRange(1, 5).Draw(t, "nodes")]
		shards := rapid.IntRange(1, 20).Draw(t, "shards")
		first := map[string]int{}
		for shard := range shards {
			p := Places{shard: nodes}
			var ranks []int
			for _, n := range nodes {
				ranks = append(ranks, p.Rank(shard, n))
				if ranks[len(ranks)-1] == 0 {
					first[n]++
				}
			}
			slices.Sort(ranks)
			for want, got := range ranks {
				if got != want {
					t.Fatalf("ranks of shard %d are %v", shard, ranks)
				}
			}
			if got := p.Rank(shard, "stranger"); got != len(nodes) {
				t.Fatalf("a node that does not keep it has rank %d", got)
			}
		}
		for _, n := range nodes {
			if least := shards / len(nodes); first[n] < least || first[n] > least+1 {
				t.Fatalf("node %s is first for %d of %d shards on %d nodes", n, first[n], shards, len(nodes))
			}
		}
	})
}

func TestOf(t *testing.T) {
	p := Places{2: {"a", "b"}, 0: {"b"}, 1: {"a"}}
	for node, want := range map[string]string{"a": "[1 2]", "b": "[0 2]", "c": "[]"} {
		if got := fmt.Sprint(p.Of(node)); got != want {
			t.Errorf("node %s keeps %s, want %s", node, got, want)
		}
	}
}
