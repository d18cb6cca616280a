package node

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// TestThreeNodesOverANATSThatIsThere: every node finds what another stored, even while one of the servers is away. A node can leave although it has no server of its own to take
// out.
func TestThreeNodesOverANATSThatIsThere(t *testing.T) {
	f := newFleet(t)
	f.filesAreShared(t)
	namespaces := f.spread()
	names := []string{"a", "b", "c"}
	tell := func(round int) {
		t.Helper()
		for shard, namespace := range namespaces {
			text := fmt.Sprintf("In round %d the lantern of shard %d hung at gate %d", round, shard, 7*shard)
			if err := f.call(names[(shard+round)%3], "store_memory", map[string]any{"content": text, "namespace": namespace}, nil); err != nil {
				t.Fatal(err)
			}
			for _, name := range names {
				var got struct {
					Results []struct{ Snippet string }
				}
				err := f.call(name, "search_graph", map[string]any{"query": text, "namespace": namespace, "topK": 1}, &got)
				if err != nil || len(got.Results) != 1 || !strings.Contains(got.Results[0].Snippet, fmt.Sprint("round ", round)) {
					t.Errorf("round %d, shard %d at node %s: %+v, %v", round, shard, name, got, err)
				}
			}
		}
	}
	tell(0)
	f.servers.Stop(0)
	f.hearEachOther(names) // questions during the move of connections to other servers may be lost; they fail with an error
	tell(1)
	f.servers.Restart(0)
	f.await("whole again", func() (bool, any) {
		s := f.nodes["b"].Status(t.Context())
		return s.Whole, s.Trouble
	})
	left, err := f.nodes["c"].Leave(t.Context(), "c")
	if err != nil || !left.Removed || len(left.Fewer) != shards {
		t.Fatalf("%+v, %v", left, err)
	}
	if err := f.nodes["c"].Close(); err != nil {
		t.Error(err)
	}
	names = []string{"a", "b", "b"}
	tell(2)
}

// hearEachOther waits until every node answers every other.
func (f *fleet) hearEachOther(names []string) {
	f.t.Helper()
	for _, from := range names {
		for _, to := range names {
			f.await("one whose nodes hear each other", func() (bool, any) {
				ctx, stop := context.WithTimeout(f.t.Context(), stateWait)
				defer stop()
				err := f.nodes[from].ask(ctx, to, asked{Kind: askState}, &State{})
				return err == nil, err
			})
		}
	}
}
