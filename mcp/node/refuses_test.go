package node

import (
	"slices"
	"testing"
)

// TestANodeThatCanStoreNothingNewIsTold: the cluster is not whole then, and its status says which node it is, and why.
func TestANodeThatCanStoreNothingNewIsTold(t *testing.T) {
	const why = "3 MiB are free on its disk, and 64 MiB must be for a write"
	s := &Status{}
	v := s.nodeStatus("b", About{Listen: "b:1"}, &told{state: State{Refuses: why}}, map[int][]ReplicaState{})
	if want := []string{"node b can store nothing new in the shards that it leads: " + why}; v.Refuses != why || !slices.Equal(s.Trouble, want) {
		t.Errorf("node %+v, trouble %q, want %q", v, s.Trouble, want)
	}
	s = &Status{}
	if v := s.nodeStatus("b", About{}, &told{}, map[int][]ReplicaState{}); v.Refuses != "" || len(s.Trouble) > 0 {
		t.Errorf("node %+v, trouble %q of one that can be written", v, s.Trouble)
	}
}
