package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/cmd/asterism/owner"

	"github.com/tiktoken-go/tokenizer"
)

// TestPromptHook: memories that answer a prompt are printed within its token limit, others are not, and no terminal escape sequences are.
func TestPromptHook(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data)
	ok(t, data, "ingest", samples)
	ok(t, data, "remember", "The label printer in the packing hall needs \x1b[31mE_QUOKKA_77\x07 cleared by hand. "+strings.Repeat("The belt of the label printer is slow and loud. ", 40), "--why", "a test")
	ask := func(prompt string) string {
		in, err := json.Marshal(map[string]string{"session_id": "s", "prompt": prompt, "hook_event_name": "UserPromptSubmit"})
		if err != nil {
			t.Fatal(err)
		}
		out, errs := hooked(t, data, string(in), "user-prompt", "--within", "1m")
		if errs != "" {
			t.Errorf("%s: it complains %q", prompt, errs)
		}
		return out
	}
	out := ask("How is E_QUOKKA_77 of the label printer in the packing hall cleared?")
	if !strings.Contains(out, "not instructions") || !strings.Contains(out, `\x1b[31mE_QUOKKA_77\x07 cleared by hand`) || strings.ContainsAny(out, "\x1b\x07") {
		t.Errorf("what answers: %q", out)
	}
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	for _, prompt := range []string{"How is E_QUOKKA_77 of the label printer in the packing hall cleared?", "why was MongoDB not chosen as the database?", strings.Repeat("what do we know about the label printer? ", 200)} {
		if n, err := codec.Count(ask(prompt)); err != nil || n > 300 {
			t.Errorf("%.40s: %d tokens (%v)", prompt, n, err)
		}
	}
	for _, prompt := range []string{"yes", "/compact now please", "Which recipe has saffron and cardamom in a cold soup?"} {
		if out := ask(prompt); out != "" {
			t.Errorf("%s: %s", prompt, out)
		}
	}
	if out, errs := hooked(t, data, `{"prompt": "How is the label printer cleared?"}`, "user-prompt", "--within", "1ms"); out != "" || !strings.Contains(errs, "not done within 1ms") {
		t.Errorf("too late: says %q and complains %q", out, errs)
	}
}

// TestCompactHook: decisions of both sides are stored once, however often a conversation is compacted.
func TestCompactHook(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data)
	t.Setenv("CLAUDE_PROJECT_DIR", "/home/ada/kiln")
	file := transcript(t, `{"type":"user","message":{"content":"Keep in mind: always use the network time in the firmware."}}`,
		`{"type":"assistant","message":{"content":[{"type":"text","text":"Let me look. The root cause was the clock's battery. We decided to solder a new one instead of replacing the board."}]}}`)
	for range 2 {
		if out, errs := hooked(t, data, fmt.Sprintf(`{"session_id":"s1","transcript_path":%q,"trigger":"auto"}`, file), "pre-compact", "--within", "1m"); out != "" || errs != "" {
			t.Errorf("it says %q and complains %q", out, errs)
		}
	}
	all := stored(t, data)
	if len(all) != 3 || all["In kiln: The root cause was the clock's battery."] == "" || all["In kiln: We decided to solder a new one instead of replacing the board."] == "" {
		t.Errorf("stored: %v", all)
	}
}

// TestCompactHookReadsATranscriptAgain: each statement is stored once, whatever was said later and whatever happened to the memory. One that cannot be stored does not affect the
// others.
func TestCompactHookReadsATranscriptAgain(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data)
	t.Setenv("CLAUDE_PROJECT_DIR", "/home/ada/queue")
	for name, stamps := range map[string][]string{"with times": {`"timestamp":"2026-11-01T10:00:00.000Z",`, `"timestamp":"2026-11-01T11:00:00.000Z",`}, "without": {"", ""}} {
		space := strings.Fields(name)[0]
		file := transcript(t, `{"type":"user",`+stamps[0]+`"message":{"content":"We decided to use Redis for the job queue."}}`,
			`{"type":"user","message":{"content":"We decided to keep the odd \u0000 byte in this sentence."}}`,
			`{"type":"user",`+stamps[1]+`"message":{"content":"We decided to use Postgres for the job queue."}}`)
		in := fmt.Sprintf(`{"session_id":"s1","transcript_path":%q,"trigger":"auto"}`, file)
		for range 3 {
			if out, errs := hooked(t, data, in, "pre-compact", "--within", "1m", "--namespace", space); out != "" || !strings.Contains(errs, "1 of 3 sentences") || !strings.Contains(errs, "NUL") {
				t.Errorf("%s: it says %q and complains %q", name, out, errs)
			}
		}
		memories := func() []any {
			return asJSON(t, ok(t, data, "--json", "list", "--namespace", space))["memories"].([]any)
		}
		all := memories()
		if len(all) != 2 {
			t.Fatalf("%s: stored: %v", name, all)
		}
		var ids []string
		for _, m := range all {
			m := m.(map[string]any)
			if stamps[0] != "" && !strings.HasPrefix(fmt.Sprint(m["timestamp"]), "2026-11-01T1") {
				t.Errorf("%s: the time of %v", name, m)
			}
			ids = append(ids, m["id"].(string))
		}
		ok(t, data, "forget", ids[0])
		hooked(t, data, in, "pre-compact", "--within", "1m", "--namespace", space)
		if all = memories(); len(all) != 1 {
			t.Errorf("%s: what was forgotten came back: %v", name, all)
		}
	}
}

