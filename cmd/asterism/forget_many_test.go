package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"asterism/engine/store/rocks"
)

// TestManyAreRemovedWithOneRewrite: forgetting by a filter for good removes the bytes of all from the files in one step, in its own process and through a server.
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
		for end := time.Now().Add(time.Minute); !strings.Contains(string(said), "removed the bytes") && time.Now().Before(end); time.Sleep(20 * time.Millisecond) { // tee may lag behind the answer
			if said, err = os.ReadFile(log); err != nil {
				t.Fatal(err)
			}
		}
		once(where, string(said))
	}
}

// TestAKilledForgetOfManyGoesOn: each memory is complete or gone, and the same command removes the others, and the bytes of all.
func TestAKilledForgetOfManyGoesOn(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	const notes = 600
	manyNotes(t, data, notes)
	live := func() int {
		t.Helper()
		s, err := rocks.Open(t.Context(), rocks.Options{Dir: data, ReadOnly: true, CacheBytes: 8 << 20})
		if err != nil {
			return notes // its files change while it is opened
		}
		defer s.Close()
		info, err := s.Info(t.Context())
		if err != nil {
			return notes
		}
		return info.Live()
	}
	forget := []string{"forget", "--where-after", "2000-01-01", "--hard", "--yes"}
	cmd := program(t.Context(), data, forget...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(2 * time.Minute); live() > notes-20; {
		if time.Now().After(end) {
			t.Fatal("it removes nothing")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	left := live()
	if left == 0 || left == notes {
		t.Fatalf("%d of %d memories are left: it was not killed half-way", left, notes)
	}
	if out := ok(t, data, "check"); !strings.Contains(out, fmt.Sprint(left)) {
		t.Errorf("after the kill, %d memories: %s", left, out)
	}
	if n := len(stored(t, data)); n != left {
		t.Errorf("%d memories are listed, %d are there", n, left)
	}
	out, errs, code := run(t, data, append([]string{"--log-level", "info"}, forget...)...)
	if code != 0 || !strings.Contains(out, fmt.Sprintf("%d memories", left)) {
		t.Fatalf("once more: exit code %d: %s%s", code, out, errs)
	}
	purged := 0
	for _, m := range regexp.MustCompile(`removed the bytes of purged memories.* memories=(\d+)`).FindAllStringSubmatch(errs, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil {
			t.Fatal(err)
		}
		purged += n
	}
	if n := live(); n != 0 || purged < left {
		t.Errorf("%d memories are left, the bytes of %d of %d were taken out: %s", n, purged, notes, errs)
	}
	ok(t, data, "check")
}
