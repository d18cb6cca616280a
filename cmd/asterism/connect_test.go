package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/engine/store/rocks"
)

// serving runs `asterism serve --http` over a data directory until the test ends, and waits until it listens.
func serving(t *testing.T, data string, more ...string) (address string, server *exec.Cmd) {
	t.Helper()
	return servingAs(t, func(ctx context.Context) *exec.Cmd {
		return program(ctx, data, append([]string{"serve", "--http", "127.0.0.1:0"}, more...)...)
	})
}

// servingAs is serving with the test's own command line.
func servingAs(t *testing.T, command func(ctx context.Context) *exec.Cmd) (address string, server *exec.Cmd) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := command(ctx)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := make(chan string, 1)
	read := make(chan struct{})
	go func() {
		defer close(read)
		for lines := bufio.NewScanner(errs); lines.Scan(); {
			if _, v, ok := strings.Cut(lines.Text(), "serves MCP at "); ok {
				said <- v
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-read
		_ = cmd.Wait() // a second time if the test has ended it itself
	})
	select {
	case address = <-said:
	case <-read:
		t.Fatal("the server ended before it listened")
	}
	return address, cmd
}

// through runs a command that must use HTTP to the server at address, because it is named: by default commands use the socket of the store's owner. If the server is still loading
// its models on a busy machine, the command is repeated, as its error says.
func through(t *testing.T, address, data string, args ...string) string {
	t.Helper()
	if !slices.Contains(args, "--connect") {
		args = append([]string{"--connect", address}, args...)
	}
	return heard(t, address, data, args...)
}

// bySocket runs a command that must use the socket for commands of the server that owns the store.
func bySocket(t *testing.T, data string, args ...string) string {
	t.Helper()
	return heard(t, owner.OwnerSocketName, data, args...)
}

// heard runs a command whose stderr must have one line that names where it was done.
func heard(t *testing.T, address, data string, args ...string) string {
	t.Helper()
	out, errs, code := run(t, data, args...)
	for end := time.Now().Add(5 * time.Minute); code != 0 && strings.Contains(errs, "warming up") && time.Now().Before(end); {
		out, errs, code = run(t, data, args...)
	}
	if code != 0 || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, address) {
		t.Fatalf("asterism %s: exit code %d, want 0 and one line that names %s\n%s%s", strings.Join(args, " "), code, address, out, errs)
	}
	return out
}

func TestCommandsAskTheServerThatOwnsTheStore(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, server := serving(t, data, "--tools", "all")
	if info, err := os.Stat(filepath.Join(data, owner.AnnounceFile)); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("announcement: %v %v, want 0600", info, err)
	}
	r := asJSON(t, through(t, address, data, "--json", "remember", "The kettle is in the lab", "--why", "tea", "--tag", "kitchen", "--importance", "0.9"))
	id := r["id"].(string)
	if r["spaces"].(float64) != 13 || r["duplicate_of"] != nil || r["utl"] == nil {
		t.Errorf("remember: %v", r)
	} else if learned := r["utl"].(map[string]any)["learned"].(float64); learned <= 0 || learned > 1 { // the first memory of a store teaches something
		t.Errorf("remember: learned %v", learned)
	}
	if again := asJSON(t, through(t, address, data, "--json", "remember", "The  kettle is in the lab", "--why", "tea")); again["duplicate_of"] != id {
		t.Errorf("copy: %v, want duplicate of %v", again, id)
	}
	if out := through(t, address, data, "search", "where is the kettle?", "--tag", "kitchen"); !strings.Contains(out, "kettle is in the lab") {
		t.Errorf("search: %s", out)
	}
	if out, year := through(t, address, data, "search", "what was written about the kettle this year?"), time.Now().Format("2006-01-02")[:4]; !strings.Contains(out, "from "+year+"-01-01") {
		t.Errorf("the time that the question named is not told: %s", out)
	}
	remote := map[string]map[string]any{}
	commands := map[string][]string{
		"search": {"search", "--explain", "--weights", "semantic", "where is the kettle?"},
		"list":   {"list", "--limit", "1"}, "get": {"get", id},
	}
	for name, args := range commands {
		remote[name] = asJSON(t, through(t, address, data, append([]string{"--json"}, args...)...))
	}
	through(t, address, data, "forget", id)
	if got := asJSON(t, through(t, address, data, "--json", "get", id)); got["forgotten"] == nil {
		t.Errorf("get of what is forgotten: %v", got)
	}
	through(t, address, data, "restore", id)
	if out, errs, code := run(t, data, "--connect", "off", "list"); code != 1 || !strings.Contains(errs, fmt.Sprint(server.Process.Pid)) || !strings.Contains(errs, "in use") || !strings.Contains(errs, address) {
		t.Errorf("--connect off: exit code %d\n%s%s", code, out, errs)
	}

	if err := server.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := server.Wait(); err != nil {
		t.Errorf("after Ctrl-C: %v", err)
	}
	if _, err := os.Stat(filepath.Join(data, owner.AnnounceFile)); !os.IsNotExist(err) {
		t.Errorf("the announcement is there after the server's end: %v", err)
	}
	for name, args := range commands {
		local, errs, code := run(t, data, append([]string{"--json"}, args...)...)
		if code != 0 || errs != "" {
			t.Fatalf("%s without a server: exit code %d: %s", name, code, errs)
		}
		sameAnswer(t, name, remote[name], asJSON(t, local))
	}
	ok(t, data, "forget", "--hard", id, "--yes")
	if _, errs, code := run(t, data, "get", id); code != 1 || !strings.Contains(errs, id) {
		t.Errorf("get of what is gone: exit code %d: %s", code, errs)
	}
}

