package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/engine/cluster/natstest"
)

// testNode is a process that serves as a cluster node.
type testNode struct {
	name, data, address string
	more                []string // flags
	process             *exec.Cmd
}

// twoFreePorts returns an address with a free port, and the next port, which is free too: for a node and its door.
func twoFreePorts(t *testing.T) string {
	t.Helper()
	for port := range 100 {
		if port = natstest.FreePort(t); natstest.FreePort(t) == port+1 {
			return fmt.Sprint("127.0.0.1:", port)
		}
	}
	t.Fatal("no two free ports side by side")
	return ""
}

// newTestCluster starts so many nodes, one after the other, and waits until the cluster is whole. The third answers searches from its own replicas.
func newTestCluster(t *testing.T, nodes int, founding ...string) (all []*testNode) {
	t.Helper()
	dir := t.TempDir()
	for i := range nodes {
		n := &testNode{name: fmt.Sprint("n", i+1)}
		n.data = filepath.Join(dir, n.name)
		place := []string{"--node", n.name, "--listen", twoFreePorts(t)}
		if i == 0 {
			ok(t, n.data, append(append([]string{"cluster", "init", "--name", "test"}, place...), founding...)...)
		} else {
			word := strings.TrimSpace(ok(t, all[0].data, "cluster", "invite"))
			ok(t, n.data, append(append([]string{"cluster", "join"}, place...), word)...)
		}
		if i == 2 {
			n.more = []string{"--read-from", "any"}
		}
		n.start(t)
		all = append(all, n)
	}
	awaitCluster(t, all[0].data, "is whole", func(s map[string]any) bool { return s["whole"] == true && len(s["nodes"].([]any)) == nodes })
	return all
}

func (n *testNode) start(t *testing.T) {
	t.Helper()
	n.address, n.process = serving(t, n.data, append([]string{"--cluster", n.data}, n.more...)...)
	awaitCluster(t, n.data, "has started", func(map[string]any) bool { return true })
}

// awaitCluster waits until a node's report on the cluster is as wanted.
func awaitCluster(t *testing.T, data, what string, wanted func(map[string]any) bool) map[string]any {
	t.Helper()
	var last string
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(200 * time.Millisecond) {
		out, errs, code := run(t, data, "--json", "cluster", "status")
		last = out + errs
		var s map[string]any
		if code == 0 && json.Unmarshal([]byte(out), &s) == nil && wanted(s) {
			return s
		}
	}
	t.Fatalf("the cluster never %s: %s", what, last)
	return nil
}

// TestClusterOfThreeProcesses: what one stored is found at the others, even after one of them was killed. The killed one returns and has what was stored meanwhile. The node that
// reads from its replicas still answers searches when it is the only one left, and accepts no writes.
func TestClusterOfThreeProcesses(t *testing.T) {
	nodes := newTestCluster(t, 3, "--shards", "4")
	kettle := asJSON(t, ok(t, nodes[0].data, "--json", "remember", "The kettle is in the lab", "--why", "tea"))["id"].(string)
	ok(t, nodes[1].data, "remember", "The ladder leans on the barn", "--why", "roof", "--namespace", "farm")
	for _, n := range nodes {
		if out := ok(t, n.data, "search", "where is the kettle?"); !strings.Contains(out, "kettle is in the lab") {
			t.Errorf("at %s: %s", n.name, out)
		}
		if out := ok(t, n.data, "search", "--namespace", "*", "what leans on the barn?"); !strings.Contains(out, "ladder") {
			t.Errorf("over all namespaces at %s: %s", n.name, out)
		}
		if out := ok(t, n.data, "get", kettle); !strings.Contains(out, "kettle") {
			t.Errorf("by its id at %s: %s", n.name, out)
		}
	}
	for round, victim := range []int{0, 1} { // the first leads everything before the first round
		n := nodes[victim]
		if err := n.process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = n.process.Wait()
		other := nodes[(victim+1)%len(nodes)]
		if out := ok(t, other.data, "search", "where is the kettle?"); !strings.Contains(out, "kettle is in the lab") {
			t.Errorf("at %s while %s is away: %s", other.name, n.name, out)
		}
		text := fmt.Sprintf("In round %d the lantern hung at gate %d", round, round+7)
		ok(t, other.data, "remember", text, "--why", "light")
		n.start(t)
		s := awaitCluster(t, n.data, "is whole again", func(s map[string]any) bool { return s["whole"] == true })
		if len(s["nodes"].([]any)) != 3 {
			t.Errorf("nodes: %v", s["nodes"])
		}
		if out := ok(t, n.data, "search", text); !strings.Contains(out, text) {
			t.Errorf("at %s, which is back: %s", n.name, out)
		}
	}
	for _, n := range nodes[:2] { // no majority remains
		if err := n.process.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = n.process.Wait()
	}
	for _, namespace := range []string{"default", "*"} {
		if out := ok(t, nodes[2].data, "search", "--namespace", namespace, "where is the kettle?"); !strings.Contains(out, "kettle is in the lab") {
			t.Errorf("namespace %s at the node that is left: %s", namespace, out)
		}
	}
	if _, errs, code := run(t, nodes[2].data, "remember", "The lid is lost", "--why", "tea"); code == 0 || !strings.Contains(errs, "not available") && !strings.Contains(errs, "has no leader") && !strings.Contains(errs, "outcome unknown") {
		t.Errorf("a write without a majority: exit code %d, %s", code, errs)
	}
}

