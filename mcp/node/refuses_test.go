package node

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"asterism/engine/cluster"
	"asterism/engine/store"
)

// TestANodeThatCanStoreNothingNewIsTold: the cluster is then not whole, and its status says which node it is, and why.
func TestANodeThatCanStoreNothingNewIsTold(t *testing.T) {
	const why = "3 MiB are free on its disk, and 64 MiB must be for a write"
	s := &Status{}
	v := s.nodeStatus("b", About{Listen: "b:1"}, &report{state: State{Refuses: why, Replicas: []ReplicaState{{Node: "b", Role: leading}}}}, map[int][]ReplicaState{})
	if want := []string{"node b can store nothing new in the shards that it leads: " + why}; v.Refuses != why || !slices.Equal(s.Trouble, want) {
		t.Errorf("node %+v, trouble %q, want %q", v, s.Trouble, want)
	}
	s = &Status{}
	v = s.nodeStatus("b", About{}, &report{state: State{Refuses: why, Replicas: []ReplicaState{{Node: "b"}}}}, map[int][]ReplicaState{})
	if want := []string{"node b leads no shard, and cannot take over: it can store nothing new: " + why}; v.Refuses != why || !slices.Equal(s.Trouble, want) {
		t.Errorf("one that leads nothing: node %+v, trouble %q, want %q", v, s.Trouble, want)
	}
	s = &Status{}
	if v := s.nodeStatus("b", About{}, &report{}, map[int][]ReplicaState{}); v.Refuses != "" || len(s.Trouble) > 0 {
		t.Errorf("node %+v, trouble %q of one that can be written", v, s.Trouble)
	}
}

// keeping is a mock cluster in which this node keeps some shards and leads none.
type keeping struct {
	cluster.Node
	kept []*keptShard
}

func (k *keeping) Shards() int { return len(k.kept) }

func (k *keeping) Shard(number int) cluster.Shard {
	if k.kept[number] == nil {
		return nil
	}
	return k.kept[number]
}

type keptShard struct {
	cluster.Shard
	info store.Info
	err  error
}

func (s *keptShard) Store() store.Store { return store.Store{Upkeep: upkeep{s: s}} }

// upkeep is a mock that reports the state of a store.
type upkeep struct {
	store.Upkeep
	s *keptShard
}

func (u upkeep) Info(context.Context) (store.Info, error) { return u.s.info, u.s.err }

// TestAFullNodeThatLeadsNothingSaysSo: all stores that it keeps are checked, whichever node leads them.
func TestAFullNodeThatLeadsNothingSaysSo(t *testing.T) {
	opened := make(chan struct{})
	n := &Node{opened: opened, cluster: &keeping{kept: []*keptShard{nil, {}, {err: store.ErrClosed}, {info: store.Info{Refuses: "the disk is full"}}}}}
	if got := refuses(t.Context(), n); got != "" {
		t.Errorf("before it is open: %q", got)
	}
	close(opened)
	if got := refuses(t.Context(), n); got != "the disk is full" {
		t.Errorf("a full disk: %q", got)
	}
	n.cluster = &keeping{kept: []*keptShard{{err: errors.New("torn")}}}
	if got := refuses(t.Context(), n); !strings.Contains(got, "torn") {
		t.Errorf("a store that cannot say it: %q", got)
	}
	n.cluster = &keeping{kept: []*keptShard{nil, {}}}
	if got := refuses(t.Context(), n); got != "" {
		t.Errorf("where all can be written: %q", got)
	}
}
