package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestANodeThatHasLeftStaysOut: it was taken out while it was away, and its folder is refused from then on. The machine can join again under its old name.
func TestANodeThatHasLeftStaysOut(t *testing.T) {
	nodes := newTestCluster(t, 3, "--shards", "2")
	gone, other := nodes[0], nodes[1]
	refusals := func() { // of commands for a single machine's store, while the node runs
		for _, args := range [][]string{{"reembed"}, {"reembed", "--damaged"}, {"serve", "--http", "127.0.0.1:0"}, {"check"}} {
			if _, errs, code := run(t, other.data, args...); code != 1 || !strings.Contains(errs, "folder of a node of a cluster") || strings.Contains(errs, "does not run") || strings.Contains(errs, "FORMAT") {
				t.Errorf("%v: exit code %d, %s", args, code, errs)
			}
		}
	}
	refusals()
	if _, errs, code := run(t, other.data, "cluster", "leave", "nosuch"); code != 1 || !strings.Contains(errs, `no node "nosuch"`) || strings.Contains(errs, "--yes") {
		t.Errorf("a node that is not: exit code %d, %s", code, errs)
	}
	if err := gone.process.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = gone.process.Wait()
	two := func(s map[string]any) bool { return s["whole"] == true && len(s["nodes"].([]any)) == 2 }
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Second) { // until another node leads its shards
		out, errs, code := run(t, other.data, "cluster", "leave", gone.name, "--yes")
		if code == 0 && !strings.Contains(out, "still counts") || strings.Contains(errs, "there is no node") {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("it is never taken out: exit code %d, %s%s", code, out, errs)
		}
	}
	if s := awaitCluster(t, other.data, "is whole without it", two); len(s["counted"].([]any)) != 2 {
		t.Errorf("servers that count: %v", s["counted"])
	}
	if _, errs, code := run(t, other.data, "cluster", "leave", gone.name, "--yes"); code != 1 || !strings.Contains(errs, "there is no node") {
		t.Errorf("it leaves again: exit code %d, %s", code, errs)
	}
	for round := range 2 { // first the others report it, and then its folder does
		if _, errs, code := run(t, gone.data, "serve", "--cluster", gone.data, "--http", "127.0.0.1:0"); code != 1 || !strings.Contains(errs, "taken out of the cluster on") || !strings.Contains(errs, "join again") {
			t.Errorf("start %d of what has left: exit code %d, %s", round+1, code, errs)
		}
	}
	awaitCluster(t, other.data, "is whole after that", two)

	if err := os.RemoveAll(gone.data); err != nil {
		t.Fatal(err)
	}
	gone.data = filepath.Join(t.TempDir(), "anew")
	word := strings.TrimSpace(ok(t, other.data, "cluster", "invite"))
	ok(t, gone.data, "cluster", "join", "--node", gone.name, "--listen", twoFreePorts(t), word)
	gone.start(t)
	awaitCluster(t, other.data, "has it again", func(s map[string]any) bool { return len(s["nodes"].([]any)) == 3 })
}
