package main

import (
	"context"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminalFor opens a pseudo-terminal on which an answer is typed.
func terminalFor(t *testing.T, answer string) *os.File {
	t.Helper()
	typed, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Fatalf("open a terminal: %v", err)
	}
	t.Cleanup(func() { typed.Close() })
	n, err := unix.IoctlGetInt(int(typed.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(typed.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	end, err := os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { end.Close() })
	if _, err := typed.WriteString(answer + "\n"); err != nil {
		t.Fatal(err)
	}
	return end
}

// TestOneMemoryIsAskedAbout: before an action that cannot be undone the command asks on a terminal, for one memory as for many, and requires --yes elsewhere. It does not ask before
// one that can be undone.
func TestOneMemoryIsAskedAbout(t *testing.T) {
	data := t.TempDir()
	id := asJSON(t, ok(t, data, "--json", "remember", "The kettle is in the lab", "--why", "tea"))["id"].(string)
	ok(t, data, "update", id, "--content", "The kettle is in the kitchen")
	typing := func(answer string, args ...string) (said string, code int) {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		cmd := program(ctx, data, args...)
		cmd.Stdin = terminalFor(t, answer)
		out, err := cmd.CombinedOutput()
		if err != nil && cmd.ProcessState == nil {
			t.Fatal(err)
		}
		return string(out), cmd.ProcessState.ExitCode()
	}
	for _, flag := range []string{"--earlier", "--hard"} {
		if _, errs, code := run(t, data, "forget", id, flag); code != 1 || !strings.Contains(errs, "--yes") {
			t.Errorf("%s, and nobody was asked: exit code %d, %s", flag, code, errs)
		}
		if said, code := typing("n", "forget", id, flag); code != 1 || !strings.Contains(said, "The kettle is in the kitchen") || !strings.Contains(said, "[y/N]") || !strings.Contains(said, "nothing was done") {
			t.Errorf("%s and no: exit code %d, %s", flag, code, said)
		}
		ok(t, data, "get", id)
		if said, code := typing("y", "forget", id, flag); code != 0 || !strings.Contains(said, "[y/N]") {
			t.Errorf("%s and yes: exit code %d, %s", flag, code, said)
		}
	}
	if _, _, code := run(t, data, "get", id); code != 1 {
		t.Error("it is still there")
	}
	other := asJSON(t, ok(t, data, "--json", "remember", "The cups are in the office", "--why", "tea"))["id"].(string)
	ok(t, data, "forget", other)
	if _, errs, code := run(t, data, "forget", other, "--yes"); code != 1 || !strings.Contains(errs, "one memory is not asked about") {
		t.Errorf("--yes where nothing is asked: exit code %d, %s", code, errs)
	}
	ok(t, data, "forget", other, "--hard", "--yes")
}
