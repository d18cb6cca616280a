package passing

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"asterism/mcp"
	"asterism/mcp/answer"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// TestBytesAreLeftOverNodes: a call's option about the bytes of a memory reaches the leader of its shard. Each shard's bytes are removed with the last memory that is removed there.
func TestBytesAreLeftOverNodes(t *testing.T) {
	f := newFleet(t)
	for shard, names := range namespaces(1) {
		var ids []string
		for i := range 3 {
			var got stored
			if err := f.call("b", "store_memory", map[string]any{"content": fmt.Sprintf("draft %d of shard %d", i, shard), "namespace": names[0]}, &got); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, got.ID)
		}
		for i, id := range ids {
			last := i == len(ids)-1
			if got := f.forgetHard(t, "a", id, !last); got.Scrubbed != last {
				t.Errorf("shard %d, led by %s: memory %d of %d: its bytes are taken out: %v", shard, f.leaders[shard], i+1, len(ids), got.Scrubbed)
			}
		}
	}
}

// forgetHard removes a memory for good at a node, and leaves its bytes on request.
func (f *fleet) forgetHard(t *testing.T, node, id string, leave bool) (out answer.Forgotten) {
	t.Helper()
	m := f.nodes[node]
	c := mcp.Call{Tool: "forget_memory", Arguments: json.RawMessage(`{"hard":true,"id":"` + id + `"}`)}
	if leave {
		c.Meta = json.RawMessage(`{"` + answer.BytesKey + `":true}`)
	}
	said, err := m.Pass(t.Context(), c, func(ctx context.Context, e *tools.Engine) (*protocol.CallToolResult, error) {
		return m.server.Carry(ctx, c, e)
	})
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(said.StructuredContent)
	if err == nil {
		err = json.Unmarshal(body, &out)
	}
	if err != nil || out.ID.String() != id {
		t.Fatalf("forget at %s: %v: %s", node, err, body)
	}
	return out
}
