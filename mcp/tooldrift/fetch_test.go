package tooldrift

import (
	"context"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
)

func fetch(t *testing.T, at Target, o FetchOptions) (Fetched, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return Fetch(ctx, at, o)
}

func joined(l List) string {
	var out []string
	for _, t := range l.Tools {
		out = append(out, t.Name)
	}
	return strings.Join(out, " ")
}

// TestFetchReadsAllPages, including fields that no library knows.
func TestFetchReadsAllPages(t *testing.T) {
	l, err := fetch(t, badServer("good"), FetchOptions{})
	if err != nil || joined(l.List) != "tool0 tool1 tool2 tool3 tool4" || l.Incomplete != "" || l.Noise != "" {
		t.Fatalf("%s, incomplete %q, noise %q, %v", joined(l.List), l.Incomplete, l.Noise, err)
	}
	if !strings.Contains(string(l.Tools[4].Definition), `"x-unknown":4`) {
		t.Errorf("a field is lost: %s", l.Tools[4].Definition)
	}
}

func TestARepeatedCursorIsAnError(t *testing.T) {
	if l, err := fetch(t, badServer("repeats"), FetchOptions{}); !errors.Is(err, ErrRepeatedCursor) {
		t.Fatalf("%s, %v", joined(l.List), err)
	}
}

// TestAPartIsMarked: pages that fail, hang, or exceed the limit.
func TestAPartIsMarked(t *testing.T) {
	for name, c := range map[string]struct {
		habit string
		o     FetchOptions
		want  string
	}{
		"fails":    {"fails", FetchOptions{}, "the disk is gone"},
		"hangs":    {"hangs", FetchOptions{Timeout: time.Second}, "no answer within 1s"},
		"too many": {"good", FetchOptions{Pages: 1}, "more than 1 pages"},
	} {
		t.Run(name, func(t *testing.T) {
			l, err := fetch(t, badServer(c.habit), c.o)
			if err != nil || joined(l.List) != "tool0 tool1" || !strings.Contains(l.Incomplete, c.want) {
				t.Errorf("%s, incomplete %q, %v; want the first page and %q", joined(l.List), l.Incomplete, err, c.want)
			}
		})
	}
}

func TestDuplicatesAreKept(t *testing.T) {
	l, err := fetch(t, badServer("duplicate"), FetchOptions{})
	if err != nil || joined(l.List) != "tool0 tool1 tool2 tool0 tool4" {
		t.Fatalf("%s, %v", joined(l.List), err)
	}
	if r := Classify(l.List, l.List); len(r.Ambiguous) != 1 || r.Ambiguous[0] != "tool0" {
		t.Errorf("ambiguous %v", r.Ambiguous)
	}
}

func TestNoiseIsPassedOverAndTold(t *testing.T) {
	l, err := fetch(t, badServer("noise"), FetchOptions{})
	if err != nil || len(l.Tools) != 5 || !strings.Contains(l.Noise, "5 lines") || !strings.Contains(l.Noise, `"Welcome!"`) {
		t.Fatalf("%s, noise %q, %v", joined(l.List), l.Noise, err)
	}
}

// TestWhoDoesNotAnswerIsAnError, with the server's output in the error.
func TestWhoDoesNotAnswerIsAnError(t *testing.T) {
	for name, c := range map[string]struct {
		at     Target
		within time.Duration
		want   string
	}{
		"dies":       {badServer("dies"), 20 * time.Second, "no key in $SECRET_KEY"},
		"deaf":       {badServer("deaf"), time.Second, "no answer within 1s"},
		"no program": {Target{Command: []string{"/nowhere/server"}}, time.Second, "no such file"},
		"no host":    {Target{URL: "http://127.0.0.1:1/mcp"}, 20 * time.Second, "refused"},
	} {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			l, err := fetch(t, c.at, FetchOptions{Timeout: c.within})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %v; want an error with %q", joined(l.List), err, c.want)
			}
			if d := time.Since(begin); d > 8*time.Second {
				t.Errorf("took %s", d)
			}
		})
	}
}

// TestNoProcessIsLeft: a server's own children end with it.
func TestNoProcessIsLeft(t *testing.T) {
	note := filepath.Join(t.TempDir(), "pid")
	if _, err := fetch(t, badServer("family", note), FetchOptions{}); err != nil {
		t.Fatal(err)
	}
	waitGone(t, note)
}

// waitGone waits until the process is gone whose id is in a file.
func waitGone(t *testing.T, note string) {
	t.Helper()
	b, err := os.ReadFile(note)
	if err != nil {
		t.Fatal(err)
	}
	id := strings.TrimSpace(string(b))
	pid, err := strconv.Atoi(id)
	if err != nil {
		t.Fatal(err)
	}
	for begin := time.Now(); syscall.Kill(pid, 0) == nil; time.Sleep(10 * time.Millisecond) {
		if stat, _ := os.ReadFile("/proc/" + id + "/stat"); strings.Contains(string(stat), ") Z ") {
			return // dead, but its exit code has not been read yet
		}
		if time.Since(begin) > time.Minute {
			_ = syscall.Kill(pid, syscall.SIGKILL)
			t.Fatal("the server's child is still there")
		}
	}
}

// TestNothingOfADeadServerIsLeft: if a server ends without being stopped, its children end too.
func TestNothingOfADeadServerIsLeft(t *testing.T) {
	note := filepath.Join(t.TempDir(), "pid")
	p, err := startProcess([]string{"sh", "-c", `sleep 100 >/dev/null 2>&1 & echo $! >"$0"`, note})
	if err != nil {
		t.Fatal(err)
	}
	defer p.stop()
	if !p.endedWithin(time.Minute) {
		t.Fatal("the server has not ended")
	}
	waitGone(t, note)
}

// TestFetchOverHTTP reads a server of another implementation, page by page, by URL.
func TestFetchOverHTTP(t *testing.T) {
	s := mcpserver.NewMCPServer("over http", "1", mcpserver.WithPaginationLimit(2), mcpserver.WithToolCapabilities(true))
	for _, name := range []string{"a", "b", "c"} {
		s.AddTool(protocol.NewTool(name), nil)
	}
	h := httptest.NewServer(mcpserver.NewStreamableHTTPServer(s))
	defer h.Close()
	l, err := fetch(t, Target{URL: h.URL}, FetchOptions{})
	if err != nil || joined(l.List) != "a b c" || l.Incomplete != "" {
		t.Fatalf("%s, incomplete %q, %v", joined(l.List), l.Incomplete, err)
	}
}

func TestParseTarget(t *testing.T) {
	for words, want := range map[string]string{
		"node server.js":              "node server.js",
		"https://ada:secret@host/mcp": "https://ada:xxxxx@host/mcp",
		"":                            "error",
		"http://":                     "error",
		"http://host/mcp and more":    "error",
		"http://[::1/mcp":             "error",
	} {
		at, err := ParseTarget(strings.Fields(words))
		if err != nil && want == "error" {
			continue
		}
		if err != nil || at.String() != want {
			t.Errorf("%q: %s, %v; want %s", words, at, err, want)
		}
	}
}