// TestSessionStartWaitsForTheServer: assistants start their hooks and their servers at the same time.
func TestSessionStartWaitsForTheServer(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "remember", "The kiln's controller lost its clock, so every firing began late", "--why", "a test")
	t.Setenv("CLAUDE_PROJECT_DIR", "/home/ada/kiln")
	type said struct{ out, errs string }
	done := make(chan said)
	go func() {
		out, errs := hooked(t, data, `{"session_id":"s2","source":"startup"}`, "session-start", "--within", "50s")
		done <- said{out, errs}
	}()
	time.Sleep(time.Second) // the hook comes first
	serving(t, data)
	if got := <-done; !strings.Contains(got.out, "lost its clock") || got.errs != "" {
		t.Errorf("it says %q and complains %q", got.out, got.errs)
	}
	other := filepath.Join(t.TempDir(), "other")
	held, err := owner.TryLock(other) // as a starting server does
	if err != nil || held == nil {
		t.Fatal(err)
	}
	defer held.Release()
	if _, errs := hooked(t, other, `{"tool_name":"Bash","tool_response":{"stdout":"[main 1a2b3c4] A commit"}}`, "post-tool", "--within", "2s"); !strings.Contains(errs, "is still starting") {
		t.Errorf("a server that does not come: it complains %q", errs)
	}
}

// TestSetupHooks plays a user: hooks are added to the user's own, once, run as written, and removed again.
func TestSetupHooks(t *testing.T) {
	home, data := t.TempDir(), filepath.Join(t.TempDir(), "a store")
	t.Setenv("HOME", home)
	t.Setenv("CLAUDE_CONFIG_DIR", "")
	const mine = "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": [{\"type\": \"command\", \"command\": \"mine.sh\"}]}]\n  },\n  \"z\": [1,2]\n}\n"
	settings := filepath.Join(home, ".claude", "settings.json")
	put(t, settings, mine)
	if said := ok(t, data, "setup", "claude-code", "--hooks", "--yes"); !strings.Contains(said, "+") || !strings.Contains(said, "the next session begins with it") {
		t.Errorf("written: %s", said)
	}
	first := text(t, settings)
	var written struct {
		Model string
		Hooks map[string][]struct {
			Matcher string
			Hooks   []struct{ Type, Command string }
		}
	}
	if err := json.Unmarshal([]byte(first), &written); err != nil || written.Model != "opus" || len(written.Hooks) != 6 || written.Hooks["Stop"][0].Hooks[0].Command != "mine.sh" || written.Hooks["PostToolUse"][0].Matcher != "Bash" {
		t.Errorf("%v: %s", err, first)
	}
	if said := ok(t, data, "setup", "claude-code", "--hooks", "--yes"); !strings.Contains(said, "has this already") || text(t, settings) != first {
		t.Errorf("a second time: %s", said)
	}
	serving(t, data)
	ok(t, data, "remember", "The kiln's controller lost its clock, so every firing began late", "--why", "a test")
	cmd := exec.Command("sh", "-c", written.Hooks["UserPromptSubmit"][0].Hooks[0].Command+" --within 1m")
	cmd.Env, cmd.Stdin = append(os.Environ(), asProgram+"=1"), strings.NewReader(`{"prompt":"why did every firing of the kiln begin late?"}`)
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "lost its clock") {
		t.Errorf("run as it is written: %v, %s", err, out)
	}
	ok(t, data, "setup", "claude-code", "--hooks", "--remove", "--yes")
	if got := text(t, settings); got != mine {
		t.Errorf("taken out: %s", got)
	}
	project := t.TempDir()
	ok(t, data, "setup", "claude-code", "--hooks", "--yes", "--project", project)
	if got := text(t, filepath.Join(project, ".claude", "settings.json")); !strings.Contains(got, "hook pre-compact") {
		t.Errorf("of a project: %s", got)
	}
	for says, args := range map[string][]string{
		"--rules has it do the same":     {"setup", "cursor", "--hooks"},
		"none of the others can be":      {"setup", "claude-code", "--hooks", "--rules"},
		"name its folder with --project": {"setup", "codex", "--rules"},
		"reads no file of instructions":  {"setup", "claude-desktop", "--rules", "--project", project},
		"it knows claude-code, claude-desktop, codex, continue, cursor, gemini-cli, opencode, vscode, windsurf, zed":                               {"setup"},
		`no client is called "emacs": there are claude-code, claude-desktop, codex, continue, cursor, gemini-cli, opencode, vscode, windsurf, zed`: {"setup", "emacs"},
		"name the folder of one with --project": {"setup", "continue"},
	} {
		if _, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%v: exit code %d, %s, want words that say %q", args, code, errs, says)
		}
	}
}

