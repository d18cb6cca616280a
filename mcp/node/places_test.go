package node

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/engine/cluster"
	"asterism/engine/cluster/member"
	"asterism/engine/cluster/natstest"
)

// join adds a node, at the door of the first.
func (f *fleet) join(name string) *process {
	f.t.Helper()
	v, err := f.nodes["a"].cfg.Member.Invite(time.Hour, time.Now())
	if err != nil {
		f.t.Fatal(err)
	}
	data := f.t.TempDir()
	m, err := member.Join(f.t.Context(), data, v, member.Place{Node: name, Listen: natstest.FreeAddress(f.t), Door: natstest.FreeAddress(f.t)}, time.Now())
	if err != nil {
		f.t.Fatal(err)
	}
	return f.start(m, data)
}

// leads and keeps count what each node leads and keeps, as reported by one node.
func (f *fleet) counted(n *process) (leads, keeps map[string]int, moving int) {
	f.t.Helper()
	leads, keeps = map[string]int{}, map[string]int{}
	for shard := range shards {
		if l, ok := n.cluster.LeaderOf(shard); ok {
			leads[l.Node]++
		}
	}
	p, err := n.cluster.(cluster.Mover).Places(f.t.Context())
	if err != nil {
		f.t.Fatal(err)
	}
	for shard, nodes := range p.Of {
		if len(nodes) < 3 && len(f.nodes) > 2 {
			f.t.Errorf("shard %d is kept by %v alone", shard, nodes)
		}
		for _, node := range nodes {
			keeps[node]++
		}
	}
	return leads, keeps, len(p.Leaving)
}

// fill stores a memory in each shard, and returns their namespaces.
func (f *fleet) fill(at string) (namespaces []string) {
	f.t.Helper()
	has := map[int]bool{}
	for i := 0; len(has) < shards; i++ {
		name := fmt.Sprint("space-", i)
		if shard := cluster.ShardOf(name, shards); !has[shard] {
			has[shard], namespaces = true, append(namespaces, name)
			if err := f.call(at, "store_memory", map[string]any{"content": "The lantern of " + name + " hangs at the gate", "namespace": name}, nil); err != nil {
				f.t.Fatal(err)
			}
		}
	}
	return namespaces
}

// found searches at a node for what was stored.
func (f *fleet) found(at string, namespaces []string) {
	f.t.Helper()
	for _, name := range namespaces {
		var got struct{ Results []struct{ Snippet string } }
		err := f.call(at, "search_graph", map[string]any{"query": "where the lantern hangs", "namespace": name, "topK": 1}, &got)
		if err != nil || len(got.Results) != 1 || !strings.Contains(got.Results[0].Snippet, name) {
			f.t.Errorf("node %s finds %+v in %s, %v", at, got, name, err)
		}
	}
}

