package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine/cluster/natstest"
)

// TestProcessesOverANATSThatIsThere: three processes over other processes' servers. The third gets the URL instead of its folder. Each finds what another stored, even after that
// process was killed and one of the servers has ended.
func TestProcessesOverANATSThatIsThere(t *testing.T) {
	servers := natstest.Start(t, 3)
	dir := t.TempDir()
	var all []*testNode
	for i := range 3 {
		n := &testNode{name: fmt.Sprint("n", i+1)}
		n.data = filepath.Join(dir, n.name)
		place := []string{"--node", n.name, "--listen", twoFreePorts(t)}
		if i == 0 {
			ok(t, n.data, append([]string{"cluster", "init", "--name", "test", "--shards", "2"}, place...)...)
		} else {
			ok(t, n.data, append(append([]string{"cluster", "join"}, place...), strings.TrimSpace(ok(t, all[0].data, "cluster", "invite")))...)
		}
		flags := []string{"--cluster", n.data, "--nats", servers.URL(-1)}
		if i == 2 {
			flags = []string{"--cluster", servers.URL(-1)}
		}
		n.address, n.process = serving(t, n.data, flags...)
		awaitCluster(t, n.data, "has started", func(map[string]any) bool { return true })
		all = append(all, n)
	}
	awaitCluster(t, all[0].data, "is whole", func(s map[string]any) bool { return s["whole"] == true && len(s["nodes"].([]any)) == 3 })
	ok(t, all[0].data, "remember", "The kettle is in the lab", "--why", "tea")
	servers.Stop(1)
	if err := all[0].process.Process.Kill(); err != nil { // it is a leader
		t.Fatal(err)
	}
	_ = all[0].process.Wait()
	for _, n := range all[1:] {
		if out := ok(t, n.data, "search", "where is the kettle?"); !strings.Contains(out, "kettle is in the lab") {
			t.Errorf("at %s: %s", n.name, out)
		}
	}
	ok(t, all[2].data, "remember", "The ladder leans on the barn", "--why", "roof", "--namespace", "farm")
	if out := ok(t, all[1].data, "search", "--namespace", "*", "what leans on the barn?"); !strings.Contains(out, "ladder") {
		t.Error(out)
	}
}
