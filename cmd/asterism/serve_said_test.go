package main

import (
	"bufio"
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestServingIsAnnouncedWhenItServes: the server logs the address when it listens, and readiness when calls are answered at once. The log has start, readiness and end.
func TestServingIsAnnouncedWhenItServes(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := program(ctx, data, "serve", "--http", "127.0.0.1:0", "--log-level", "info")
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said, served := "", false
	for lines := bufio.NewScanner(errs); lines.Scan(); {
		said += lines.Text() + "\n"
		_, at, ok := strings.Cut(lines.Text(), "asterism serves MCP at ")
		if !ok {
			continue
		}
		served = true
		r, err := http.Get(strings.TrimSuffix(at, "/mcp") + "/readyz")
		if err != nil || r.StatusCode != http.StatusOK {
			t.Errorf("it says that it serves, and is not ready: %v %v", r, err)
		}
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
	}
	if err := cmd.Wait(); err != nil || !served {
		t.Errorf("it ended with %v, served %v:\n%s", err, served, said)
	}
	inOrder(t, said, "the server starts", "asterism listens at http://127.0.0.1:", "the server is ready", "asterism serves MCP at ", "the server has ended")

	stdio := program(ctx, data, "serve", "--log-level", "info")
	out, err := stdio.CombinedOutput() // standard input has ended
	if err != nil {
		t.Errorf("over stdio it ended with %v", err)
	}
	inOrder(t, string(out), "the server starts", "the server has ended")

	broken := exec.CommandContext(ctx, os.Args[0], "--data", data, "--models", t.TempDir(), "serve", "--http", "127.0.0.1:0", "--log-level", "info")
	broken.Env = append(os.Environ(), asProgram+"=1")
	if out, err := broken.CombinedOutput(); err == nil || strings.Contains(string(out), "serves MCP at") || !strings.Contains(string(out), "the server has ended") {
		t.Errorf("without models it ended with %v and says\n%s", err, out)
	}
}

// inOrder requires some words in a text, in this order, each logged at INFO if it is a line of the log.
func inOrder(t *testing.T, text string, words ...string) {
	t.Helper()
	rest := text
	for _, w := range words {
		before, after, ok := strings.Cut(rest, w)
		if !ok {
			t.Errorf("%q is missing, or too early:\n%s", w, text)
			return
		}
		if line := before[strings.LastIndex(before, "\n")+1:]; strings.Contains(line, "level=") && !strings.Contains(line, "level=INFO") {
			t.Errorf("%q is logged as %q", w, line)
		}
		rest = after
	}
}
