package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/cmd/asterism/assistants"
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
)

// TestSetup plays a user: shown, declined, written, already written, removed.
func TestSetup(t *testing.T) {
	home, data := t.TempDir(), filepath.Join(t.TempDir(), "store")
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	t.Setenv("ASTERISM_MODELS", "")
	file := filepath.Join(home, ".claude.json")
	if err := os.WriteFile(file, []byte("{\n  \"theme\": \"dark\"\n}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	asked := func(says string) error {
		cmd := assistants.SetupCommand(&owner.Flags{Data: data, Profile: "compact", Device: "auto", IndexDevice: "auto", LogLevel: "warn", Connect: owner.ConnectAuto})
		cmd.SetArgs([]string{"claude-code"})
		cmd.SetIn(strings.NewReader(says))
		cmd.SetOut(&out)
		cmd.SilenceUsage, cmd.SilenceErrors = true, true
		return cmd.ExecuteContext(t.Context())
	}
	if err := asked("n\n"); err != shell.ErrUnconfirmed || !strings.Contains(out.String(), "+   \"mcpServers\"") {
		t.Fatalf("%v: %s", err, out.String())
	}
	if b, _ := os.ReadFile(file); strings.Contains(string(b), "asterism") {
		t.Error("it was written against the answer")
	}
	if _, errs, code := run(t, data, "setup", "claude-code"); code != 1 || !strings.Contains(errs, "add --yes") {
		t.Errorf("without a terminal: exit code %d, %s", code, errs)
	}
	if err := asked("y\n"); err != nil {
		t.Fatal(err)
	}
	var written struct {
		Theme   string
		Servers map[string]struct {
			Type, Command string
			Args          []string
		} `json:"mcpServers"`
	}
	b, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(b, &written)
	}
	s := written.Servers["asterism"]
	if err != nil || written.Theme != "dark" || s.Type != "stdio" || !filepath.IsAbs(s.Command) || strings.Join(s.Args, " ") != "--data "+data+" serve" {
		t.Errorf("%v: %s", err, b)
	}
	if kept, _ := filepath.Glob(file + ".before-asterism-*"); len(kept) != 1 {
		t.Errorf("kept: %v", kept)
	}
	if said := ok(t, data, "setup", "claude-code", "--yes"); !strings.Contains(said, "has this already") && !strings.Contains(said, "is set up") {
		t.Errorf("a second time: %s", said)
	}
	if said := ok(t, data, "setup", "claude-code", "--yes", "--remove"); !strings.Contains(said, "removed from "+file) || strings.Contains(said, "is set up") {
		t.Errorf("taken out: %s", said)
	}
	for says, more := range map[string][]string{`has no entry called "asterism": there is nothing to take out`: nil, "has no hook of this program": {"--hooks"}, "has no text of this program": {"--rules", "--project", t.TempDir()}} {
		if said := ok(t, data, append([]string{"setup", "claude-code", "--yes", "--remove"}, more...)...); !strings.Contains(said, says) {
			t.Errorf("%v, and nothing is there: %s", more, said)
		}
	}
	if b, _ := os.ReadFile(file); strings.Contains(string(b), `"asterism"`) {
		t.Errorf("it is still there: %s", b)
	}
}

// TestSetupOfABrokenFile: the file is not changed, and the text to paste is printed on request.
func TestSetupOfABrokenFile(t *testing.T) {
	data, project := filepath.Join(t.TempDir(), "store"), t.TempDir()
	for _, c := range []struct {
		args        []string
		file, shows string
	}{{[]string{"cursor"}, ".cursor/mcp.json", "{\n  \"mcpServers\": {"}, {[]string{"codex"}, ".codex/config.toml", "[mcp_servers.asterism]\n"}, {[]string{"claude-code", "--hooks"}, ".claude/settings.json", "{\n  \"hooks\": {"}} {
		file := filepath.Join(project, c.file)
		put(t, file, "{ broken")
		args := append([]string{"setup", "--project", project}, c.args...)
		if out, errs, code := run(t, data, append(args, "--yes")...); code != 1 || out != "" || !strings.Contains(errs, "paste what --print shows") {
			t.Errorf("%v: exit code %d, %s%s", c.args, code, out, errs)
		}
		if out, errs, code := run(t, data, append(args, "--print")...); code != 0 || !strings.HasPrefix(out, c.shows) || !strings.Contains(errs, "Put this into the file") {
			t.Errorf("%v, printed: exit code %d, %s%s", c.args, code, out, errs)
		}
		if out, errs, code := run(t, data, append(args, "--remove", "--print")...); code != 1 || out != "" || !strings.Contains(errs, "entries by hand") {
			t.Errorf("%v, taken out: exit code %d, %s%s", c.args, code, out, errs)
		}
		if got := text(t, file); got != "{ broken" {
			t.Errorf("%v: %s", c.args, got)
		}
	}
}

