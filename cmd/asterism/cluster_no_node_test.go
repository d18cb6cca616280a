package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestClusterCommandsWithoutANode: commands that need a node say that there is none and how to start one. They do not mention tools, create no store, and do not ask for
// confirmation.
func TestClusterCommandsWithoutANode(t *testing.T) {
	commands := [][]string{{"cluster", "status"}, {"cluster", "checkpoint"}, {"cluster", "leave", "--yes"}, {"cluster", "move", "0", "--to", "n2"}, {"cluster", "backup", filepath.Join(t.TempDir(), "archive")}}
	told := func(data, says string, more ...string) {
		t.Helper()
		for _, args := range commands {
			out, errs, code := run(t, data, append(more, args...)...)
			if code != 1 || !strings.Contains(errs, says) || strings.Contains(errs, "tool") || strings.Contains(errs, "cluster_") || strings.Contains(errs, "--yes") {
				t.Errorf("%v: exit code %d, want words that say %q and nothing of tools:\n%s%s", args, code, says, out, errs)
			}
		}
	}
	const way = "asterism serve --cluster DIR"
	none := filepath.Join(t.TempDir(), "none")
	told(none, none+" is no node of a cluster")
	told(none, way)
	if _, err := os.Stat(none); !os.IsNotExist(err) {
		t.Errorf("a folder was made: %v", err)
	}
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "x", "--why", "y")
	if out, errs, code := run(t, none, "cluster", "leave"); code != 1 || !strings.Contains(errs, "no node") || strings.Contains(errs, "--yes") {
		t.Errorf("it asks whether to leave: %s%s", out, errs)
	}
	address, _ := serving(t, data)
	told(data, "holds the store of one machine")
	told(data, way)
	told(data, "without --connect", "--connect", address)
	node := filepath.Join(t.TempDir(), "node")
	ok(t, node, "cluster", "init", "--node", "n1", "--listen", twoFreePorts(t))
	told(node, "asterism serve --cluster "+node)
}
