package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine/cluster/record"
)

// newerProgram builds this program with the next record format. It writes that format and reads both.
func newerProgram(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	file, err := filepath.Abs("../../engine/cluster/record/record.go")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	now, next := fmt.Sprintf("const Format = %d\n", record.Format), fmt.Sprintf("const Format = %d\n", record.Format+1)
	if strings.Count(string(source), now) != 1 {
		t.Fatalf("%s does not say %q once", file, now)
	}
	changed, overlay, program := filepath.Join(dir, "record.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "asterism")
	list, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{changed: []byte(strings.Replace(string(source), now, next, 1)), overlay: list} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-overlay", overlay, "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("build the newer program: %v\n%s", err, out)
	}
	return program
}

// startBy is start with another program.
func (n *testNode) startBy(t *testing.T, program string) {
	t.Helper()
	n.address, n.process = servingAs(t, func(ctx context.Context) *exec.Cmd {
		return exec.CommandContext(ctx, program, append([]string{"--data", n.data, "serve", "--http", "127.0.0.1:0", "--cluster", n.data}, n.more...)...)
	})
	awaitCluster(t, n.data, "has started", func(map[string]any) bool { return true })
}

// replica returns the replica of shard 0 on a node, from a status; empty if there is none.
func replica(s map[string]any, node string) map[string]any {
	for _, r := range s["shards"].([]any)[0].(map[string]any)["replicas"].([]any) {
		if r := r.(map[string]any); r["node"] == node {
			return r
		}
	}
	return map[string]any{}
}

// hasAll waits until a node has all of shard 0 and its log is on three servers, as an operator does before the next upgrade. By then another node may lead, and write what older
// nodes cannot read.
func (n *testNode) hasAll(t *testing.T) map[string]any {
	t.Helper()
	return awaitCluster(t, n.data, n.name+" has all", func(s map[string]any) bool {
		r := replica(s, n.name)
		return len(s["shards"].([]any)[0].(map[string]any)["log"].([]any)) == 3 && r["behind"] == 0.0 && r["trouble"] == nil && s["shards"].([]any)[0].(map[string]any)["leader"] != ""
	})
}

// TestOneNodeIsUpgradedAfterTheOther: a node with the older program applies nothing of the newer format, and reports which format it needs. With the newer program it continues, and
// has everything.
func TestOneNodeIsUpgradedAfterTheOther(t *testing.T) {
	newer := newerProgram(t)
	nodes := newTestCluster(t, 3, "--shards", "1")
	ok(t, nodes[0].data, "remember", "The kettle is in the lab", "--why", "tea")
	for _, n := range nodes[:2] {
		n.end(t)
		n.startBy(t, newer)
		n.hasAll(t)
	}
	old := nodes[2]
	old.end(t) // one of the newer ones leads now
	ok(t, nodes[0].data, "remember", "The ladder leans on the barn", "--why", "roof")

	old.more = nil // it passes searches on
	old.start(t)
	needs := fmt.Sprintf("format %d, this program reads up to %d", record.Format+1, record.Format)
	s := awaitCluster(t, nodes[1].data, "says which format the older node needs", func(s map[string]any) bool {
		return strings.Contains(fmt.Sprint(s["trouble"]), "shard 0 on node "+old.name) && strings.Contains(fmt.Sprint(s["trouble"]), needs)
	})
	if has, there := replica(s, old.name)["applied"].(float64), replica(s, nodes[1].name)["applied"].(float64); has >= there {
		t.Errorf("the older node has applied up to %v, and cannot read all up to %v", has, there)
	}
	if out := ok(t, old.data, "search", "--namespace", "default", "what leans on the barn?"); !strings.Contains(out, "ladder") {
		t.Errorf("the older node passes a search on that it must not answer itself: %s", out)
	}

	old.end(t)
	old.startBy(t, newer)
	awaitCluster(t, old.data, "is whole", func(s map[string]any) bool { return s["whole"] == true && len(s["nodes"].([]any)) == 3 })
	for _, n := range nodes {
		for _, text := range []string{"kettle is in the lab", "ladder leans on the barn"} {
			if out := ok(t, n.data, "search", text); !strings.Contains(out, text) {
				t.Errorf("at %s: %s", n.name, out)
			}
		}
	}
}