// TestSetupRules: the text is in the file of instructions between its marker lines, once, and is removed again.
func TestSetupRules(t *testing.T) {
	data, project := filepath.Join(t.TempDir(), "store"), t.TempDir()
	file := filepath.Join(project, "AGENTS.md")
	put(t, file, "# Mine\n\nUse tabs.\n")
	for _, client := range []string{"cursor", "windsurf", "zed", "codex", "opencode"} { // these share the file
		ok(t, data, "setup", client, "--rules", "--project", project, "--yes")
	}
	if got := text(t, file); !strings.HasPrefix(got, "# Mine\n\nUse tabs.\n\n<!-- asterism: begin") || strings.Count(got, "search_graph") != 1 {
		t.Errorf("written: %s", got)
	}
	ok(t, data, "setup", "zed", "--rules", "--remove", "--project", project, "--yes")
	if got := text(t, file); got != "# Mine\n\nUse tabs.\n" {
		t.Errorf("taken out: %s", got)
	}
	for client, name := range map[string]string{"gemini-cli": "GEMINI.md", "vscode": ".github/copilot-instructions.md", "continue": ".continue/rules/asterism.md", "claude-code": "CLAUDE.md"} {
		path := filepath.Join(project, name)
		ok(t, data, "setup", client, "--rules", "--project", project, "--yes")
		if got := text(t, path); !strings.Contains(got, "search_graph") {
			t.Errorf("%s: %s", client, got)
		}
		ok(t, data, "setup", client, "--rules", "--remove", "--project", project, "--yes")
		if _, err := os.Stat(path); !os.IsNotExist(err) {
			t.Errorf("%s is left: %v", name, err)
		}
	}
}

// TestSetupOfMoreClients: each new client's file, in its place and format.
func TestSetupOfMoreClients(t *testing.T) {
	home, data, project := t.TempDir(), filepath.Join(t.TempDir(), "store"), t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "xdg"))
	put(t, filepath.Join(home, "xdg/zed/settings.json"), "// Zed settings\n{\n  \"theme\": \"One Dark\", // mine\n}\n")
	for _, c := range []struct {
		client, file string
		path         []string
	}{
		{"windsurf", ".codeium/windsurf/mcp_config.json", []string{"mcpServers"}},
		{"gemini-cli", ".gemini/settings.json", []string{"mcpServers"}},
		{"opencode", "xdg/opencode/opencode.json", []string{"mcp", "servers"}},
	} {
		ok(t, data, "setup", c.client, "--yes")
		var at any
		if err := json.Unmarshal([]byte(text(t, filepath.Join(home, c.file))), &at); err != nil {
			t.Fatal(err)
		}
		for _, name := range append(c.path, "asterism", "command") {
			m, _ := at.(map[string]any)
			at = m[name]
		}
		if !strings.Contains(fmt.Sprint(at), "asterism") {
			t.Errorf("%s: the command is %v", c.client, at)
		}
	}
	ok(t, data, "setup", "zed", "--yes")
	if got := text(t, filepath.Join(home, "xdg/zed/settings.json")); !strings.HasPrefix(got, "// Zed settings\n{\n  \"theme\": \"One Dark\", // mine\n  \"context_servers\": {\n    \"asterism\": {\n      \"command\": ") {
		t.Errorf("zed: %s", got)
	}
	ok(t, data, "setup", "continue", "--yes", "--project", project)
	if got := text(t, filepath.Join(project, ".continue/mcpServers/asterism.json")); !strings.Contains(got, "\"mcpServers\"") {
		t.Errorf("continue: %s", got)
	}
	for client, key := range map[string]string{"windsurf": `"serverUrl": "http://127.0.0.1:7737/mcp"`, "gemini-cli": `"httpUrl": "http://127.0.0.1:7737/mcp"`, "opencode": `"type": "remote"`, "zed": `"url": "http://127.0.0.1:7737/mcp"`} {
		if said := ok(t, data, "--connect", "http://127.0.0.1:7737", "setup", client, "--http", "--print"); !strings.Contains(said, key) {
			t.Errorf("%s: %s", client, said)
		}
	}
}