// sameAnswer compares a command's output through a server with that without one, except for the times it took, what the restore in between changed, and the id for outcomes, which
// only a server has.
func sameAnswer(t *testing.T, name string, remote, local map[string]any) {
	t.Helper()
	for _, v := range []map[string]any{remote, local} {
		for _, k := range []string{"timings_ms", "updated", "version", "query_id"} {
			delete(v, k)
		}
		rows, _ := v["memories"].([]any)
		for _, r := range rows {
			delete(r.(map[string]any), "updated")
		}
	}
	if !alike(remote, local) {
		t.Errorf("%s through the server:\n%v\nwithout:\n%v", name, remote, local)
	}
}

// alike compares two texts, ignoring digits that the protocol rounds away and the seconds between two calls.
func alike(a, b any) bool {
	switch x := a.(type) {
	case map[string]any:
		y, ok := b.(map[string]any)
		for k := range x {
			ok = ok && alike(x[k], y[k])
		}
		return ok && len(x) == len(y)
	case []any:
		y, ok := b.([]any)
		ok = ok && len(x) == len(y)
		for i := 0; ok && i < len(x); i++ {
			ok = alike(x[i], y[i])
		}
		return ok
	case float64:
		y, ok := b.(float64)
		return ok && math.Abs(x-y) <= 1e-3
	}
	return a == b
}