// TestANodesFolderIsNoStore: commands report that the node does not run, and create no store in its folder. A folder with a store does not become a node.
func TestANodesFolderIsNoStore(t *testing.T) {
	data := filepath.Join(t.TempDir(), "node")
	word := asJSON(t, ok(t, data, "--json", "cluster", "init", "--node", "n1", "--listen", twoFreePorts(t)))["invitation"].(string)
	for _, args := range [][]string{{"remember", "x", "--why", "y"}, {"search", "x"}, {"serve"}, {"cluster", "status"}} {
		if _, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, "serve --cluster "+data) {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
	alone := filepath.Join(t.TempDir(), "store")
	ok(t, alone, "remember", "x", "--why", "y")
	for name, c := range map[string]struct {
		data string
		args []string
		says string
	}{
		"init again":      {data, []string{"cluster", "init"}, "is a node of a cluster already"},
		"init over":       {alone, []string{"cluster", "init", "--node", "n1"}, "holds the store of one machine"},
		"join over":       {alone, []string{"cluster", "join", "--node", "n2", word}, "holds the store of one machine"},
		"no node":         {alone, []string{"serve", "--cluster", alone}, "asterism cluster init"},
		"join nobody":     {filepath.Join(t.TempDir(), "x"), []string{"cluster", "join", "--node", "n2", word}, "the node there must be running"},
		"no invitation":   {filepath.Join(t.TempDir(), "x"), []string{"cluster", "join", "--node", "n2", "tea"}, "no invitation"},
		"too many shards": {filepath.Join(t.TempDir(), "x"), []string{"cluster", "init", "--node", "n1", "--shards", "1000"}, "1000 shards"},
		"bad name":        {filepath.Join(t.TempDir(), "x"), []string{"cluster", "init", "--node", "A b"}, `"A b"`},
		"join alone":      {alone, []string{"serve", "--join", "127.0.0.1:7747"}, "--cluster only"},
		"two folders":     {alone, []string{"serve", "--cluster", data}, "two folders"},
		"backups":         {data, []string{"serve", "--cluster", data, "--http", "127.0.0.1:0", "--backups", "/tmp/x"}, "asterism cluster backup"},
	} {
		if _, errs, code := run(t, c.data, c.args...); code != 1 || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit code %d, %s", name, code, errs)
		}
	}
}

// TestAClusterComesBackFromABackup: a node's backup becomes a cluster again, with another name and keys. The doctor and the metrics report on a node.
func TestAClusterComesBackFromABackup(t *testing.T) {
	n := newTestCluster(t, 1, "--shards", "3")[0]
	for i := range 5 {
		ok(t, n.data, "remember", fmt.Sprintf("Barrel %d holds oil number %d", i, 7*i), "--why", "stock", "--namespace", fmt.Sprint("hall-", i))
	}
	forgotten := asJSON(t, ok(t, n.data, "--json", "remember", "This is forgotten", "--why", "x"))["id"].(string)
	ok(t, n.data, "forget", forgotten)
	if d := asJSON(t, ok(t, n.data, "--json", "doctor")); d["well"] != true || !strings.Contains(fmt.Sprint(d), "node n1 of cluster test-") {
		t.Errorf("doctor: %v", d)
	}
	archive := filepath.Join(t.TempDir(), "archive")
	made := asJSON(t, ok(t, n.data, "--json", "cluster", "backup", archive))
	if made["memories"] != 5.0 || made["shards"] != 3.0 {
		t.Errorf("backup: %v", made)
	}
	if cut := asJSON(t, ok(t, n.data, "--json", "cluster", "checkpoint")); len(cut["checkpoints"].([]any)) != 3 {
		t.Errorf("checkpoint: %v", cut)
	}
	if _, errs, code := run(t, n.data, "cluster", "leave", "--yes"); code != 1 || !strings.Contains(errs, "alone keeps shard 0") {
		t.Errorf("the only node leaves: exit code %d, %s", code, errs)
	}
	ok(t, n.data, "remember", "This came after the backup", "--why", "x")

	again := &testNode{name: "r", data: filepath.Join(t.TempDir(), "again")}
	made = asJSON(t, ok(t, again.data, "--json", "cluster", "restore", archive, "--name", "second", "--node", again.name, "--listen", twoFreePorts(t)))
	if !strings.HasPrefix(made["cluster"].(string), "second-") {
		t.Errorf("restore: %v", made)
	}
	if _, errs, code := run(t, again.data, "cluster", "restore", archive); code != 1 || !strings.Contains(errs, "is not empty") {
		t.Errorf("restored again: exit code %d, %s", code, errs)
	}
	again.start(t)
	for i := range 5 {
		if out := ok(t, again.data, "list", "--namespace", fmt.Sprint("hall-", i)); !strings.Contains(out, fmt.Sprintf("oil number %d", 7*i)) {
			t.Errorf("hall %d: %s", i, out)
		}
	}
	if out := ok(t, again.data, "get", forgotten); !strings.Contains(out, "This is forgotten") {
		t.Errorf("what was forgotten: %s", out)
	}
	if out := ok(t, again.data, "search", "--namespace", "*", "what came after the backup?"); strings.Contains(out, "came after") {
		t.Errorf("it came after the backup: %s", out)
	}
	ok(t, again.data, "remember", "The restored one goes on", "--why", "x")
}