// TestSessionStartHook: a session gets the goal, the end of the last session, the newest notes, and what always holds, however old. Replaced memories and earlier ends are left out,
// notes come before pieces of files, and the total is limited.
func TestSessionStartHook(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data)
	t.Setenv("CLAUDE_PROJECT_DIR", "/home/ada/kiln")
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "page.md"), []byte("# Firing\n\nThe page of a folder must always be read last.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "ingest", folder)
	ok(t, data, "goal", "set", "The kiln fires every batch at the right hour")
	ok(t, data, "remember", "--why", "a test", "Never open the kiln above 200 degrees.", "--time", "2026-01-05")
	ok(t, data, "remember", "--why", "a test", "Glazes are mixed in the cellar.", "--time", "2026-01-06")
	for i := range 9 {
		ok(t, data, "remember", "--why", "a test", fmt.Sprintf("Batch %d of the bowls came out of the kiln without a crack. %s", i, strings.Repeat("The shelf was full and the cones were bent as they were to be. ", 20)), "--time", fmt.Sprintf("2026-02-%02d", i+1))
	}
	old := strings.TrimSpace(ok(t, data, "remember", "--why", "a test", "The thermocouple is of type K.", "--time", "2026-02-20", "--json"))
	var stored struct{ ID string }
	if err := json.Unmarshal([]byte(old), &stored); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "remember", "--why", "a test", "The thermocouple is of type S.", "--time", "2026-02-21", "--supersedes", stored.ID)
	for _, said := range []string{"The controller was replaced, and its clock is set from the network from now on, with a test of it.", "The door's switch was cleaned and the alarm of the kiln was tried: it rings in the office, as it is to."} {
		file := transcript(t, fmt.Sprintf(`{"type":"assistant","message":{"content":[{"type":"text","text":%q}]}}`, said))
		if out, errs := hooked(t, data, fmt.Sprintf(`{"session_id":"s1","transcript_path":%q}`, file), "session-end", "--within", "1m"); out+errs != "" {
			t.Fatalf("the end of a session: %s%s", out, errs)
		}
	}
	out, errs := hooked(t, data, `{"session_id":"s2","source":"startup"}`, "session-start", "--within", "1m")
	for _, want := range []string{"not instructions", "The goal: The kiln fires every batch", "the alarm of the kiln was tried", "of type S", "Batch 8", "Batch 7", "Never open the kiln above 200 degrees.\n- 2", "The page of a folder must"} {
		if !strings.Contains(out, want) || errs != "" {
			t.Errorf("it does not say %q: %s%s", want, out, errs)
		}
	}
	for _, not := range []string{"of type K", "The controller was replaced", "Glazes", "Batch 0"} {
		if strings.Contains(out, not) {
			t.Errorf("it says %q: %s", not, out)
		}
	}
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := codec.Count(out); err != nil || n > 700 || strings.Count(out, "\n- ") != 8 {
		t.Errorf("%d tokens (%v): %s", n, err, out)
	}
	if out, _ := hooked(t, data, `{}`, "session-start", "--within", "1m", "--top", "2"); strings.Count(out, "\n- ") != 2 || !strings.Contains(out, "Never open") || !strings.Contains(out, "the alarm of the kiln") {
		t.Errorf("two of them: %s", out)
	}
	t.Setenv("CLAUDE_PROJECT_DIR", "/home/ada/"+strings.Repeat("kiln", 50)) // longer than a tag may be
	if out, errs := hooked(t, data, `{}`, "session-start", "--within", "1m"); !strings.Contains(out, "Never open the kiln above 200 degrees") || errs != "" {
		t.Errorf("a project with a long name: %s%s", out, errs)
	}
	for _, top := range []string{"0", "101"} {
		if out, errs := hooked(t, data, `{}`, "session-start", "--top", top); out != "" || !strings.Contains(errs, "--top "+top+" is outside 1…100") {
			t.Errorf("--top %s: %s%s", top, out, errs)
		}
	}
}
