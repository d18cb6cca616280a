package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/serve"
	"asterism/engine"
	"asterism/mcp/client"
	"asterism/mcp/httpapi"
	"asterism/mcp/project"
)

// under runs a command with limits of the shell.
func under(cmd *exec.Cmd, limits string) *exec.Cmd {
	cmd.Path, cmd.Args = "/bin/sh", append([]string{"sh", "-c", limits + `; exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
	return cmd
}

// TestTheSoftLimitIsRaised to the hard one, and doctor says how it is divided.
func TestTheSoftLimitIsRaised(t *testing.T) {
	for limits, want := range map[string]struct {
		hard float64
		well bool
	}{
		"ulimit -Sn 128; ulimit -Hn 512": {512, true},
		"ulimit -n 300":                  {300, true},
		"ulimit -n 100":                  {100, false},
	} {
		out, _ := under(program(t.Context(), filepath.Join(t.TempDir(), "store"), "--json", "doctor"), limits).Output()
		var found map[string]any
		for _, f := range asJSON(t, string(out))["findings"].([]any) {
			if one := f.(map[string]any); one["part"] == "files" {
				found = one
			}
		}
		if found == nil {
			t.Fatalf("%s: doctor says nothing of files: %s", limits, out)
		}
		d := serve.Divide(int(found["limits"].(map[string]any)["limit"].(float64)), httpapi.DefaultConnections, 0)
		if diff := want.hard - float64(d.Limit); diff < 0 || diff > 1 { // Go stays one below, to detect a later change
			t.Errorf("%s: a limit of %d, want %v", limits, d.Limit, want.hard)
		}
		if found["ok"] != want.well || !want.well && !strings.Contains(fmt.Sprint(found["words"], found["way_out"]), "ulimit -n") {
			t.Errorf("%s: %v", limits, found)
		}
		for key, n := range map[string]int{"reserve": d.Reserve, "connections": d.HTTP, "socket_clients": d.Socket} {
			if found["limits"].(map[string]any)[key] != float64(n) {
				t.Errorf("%s: %s is %v, want %d", limits, key, found["limits"].(map[string]any)[key], n)
			}
		}
	}
}

// TestServeNeedsDescriptors: with too few it opens nothing, and the error says what to do.
func TestServeNeedsDescriptors(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	for _, over := range [][]string{{"--http", "127.0.0.1:0"}, nil} {
		said, err := combined(under(program(t.Context(), data, append([]string{"serve"}, over...)...), "ulimit -n 100"))
		if err == nil || !strings.Contains(said, "ulimit -n") || !strings.Contains(said, "is the least") {
			t.Errorf("%v: %v\n%s", over, err, said)
		}
	}
}

// TestCommandsNeedDescriptors: a command that would open the store refuses a limit that the store may exceed, with the same error as serve. A command that opens none runs, and so
// does one with the named minimum.
func TestCommandsNeedDescriptors(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "x", "--why", "y")
	least := ""
	for _, args := range [][]string{{"list"}, {"search", "x"}, {"remember", "z", "--why", "y"}, {"check"}, {"purge"}, {"purge", "--dry-run"}} {
		said, err := combined(under(program(t.Context(), data, args...), "ulimit -n 64"))
		_, hint, _ := strings.Cut(said, "systemd unit; ")
		found, _, told := strings.Cut(hint, " is the least")
		if least = found; err == nil || !strings.Contains(said, "64 files open at a time (ulimit -n)") && !strings.Contains(said, "63 files open") || !told || strings.Contains(said, "Too many open files") {
			t.Errorf("%v: %v\n%s", args, err, said)
		}
	}
	for _, args := range [][]string{{"version"}, {"help"}} {
		if said, err := combined(under(program(t.Context(), data, args...), "ulimit -n 64")); err != nil {
			t.Errorf("%v: %v\n%s", args, err, said)
		}
	}
	if said, err := combined(under(program(t.Context(), data, "search", "x"), "ulimit -n "+least)); err != nil {
		t.Errorf("%s are said to be enough: %v\n%s", least, err, said)
	}
}

// silentOnes opens connections that send nothing, and counts those that the server closes.
func silentOnes(t *testing.T, n int, dial func() (net.Conn, error)) (closed *atomic.Int64) {
	t.Helper()
	closed = &atomic.Int64{}
	for range n {
		conn, err := dial()
		if err != nil {
			closed.Add(1) // it was not even accepted
			continue
		}
		t.Cleanup(func() { _ = conn.Close() })
		go func() {
			_, _ = io.Copy(io.Discard, conn) // its first line does not matter
			closed.Add(1)
		}()
	}
	return closed
}

// TestIdleConnectionsDoNotStarveTheStore: with a low limit, far more connections than allowed take no descriptors from the store. Existing connections are served, their memories
// are flushed to files, and connections beyond the limit are closed.
func TestIdleConnectionsDoNotStarveTheStore(t *testing.T) {
	const limit, many = 128, 300
	data := filepath.Join(t.TempDir(), "store")
	address, _ := servingAs(t, func(ctx context.Context) *exec.Cmd {
		return under(program(ctx, data, "serve", "--http", "127.0.0.1:0", "--no-token"), fmt.Sprintf("ulimit -n %d", limit))
	})
	d := serve.Divide(limit, httpapi.DefaultConnections, 0)
	found, err := owner.FindServer(data)
	if err != nil || found == nil {
		t.Fatalf("announced: %+v %v", found, err)
	}
	if found.Connections != d.HTTP {
		t.Errorf("%d connections are announced, want %d", found.Connections, d.HTTP)
	}
	r, err := client.Dial(t.Context(), address, "", "", 2, version, project.Home{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	notes := func(from, n int) (out []engine.Note) {
		for i := range n {
			out = append(out, engine.Note{Content: fmt.Sprintf("Note %d of a server with few descriptors.", from+i), Rationale: "r"})
		}
		return out
	}
	if _, err := r.RememberAll(t.Context(), notes(0, 5)); err != nil { // it waits for the engine
		t.Fatal(err)
	}

	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	overHTTP := silentOnes(t, many, func() (net.Conn, error) { return net.Dial("tcp", at.Host) })
	overSocket := silentOnes(t, many, func() (net.Conn, error) { return net.Dial("unix", found.Socket) })
	for round := range 3 {
		stored, err := r.RememberAll(t.Context(), notes(10*(round+1), 10))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Forget(t.Context(), stored[0].ID, true); err != nil { // it writes everything to files
			t.Fatal(err)
		}
		if f, err := r.Recall(t.Context(), engine.Question{Text: "which server has few descriptors"}); err != nil || len(f.Hits) == 0 {
			t.Fatalf("%v %v", f, err)
		}
	}
	for what, c := range map[string]struct {
		closed *atomic.Int64
		most   int
	}{"HTTP": {overHTTP, d.HTTP}, "the socket": {overSocket, d.Socket}} {
		for end := time.Now().Add(5 * time.Second); c.closed.Load() < int64(many-c.most) && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		if n := c.closed.Load(); n < int64(many-c.most) {
			t.Errorf("over %s %d of %d connections are open, want %d at most", what, many-n, many, c.most)
		}
	}
}