// TestReplicasAndLeadsSpreadByThemselves: leads spread over the first three nodes, and replicas to a fourth that joins, one shard at a time. What was stored stays. If one node is
// fixed, nothing moves.
func TestReplicasAndLeadsSpreadByThemselves(t *testing.T) {
	f := newFleetThat(t, func(c *Config) { c.Look = 200 * time.Millisecond })
	a := f.nodes["a"]
	namespaces := f.fill("a")
	f.await("led by all", func() (bool, any) {
		leads, keeps, _ := f.counted(a)
		return leads["a"] <= 2 && leads["b"] > 0 && leads["c"] > 0 && keeps["a"]+keeps["b"]+keeps["c"] == 3*shards, leads
	})
	f.change = func(c *Config) { c.Look, c.Fixed = 200*time.Millisecond, true }
	d := f.join("d")
	f.await("told to stay", func() (bool, any) {
		notes := a.Status(t.Context()).Notes
		return len(notes) == 1 && strings.Contains(notes[0], "node d was started with --fixed-shards"), notes
	})
	time.Sleep(10 * 200 * time.Millisecond)
	if _, keeps, moving := f.counted(a); keeps["d"] > 0 || moving > 0 {
		t.Errorf("shards moved to a node that wants them to stay: %v", keeps)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	f.change = func(c *Config) { c.Look = 200 * time.Millisecond }
	f.start(d.cfg.Member, d.data)
	most := 0
	f.await("kept by all", func() (bool, any) {
		_, keeps, moving := f.counted(a)
		most = max(most, moving)
		return moving == 0 && keeps["d"] == 3 && keeps["a"] == 3 && keeps["b"] == 3 && keeps["c"] == 3, keeps
	})
	if most > 1 {
		t.Errorf("%d shards were on their way at a time", most)
	}
	f.await("whole", func() (bool, any) {
		s := a.Status(t.Context())
		return s.Whole && len(s.Notes) == 0, append(s.Trouble, s.Notes...)
	})
	for name := range f.nodes {
		f.found(name, namespaces)
	}
}

// TestANodeThatDiesWhileAShardMovesToIt leaves the shard with as many replicas as before: the move is given up, and the status reports it while it lasts.
func TestANodeThatDiesWhileAShardMovesToIt(t *testing.T) {
	f := newFleetThat(t, func(c *Config) { c.Look = 500 * time.Millisecond })
	f.change = func(c *Config) { c.Look, c.Fixed = 500*time.Millisecond, true } // until the test itself begins a move
	d := f.join("d")
	namespaces := f.fill("b")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	mover := f.nodes["b"].cluster.(cluster.Mover)
	if err := mover.BeginMove(t.Context(), 2, "a", "d"); err != nil { // to a node that has just died
		t.Fatal(err)
	}
	if err := mover.BeginMove(t.Context(), 2, "b", "d"); err == nil {
		t.Error("a shard on its way was sent another way")
	}
	f.await("said to move", func() (bool, any) {
		notes := f.nodes["b"].Status(t.Context()).Notes
		return slices.ContainsFunc(notes, func(s string) bool { return strings.Contains(s, "node a drops it") }), notes
	})
	f.await("rid of the dead one", func() (bool, any) {
		p, err := mover.Places(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(p.Of[2]) < 3 {
			t.Fatalf("shard 2 is kept by %v alone", p.Of[2])
		}
		return len(p.Leaving) == 0 && slices.Equal(slices.Sorted(slices.Values(p.Of[2])), []string{"a", "b", "c"}), p
	})
	f.found("c", namespaces)
	left, err := f.nodes["b"].Leave(t.Context(), "d")
	if err != nil || left.Moved != 0 {
		t.Errorf("%+v, %v", left, err)
	}
}

// TestWhoLeavesGetsNothing: a node that is being taken out gets no shard, and shards that were moving to it or from it end up on other nodes.
func TestWhoLeavesGetsNothing(t *testing.T) {
	f := newFleetThat(t, func(c *Config) { c.Look = time.Hour }) // nothing moves automatically
	f.join("d")
	namespaces := f.fill("a")
	mover := f.nodes["b"].cluster.(cluster.Mover)
	if err := errors.Join(mover.BeginMove(t.Context(), 1, "a", "d"), mover.BeginMove(t.Context(), 3, "b", "d")); err != nil {
		t.Fatal(err)
	}
	left, err := f.nodes["a"].Leave(t.Context(), "a")
	if err != nil || left.Moved != shards || len(left.Fewer) > 0 {
		t.Fatalf("%+v, %v", left, err)
	}
	p, err := mover.Places(t.Context())
	if err != nil || slices.Contains(p.Staying, "a") {
		t.Fatalf("%+v, %v", p, err)
	}
	for shard, nodes := range p.Of {
		if !slices.Equal(slices.Sorted(slices.Values(nodes)), []string{"b", "c", "d"}) {
			t.Errorf("shard %d is kept by %v", shard, nodes)
		}
	}
	if err := mover.Part(t.Context(), "c"); err != nil {
		t.Fatal(err)
	}
	if p, err = mover.Places(t.Context()); err != nil || slices.Contains(p.Staying, "c") {
		t.Errorf("%+v, %v", p, err)
	}
	if err := f.nodes["a"].Close(); err != nil {
		t.Error(err)
	}
	f.found("d", namespaces)
}
