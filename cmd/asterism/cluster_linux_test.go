package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestOneMachineRunsNoBus: a server without a cluster only listens at its address, and leaves nothing of a cluster in its folder.
func TestOneMachineRunsNoBus(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, server := serving(t, data)
	ok(t, data, "remember", "The kettle is in the lab", "--why", "tea")
	listening := listeningAt(t, server.Process.Pid)
	if len(listening) != 1 || !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Errorf("it serves at %s and listens at %v", address, listening)
	}
	for _, folder := range []string{"cluster", "jetstream", "shards"} {
		if _, err := os.Stat(filepath.Join(data, folder)); err == nil {
			t.Errorf("there is a folder %s", folder)
		}
	}
}

// listeningAt returns the TCP ports at which a process listens, in the kernel's format.
func listeningAt(t *testing.T, pid int) (ports []string) {
	t.Helper()
	own := map[string]bool{}
	fds, err := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	if err != nil || len(fds) == 0 {
		t.Fatalf("open files of process %d: %v %v", pid, fds, err)
	}
	for _, fd := range fds {
		if to, err := os.Readlink(fd); err == nil { // it may be closed by now
			own[to] = true
		}
	}
	for _, table := range []string{"tcp", "tcp6"} {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/net/%s", pid, table))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			const local, state, inode, listen = 1, 3, 9, "0A"
			if f := strings.Fields(line); len(f) > inode && f[state] == listen && own["socket:["+f[inode]+"]"] {
				ports = append(ports, f[local])
			}
		}
	}
	return ports
}
