package mcp

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTranscripts plays testdata/transcripts against a mock engine. A line "> " is sent. A line "< " is a pattern for the next message: the members that it names must exist, "*"
// matches any value, "*text*" a string that contains text, and "$name" stores a value for later lines.
func TestTranscripts(t *testing.T) {
	playAll(t, func(t *testing.T) *conn { return dial(t, Options{Engine: newFake().provider, Tools: "all"}) })
}

// TestTranscriptsOverHTTP plays the same over the other transport, where a request and its answer are a POST.
func TestTranscriptsOverHTTP(t *testing.T) {
	playAll(t, func(t *testing.T) *conn { return dialHTTP(t, Options{Engine: newFake().provider, Tools: "all"}) })
}

// TestTranscriptsWithBinary plays them against a real server, if ASTERISM_MCP_COMMAND contains the command to start one, such as "bin/asterism serve --tools all --data DIR" with a
// new DIR. Otherwise it is skipped.
func TestTranscriptsWithBinary(t *testing.T) {
	command := strings.Fields(os.Getenv("ASTERISM_MCP_COMMAND"))
	if len(command) == 0 {
		return
	}
	playAll(t, func(t *testing.T) *conn { return launch(t, command) })
}

// launch starts a server process. The test fails if the process writes anything but messages or exits with an error.
func launch(t *testing.T, command []string) *conn {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), command[0], command[1:]...)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := &conn{t: t, in: in, lines: make(chan string, 1024), ended: make(chan error, 1)}
	go func() {
		c.collect(out)
		c.ended <- cmd.Wait()
	}()
	return c
}

func playAll(t *testing.T, open func(*testing.T) *conn) {
	files, err := filepath.Glob(filepath.Join("testdata", "transcripts", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			script, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c := open(t)
			play(t, c, string(script))
			if err := c.in.Close(); err != nil {
				t.Fatal(err)
			}
			if m := c.next(); m != nil {
				t.Errorf("a message nobody asked for: %v", m)
			}
			if err := <-c.ended; err != nil {
				t.Errorf("the server ended with %v", err)
			}
		})
	}
}

func play(t *testing.T, c *conn, script string) {
	t.Helper()
	kept := map[string]any{}
	for n, line := range strings.Split(script, "\n") {
		at := fmt.Sprintf("line %d", n+1)
		switch {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, "> "):
			send := line[2:]
			for name, v := range kept {
				send = strings.ReplaceAll(send, name, fmt.Sprint(v))
			}
			c.send(send)
		case strings.HasPrefix(line, "< "):
			var want any
			if err := json.Unmarshal([]byte(line[2:]), &want); err != nil {
				t.Fatalf("%s: %v", at, err)
			}
			got := c.next()
			if got == nil {
				t.Fatalf("%s: the server ended", at)
			}
			match(t, at, want, got, kept)
		default:
			t.Fatalf("%s: neither sent nor expected: %q", at, line)
		}
	}
}

func match(t *testing.T, at string, want, got any, kept map[string]any) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			t.Errorf("%s: %v is no object", at, got)
			return
		}
		for k, v := range w {
			if _, ok := g[k]; !ok {
				t.Errorf("%s: %s is missing in %v", at, k, g)
				continue
			}
			match(t, at+"."+k, v, g[k], kept)
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			t.Errorf("%s: got %v, want %d entries", at, got, len(w))
			return
		}
		for i := range w {
			match(t, fmt.Sprintf("%s[%d]", at, i), w[i], g[i], kept)
		}
	case string:
		matchString(t, at, w, got, kept)
	default:
		if want != got {
			t.Errorf("%s: got %v, want %v", at, got, want)
		}
	}
}

func matchString(t *testing.T, at, want string, got any, kept map[string]any) {
	t.Helper()
	switch {
	case want == "*":
	case strings.HasPrefix(want, "$") && kept[want] == nil:
		kept[want] = got
	case strings.HasPrefix(want, "$"):
		if kept[want] != got {
			t.Errorf("%s: got %v, want %v", at, got, kept[want])
		}
	case len(want) > 2 && want[0] == '*' && want[len(want)-1] == '*':
		mustContain(t, got, want[1:len(want)-1])
	case want != got:
		t.Errorf("%s: got %v, want %v", at, got, want)
	}
}
