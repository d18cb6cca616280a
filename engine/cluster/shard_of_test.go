package cluster

import (
	"fmt"
	"testing"
)

// TestWhereANamespaceLies: if the shard of a namespace changed, its memories would be searched in the wrong shard and be lost.
func TestWhereANamespaceLies(t *testing.T) {
	for name, want := range map[string]int{"default": 13, "work": 6, "": 4, "größe": 15} {
		if got := ShardOf(name, 16); got != want {
			t.Errorf("namespace %q lies in shard %d of 16, want %d", name, got, want)
		}
	}
	if got := ShardOf("work", 1); got != 0 {
		t.Errorf("of one shard it lies in %d", got)
	}
}

// TestNamespacesSpread: 16,000 names in 16 shards: a thousand each, give or take four standard deviations (31).
func TestNamespacesSpread(t *testing.T) {
	var in [16]int
	for i := range 16000 {
		in[ShardOf(fmt.Sprint("project-", i), 16)]++
	}
	for n, got := range in {
		if got < 875 || got > 1125 {
			t.Errorf("shard %d has %d of 16000 names", n, got)
		}
	}
}