// TestSetupKeepsTheOptions: the assistant's server gets the options of the command line and of the variable.
func TestSetupKeepsTheOptions(t *testing.T) {
	data, project := filepath.Join(t.TempDir(), "store"), t.TempDir()
	t.Setenv("ASTERISM_MODELS", "/models")
	said := ok(t, data, "--images", "/a", "--images", "/b", "--profile", "full", "--device", "cpu", "--index-device", "cuda:1", "--index-memory", "1GiB", "--store-cache", "64MiB", "--drift-thresholds", "0.9,0.7,0.5,0.3", "--learning", "low-cycles=20", "--log-level", "info",
		"setup", "cursor", "--project", project, "--print")
	var written struct {
		Servers map[string]struct{ Args []string } `json:"mcpServers"`
	}
	if err := json.Unmarshal([]byte(said), &written); err != nil {
		t.Fatal(err)
	}
	want := "--data " + data + " --models /models --images /a --images /b --profile full --device cpu --index-device cuda:1 --index-memory 1073741824 --store-cache 67108864 --drift-thresholds 0.9,0.7,0.5,0.3 --learning low-cycles=20 --log-level info serve"
	if got := strings.Join(written.Servers["asterism"].Args, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestSetupOfAServer(t *testing.T) {
	data, project := filepath.Join(t.TempDir(), "store"), t.TempDir()
	t.Setenv("ASTERISM_TOKEN", "a-token-of-enough-letters")
	args := []string{"--connect", "http://127.0.0.1:7737", "setup", "cursor", "--http", "--project", project}
	if said := ok(t, data, append(args, "--yes")...); strings.Contains(said, "a-token-of") || !strings.Contains(said, "Bearer …") {
		t.Errorf("said: %s", said)
	}
	if b, _ := os.ReadFile(filepath.Join(project, ".cursor", "mcp.json")); !strings.Contains(string(b), "Bearer a-token-of-enough-letters") || !strings.Contains(string(b), "http://127.0.0.1:7737/mcp") {
		t.Errorf("written: %s", b)
	}
	if said := ok(t, data, append(args, "--print")...); !strings.Contains(said, "Bearer a-token-of-enough-letters") {
		t.Errorf("printed: %s", said)
	}
	for says, args := range map[string][]string{
		"no server serves":      {"setup", "cursor", "--http"},
		"asterism serve --http": {"setup", "cursor", "--http"},
		"has no file for a":     {"setup", "claude-desktop", "--project", project},
		"is no folder":          {"setup", "cursor", "--project", filepath.Join(project, "x")},
		"letters, digits":       {"setup", "cursor", "--name", "a b"},
		"claude-desktop, codex": {"setup", "emacs"},
		"add --http for that":   {"--connect", "http://127.0.0.1:7737", "setup", "cursor"},
		"takes no address":      {"--connect", "http://127.0.0.1:7737", "setup", "claude-desktop", "--http"},
	} {
		if _, errs, code := run(t, data, args...); code != 1 || says != "claude-desktop, codex" && !strings.Contains(errs, says) {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
}

// TestAnAssistantStartsWhatSetupWrote: from one command to a first memory, using only the assistant's file.
func TestAnAssistantStartsWhatSetupWrote(t *testing.T) {
	home, data := t.TempDir(), filepath.Join(t.TempDir(), "store")
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	said := ok(t, data, "setup", "claude-desktop", "--yes")
	files, err := filepath.Glob(filepath.Join(home, "*", "Claude", "claude_desktop_config.json"))
	if err != nil || len(files) != 1 {
		if files, err = filepath.Glob(filepath.Join(home, "Library", "*", "Claude", "claude_desktop_config.json")); err != nil || len(files) != 1 {
			t.Fatalf("%v %v: %s", files, err, said)
		}
	}
	if !strings.Contains(said, `Memories go into "default"`) { // it works in no project
		t.Errorf("setup says\n%s", said)
	}
	var config struct {
		Servers map[string]struct {
			Command string
			Args    []string
		} `json:"mcpServers"`
	}
	text, err := os.ReadFile(files[0])
	if err == nil {
		err = json.Unmarshal(text, &config)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, config.Servers["asterism"].Command, config.Servers["asterism"].Args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"desktop","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"store_memory","arguments":{"content":"a first memory","rationale":"to begin"}}}
`)
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), "fingerprintId") {
		t.Errorf("%v: %s", err, out)
	}
	if there := stored(t, data); there["a first memory"] == "" {
		t.Errorf("stored: %v", there)
	}
}