func TestIngestThroughTheServerSkipsWhatIsStored(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	notes := filepath.Join(t.TempDir(), "notes.jsonl")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(notes, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	ok(t, data, "remember", "The mill\n stands by the  river", "--why", "place")
	address, _ := serving(t, data)
	write(`{"content":"The mill stands by the river"}
{"content":"Ada mends the mill wheel","importance":0.8,"tags":["people"],"timestamp":"2026-02-11T00:00:00Z"}
{"content":"Ada mends the mill wheel"}
{"content":"The dam is in another namespace","namespace":"water"}
{"content":"  "}
`)
	out, errs, code := run(t, data, "--json", "ingest", notes)
	if first := asJSON(t, out); code != 2 || first["stored"].(float64) != 2 || first["skipped"].(float64) != 2 || first["failed"].(float64) != 1 {
		t.Fatalf("ingest: exit code %d: %s%s", code, out, errs)
	}
	if out, _, code = run(t, data, "--json", "ingest", notes); code != 2 || asJSON(t, out)["stored"].(float64) != 0 || asJSON(t, out)["skipped"].(float64) != 4 {
		t.Errorf("a second run stored again: %s", out)
	}
	all := asJSON(t, through(t, address, data, "--json", "list", "--namespace", "*"))["memories"].([]any)
	if len(all) != 3 {
		t.Errorf("%d memories are stored, want 3: %v", len(all), all)
	}
	write(`{"id":"01890a5d-ac96-774b-bcce-b302099a8057","content":"A note with an id of its own"}`)
	if out, _, code = run(t, data, "--json", "ingest", notes); code != 0 || asJSON(t, out)["stored"].(float64) != 1 {
		t.Errorf("a note with an id, through the owner's socket: exit code %d: %s", code, out)
	}
}

// TestServerErrorsAreTheEnginesOwn: the same mistake gives the same text through a server and without one, in both styles.
func TestServerErrorsAreTheEnginesOwn(t *testing.T) {
	const nobody = "01890a5d-ac96-774b-bcce-b302099a8057"
	for _, style := range []string{"result", "protocol"} {
		data := filepath.Join(t.TempDir(), "store")
		address, _ := serving(t, data, "--error-style", style)
		for name, c := range map[string]struct {
			args []string
			says []string
		}{
			"gone":      {[]string{"get", nobody}, []string{"no memory has id " + nobody, "`asterism search` or `asterism list`"}},
			"topK":      {[]string{"search", "--top", "1000", "x"}, []string{"--top", "1000", "1…100"}},
			"rationale": {[]string{"remember", "x", "--why", " "}, []string{"rationale"}},
			"no tool":   {[]string{"workspace"}, []string{"get_workspace", address, "--tools all"}},
			"no id":     {[]string{"forget", "kettle"}, []string{`"kettle"`, "asterism list"}},
		} {
			out, errs, code := run(t, data, append([]string{"--connect", address}, c.args...)...)
			if code != 1 {
				t.Errorf("%s: %s: exit code %d, want 1: %s%s", style, name, code, out, errs)
			}
			for _, s := range c.says {
				if !strings.Contains(errs, s) {
					t.Errorf("%s: %s: the error does not say %q: %s", style, name, s, errs)
				}
			}
		}
	}
}

// TestAKilledServerLeavesAStaleAnnouncement that no command uses, even if its process id exists again.
func TestAKilledServerLeavesAStaleAnnouncement(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, server := serving(t, data)
	through(t, address, data, "remember", "The kettle is in the lab", "--why", "tea")
	if err := server.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = server.Wait()
	path := filepath.Join(data, owner.AnnounceFile)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("no stale file to test with: %v", err)
	}
	alive := bytes.Replace(text, []byte(fmt.Sprint(server.Process.Pid)), []byte(fmt.Sprint(os.Getpid())), 1)
	if err := os.WriteFile(path, alive, 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, code := run(t, data, "list")
	if code != 0 || errs != "" || !strings.Contains(out, "kettle") {
		t.Errorf("over a stale announcement: exit code %d\n%s%s", code, out, errs)
	}
	again, _ := serving(t, data)
	through(t, again, data, "list")
}

// TestAnOwnerThatDoesNotListen cannot be asked: the error names it and says what to do.
func TestAnOwnerThatDoesNotListen(t *testing.T) {
	t.Parallel() // a command waits half a minute for the owner
	data := filepath.Join(t.TempDir(), "store")
	s, err := rocks.Open(t.Context(), rocks.Options{Dir: data})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if out, errs, code := run(t, data, "list"); code != 1 || !strings.Contains(errs, fmt.Sprint(os.Getpid())) || !strings.Contains(errs, "commands can share a store that `asterism serve` owns") {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
}

func TestConnectToAnAddress(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, _ := serving(t, data)
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	token, err := os.ReadFile(filepath.Join(data, "token"))
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	for name, c := range map[string]struct {
		connect, says string
	}{
		"no token":   {address, "ASTERISM_TOKEN"},
		"no server":  {"http://127.0.0.1:1", "127.0.0.1:1/mcp"},
		"not ours":   {web.URL, "asterism serve --http"},
		"no address": {"127.0.0.1:7737", "http://127.0.0.1:7737/mcp"},
		"no word":    {"on", `"on"`},
	} {
		if _, errs, code := run(t, elsewhere, "--connect", c.connect, "list"); code != 1 || !strings.Contains(errs, c.says) {
			t.Errorf("%s: exit code %d, want 1 and words that say %q: %s", name, code, c.says, errs)
		}
	}
	t.Setenv("ASTERISM_TOKEN", strings.TrimSpace(string(token)))
	through(t, address, elsewhere, "--connect", strings.TrimSuffix(address, "/mcp"), "remember", "Asked from elsewhere", "--why", "test")
	if out := bySocket(t, data, "list"); !strings.Contains(out, "Asked from elsewhere") {
		t.Errorf("list: %s", out)
	}
	if _, err := os.Stat(elsewhere); !os.IsNotExist(err) {
		t.Errorf("a command that asks a server made a data directory: %v", err)
	}
}
