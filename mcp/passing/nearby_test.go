package passing

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"asterism/engine/store"
	"asterism/engine/warm"
	"asterism/mcp"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// log is a mock log of a follower that applies nothing: it stays at its place.
type log struct{ at uint64 }

func (l log) Applied() uint64                                            { return l.at }
func (l log) OnApplied(func(place uint64, w *store.Write)) (stop func()) { return func() {} }

// TestSearchesGoOnWithoutALeader: a node that may read from its replicas answers searches of one and of all namespaces without any leader, and reports how far behind it is. A node
// that may not refuses both. No node accepts writes.
func TestSearchesGoOnWithoutALeader(t *testing.T) {
	f := newFleet(t)
	f.place.Store(5)
	f.follower = warm.New(log{5})
	f.follower.Hear()
	spaces := namespaces(1)
	for s, names := range spaces {
		if err := f.call("a", "store_memory", map[string]any{"content": "the disk of the build server was full", "namespace": names[0]}, nil); err != nil {
			t.Fatalf("shard %d: %v", s, err)
		}
	}
	reads := f.nodes["c"]
	reads.ReadNearby(reads)
	f.nodes["b"].patience = 300 * time.Millisecond
	reads.patience = 300 * time.Millisecond
	f.mu.Lock()
	f.leaders = [shards]string{2: "c"} // it leads that one itself
	f.mu.Unlock()
	f.behind.Store(3)
	var got struct{ Results []struct{ ID string } }
	for _, space := range []string{spaces[0][0], "*"} {
		args := map[string]any{"query": "why did the build fail?", "namespace": space}
		if err := f.call("c", "search_graph", args, &got); err != nil || len(got.Results) == 0 {
			t.Errorf("namespace %s at a node that reads from what it keeps: %+v, %v", space, got, err)
		}
		if err := f.call("b", "search_graph", args, nil); err == nil || !strings.Contains(err.Error(), "not available") {
			t.Errorf("namespace %s at a node that reads from leaders: %v", space, err)
		}
	}
	c := mcp.Call{Tool: "search_graph", Arguments: json.RawMessage(fmt.Sprintf(`{"query":"build","namespace":%q}`, spaces[0][0]))}
	out, err := reads.Pass(t.Context(), c, func(ctx context.Context, e *tools.Engine) (*protocol.CallToolResult, error) {
		return reads.server.Carry(ctx, c, e)
	})
	if err != nil || out.Meta == nil || out.Meta.AdditionalFields["asterism/node"] != "c" {
		t.Fatalf("%+v, %v: does not tell who answered", out, err)
	}
	if said, err := json.Marshal(out.Content); err != nil || !strings.Contains(string(said), "has not applied the newest writes yet (shard 0: 3)") {
		t.Errorf("%s, %v: does not tell how far behind it is", said, err)
	}
	if err := f.call("c", "store_memory", map[string]any{"content": "another", "namespace": spaces[0][0]}, nil); err == nil || !strings.Contains(err.Error(), "not available") {
		t.Errorf("a write without a leader: %v", err)
	}
}

// TestACallerSeesHisOwnWrite: a node that has not applied its caller's write asks the leader; a node that has answers itself.
func TestACallerSeesHisOwnWrite(t *testing.T) {
	f := newFleet(t)
	f.follower = warm.New(log{5})
	f.follower.Hear()
	space := namespaces(1)[0][0] // led by node a
	reads := f.nodes["b"]
	reads.ReadNearby(reads)
	for _, at := range []struct {
		place uint64
		here  bool
	}{{5, true}, {6, false}} {
		f.place.Store(at.place)
		if err := f.call("b", "store_memory", map[string]any{"content": "the disk of the build server was full", "namespace": space, "allow_duplicate": true}, nil); err != nil {
			t.Fatal(err)
		}
		e := reads.follows(t.Context(), 0)
		if (e != nil) != at.here {
			t.Errorf("the leader had applied place %d, this node 5: answers itself %v, want %v", at.place, e != nil, at.here)
		}
		var got struct{ Results []struct{ ID string } }
		if err := f.call("b", "search_graph", map[string]any{"query": "why did the build fail?", "namespace": space}, &got); err != nil || len(got.Results) == 0 {
			t.Errorf("place %d: %+v, %v", at.place, got, err)
		}
	}
}

var _ Nearby = (*member)(nil)
