package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestManyAreRemovedWithOneRewrite: to forget by a filter for good takes the bytes of all out of the files at once, in a process of its own and through a server.
func TestManyAreRemovedWithOneRewrite(t *testing.T) {
	data, log := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "log")
	fill := func(keep func(args ...string) string) {
		t.Helper()
		for _, text := range []string{"one", "two", "three"} {
			keep("remember", "draft "+text, "--why", "x", "--tag", "draft")
		}
	}
	once := func(where, said string) {
		t.Helper()
		if n := strings.Count(said, "removed the bytes of purged memories"); n != 1 || !strings.Contains(said, "memories=3") {
			t.Errorf("%s: the files were rewritten %d times: %s", where, n, said)
		}
	}
	fill(func(args ...string) string { return ok(t, data, args...) })
	forget := []string{"forget", "--where-tag", "draft", "--hard", "--yes"}
	out, errs, code := run(t, data, append([]string{"--log-level", "info"}, forget...)...)
	if code != 0 || !strings.Contains(out, "3 memories") {
		t.Fatalf("exit code %d: %s%s", code, out, errs)
	}
	once("a process of its own", errs)

	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	address, _ := servingAs(t, func(ctx context.Context) *exec.Cmd {
		cmd := program(ctx, data, "serve", "--http", "127.0.0.1:0", "--log-level", "info")
		cmd.Args = append([]string{"bash", "-c", `exec "$@" 2> >(tee "$0" >&2)`, log, cmd.Path}, cmd.Args[1:]...)
		cmd.Path = bash
		return cmd
	})
	for where, by := range map[string]func(args ...string) string{
		"the socket":  func(args ...string) string { return bySocket(t, data, args...) },
		"its address": func(args ...string) string { return through(t, address, data, args...) },
	} {
		fill(by)
		if err := os.Truncate(log, 0); err != nil {
			t.Fatal(err)
		}
		by(forget...)
		var said []byte
		for end := time.Now().Add(time.Minute); !strings.Contains(string(said), "removed the bytes") && time.Now().Before(end); time.Sleep(20 * time.Millisecond) { // tee may be behind the answer
			if said, err = os.ReadFile(log); err != nil {
				t.Fatal(err)
			}
		}
		once(where, string(said))
	}
}
