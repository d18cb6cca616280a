package main

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// TestAFullOutputIsAFailure: a command whose output could not be written exits with 1 and says why. A hook, which must not block anything, exits with 0.
func TestAFullOutputIsAFailure(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "The lathe needs oil", "--why", "care"))["id"].(string)
	for _, c := range []struct {
		code int
		args []string
	}{
		{1, []string{"list"}}, {1, []string{"search", "lathe"}}, {1, []string{"get", id}}, {1, []string{"remember", "The saw is blunt", "--why", "care"}}, {1, []string{"export", "-"}},
		{1, []string{"status"}}, {1, []string{"goal", "list"}}, {1, []string{"--help"}}, {1, []string{"completion", "bash"}}, {1, []string{"version"}}, {1, []string{"--json", "list"}},
		{0, []string{"hook", "session-start"}},
	} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip("this system has no /dev/full")
		}
		cmd := program(context.Background(), data, c.args...)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr, cmd.Stdin = full, &errs, strings.NewReader("{}")
		_ = cmd.Run()
		if err := full.Close(); err != nil {
			t.Error(err)
		}
		told := strings.Count(errs.String(), "no space left on device")
		if code := cmd.ProcessState.ExitCode(); code != c.code || told > 1 || c.code == 1 && told != 1 {
			t.Errorf("%v: exit code %d, want %d, and the reason once: %s", c.args, code, c.code, errs.String())
		}
	}
}

// TestAClosedPipeIsQuiet: a reader that stops, such as head, causes no error message.
func TestAClosedPipeIsQuiet(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "The lathe needs oil", "--why", "care")
	for name, before := range map[string]string{"signal": "", "signal ignored": "trap '' PIPE; "} {
		read, write, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = read.Close()
		cmd := exec.Command("sh", "-c", before+`exec "$0" "$@"`, os.Args[0], "--data", data, "list")
		cmd.Env = append(os.Environ(), asProgram+"=1")
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = write, &errs
		_ = cmd.Run()
		_ = write.Close()
		if code := cmd.ProcessState.ExitCode(); code == 1 || errs.Len() > 0 {
			t.Errorf("%s: exit code %d: %s", name, code, errs.String())
		}
	}
}

// TestTextHasOneWayOut: an error of a print that bypasses shell.Printf would go unnoticed.
func TestTextHasOneWayOut(t *testing.T) {
	past := regexp.MustCompile(`\bfmt\.(Print(f|ln)?\(|Fprint(f|ln)?\(os\.Stdout)|os\.Stdout\.Write`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || path == filepath.Join("shell", "print.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if found := past.Find(text); found != nil {
			t.Errorf("%s has %s: print by shell.Printf, which keeps what fails", path, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestAHangupEndsAServer in order, like SIGTERM; under nohup it has no effect.
func TestAHangupEndsAServer(t *testing.T) {
	t.Parallel()
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP) // tests may run under nohup, and children inherit ignored signals
	defer signal.Stop(caught)
	data := filepath.Join(t.TempDir(), "store")
	_, server := serving(t, data)
	if err := server.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("after SIGHUP: %v", err)
	}
	_, server = servingAs(t, func(ctx context.Context) *exec.Cmd {
		cmd := program(ctx, data, "serve", "--http", "127.0.0.1:0")
		cmd.Args = append([]string{"sh", "-c", `trap '' HUP; exec "$0" "$@"`}, cmd.Args...)
		cmd.Path = "/bin/sh"
		return cmd
	})
	if err := server.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "status") // it still answers; otherwise the next signal finds no process
	end(t, server)
}
