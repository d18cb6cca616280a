package passing

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/mcp/failure"
)

type stored struct {
	ID string `json:"fingerprintId"`
}

// TestAnyNodeTakesAnyCall: a memory stored at one node is found, read, changed and listed at every other, whichever leads its shard.
func TestAnyNodeTakesAnyCall(t *testing.T) {
	f := newFleet(t)
	spaces := namespaces(2)
	nodes := []string{"a", "b", "c"}
	var ids []string
	for s, names := range spaces {
		for i, name := range names {
			var got stored
			if err := f.call(nodes[(s+i)%3], "store_memory", map[string]any{"content": fmt.Sprintf("the export of %s failed because disk %d was full", name, s), "namespace": name, "tags": []string{"failure"}}, &got); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, got.ID)
		}
	}
	for _, node := range nodes {
		for _, id := range ids {
			var got struct {
				Memory struct{ ID, Content string }
			}
			if err := f.call(node, "get_memory", map[string]any{"id": id}, &got); err != nil || got.Memory.ID != id || !strings.Contains(got.Memory.Content, "export") {
				t.Fatalf("node %s, memory %s: %+v, %v", node, id, got, err)
			}
		}
		f.search(t, node, spaces)
		f.list(t, node, ids)
	}
	var labels struct {
		Names []struct {
			Name     string
			Memories int
		}
	}
	if err := f.call("b", "list_tags", map[string]any{"namespace": "*"}, &labels); err != nil || len(labels.Names) != 1 || labels.Names[0].Memories != len(ids) {
		t.Errorf("tags %+v, %v", labels, err)
	}
	f.forget(t, ids[0])
}

// search finds the memory in its namespace, and all memories in all namespaces.
func (f *fleet) search(t *testing.T, node string, spaces [shards][]string) {
	t.Helper()
	var got struct {
		Results []struct{ ID, Snippet string }
	}
	for _, names := range spaces {
		if err := f.call(node, "search_graph", map[string]any{"query": "why did the export fail?", "namespace": names[0]}, &got); err != nil || len(got.Results) != 1 || !strings.Contains(got.Results[0].Snippet, names[0]) {
			t.Errorf("node %s, namespace %s: %+v, %v", node, names[0], got, err)
		}
	}
	if err := f.call(node, "search_graph", map[string]any{"query": "why did the export fail?", "namespace": "*", "topK": 100}, &got); err != nil || len(got.Results) != 2*shards {
		t.Errorf("node %s, all namespaces: %+v, %v", node, got, err)
	}
}

// list pages through all namespaces, three memories at a time: each memory once, the namespaces in order.
func (f *fleet) list(t *testing.T, node string, want []string) {
	t.Helper()
	var got, spaces []string
	for cursor := ""; ; {
		args := map[string]any{"namespace": "*", "limit": 3}
		if cursor != "" {
			args["cursor"] = cursor
		}
		var page struct {
			Memories   []struct{ ID, Namespace string }
			NextCursor *string
		}
		if err := f.call(node, "list_memories", args, &page); err != nil {
			t.Fatal(err)
		}
		for _, m := range page.Memories {
			got, spaces = append(got, m.ID), append(spaces, m.Namespace)
		}
		if page.NextCursor == nil {
			break
		}
		cursor = *page.NextCursor
	}
	if !slices.IsSorted(spaces) {
		t.Errorf("node %s lists namespaces as %v", node, spaces)
	}
	want = slices.Sorted(slices.Values(want))
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("node %s lists %v, want %v", node, got, want)
	}
}

// forget hides a memory at every node, and restores it.
func (f *fleet) forget(t *testing.T, id string) {
	t.Helper()
	if err := f.call("c", "forget_memory", map[string]any{"id": id}, nil); err != nil {
		t.Fatal(err)
	}
	if err := f.call("a", "restore_memory", map[string]any{"id": id}, nil); err != nil {
		t.Error(err)
	}
	err := f.call("a", "get_memory", map[string]any{"id": "01890a5d-ac96-774b-bcce-b302099a8057"}, nil)
	if refused := failure.Of(err); err == nil || refused.Name != string(engine.KindNotFound) {
		t.Errorf("a memory that is nowhere: %v", err)
	}
}

// TestRefusalsComeBack with the text of the leader's engine, and one call changes one shard.
func TestRefusalsComeBack(t *testing.T) {
	f := newFleet(t)
	spaces := namespaces(1)
	far := spaces[1][0] // led by b
	for name, c := range map[string]struct {
		tool string
		args map[string]any
		kind engine.Kind
		says string
	}{
		"a wrong value": {"store_memory", map[string]any{"content": "x", "namespace": far, "modality": "smell"}, engine.KindInvalid, "smell"},
		"two shards":    {"store_memories", map[string]any{"memories": []any{map[string]any{"content": "x", "namespace": far}, map[string]any{"content": "y", "namespace": spaces[2][0]}}}, engine.KindInvalid, "different shards"},
		"a backup":      {"create_backup", map[string]any{"archive": "/tmp/x"}, engine.KindInvalid, "cluster"},
		"no such goal":  {"get_goal_trend", map[string]any{"namespace": far, "goal": "01890a5d-ac96-774b-bcce-b302099a8057"}, engine.KindGoal, ""},
	} {
		err := f.call("a", c.tool, c.args, nil)
		var refused *failure.Failure
		if err != nil {
			refused = failure.Of(err)
		}
		if refused == nil || refused.Name != string(c.kind) || !strings.Contains(refused.Message, c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestAShardWithoutALeaderIsBusy, with a retry time, while calls to other shards succeed.
func TestAShardWithoutALeaderIsBusy(t *testing.T) {
	f := newFleet(t)
	spaces := namespaces(1)
	f.lead(1, "")
	p := f.nodes["a"].Passer
	p.patience = 3 * pause
	err := f.call("a", "store_memory", map[string]any{"content": "x", "namespace": spaces[1][0]}, nil)
	var refused *failure.Failure
	if !errors.As(err, &refused) || refused.Name != string(engine.KindBusy) || refused.RetryAfterMs == 0 {
		t.Errorf("%v", err)
	}
	if err := f.call("a", "store_memory", map[string]any{"content": "x", "namespace": spaces[2][0]}, nil); err != nil {
		t.Error(err)
	}
}

func (f *fleet) lead(shard int, node string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.leaders[shard] = node
}
