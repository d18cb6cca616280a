package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestSetupHooksOfMoreAssistants: hooks of Codex and Gemini CLI are added to existing ones, run as written, print what the assistant reads, and can be removed.
func TestSetupHooksOfMoreAssistants(t *testing.T) {
	home, data := t.TempDir(), filepath.Join(t.TempDir(), "a store")
	t.Setenv("HOME", home)
	t.Setenv("CODEX_HOME", "")
	serving(t, data)
	ok(t, data, "remember", "The kiln's controller lost its clock, so every firing began late", "--why", "a test")
	const mine = `{"type": "command", "command": "mine.sh", "timeout": 9}`
	for assistant, c := range map[string]struct {
		file, before, prompt, tool, matcher, then string
		timeout, members                          int
	}{
		"codex": {".codex/hooks.json", "{\n  \"hooks\": {\n    \"Stop\": [{\"hooks\": [" + mine + "]}]\n  }\n}\n", "UserPromptSubmit", "PostToolUse", "Bash", "open /hooks", 5, 4},
		"gemini-cli": {".gemini/settings.json", "{\n  \"hooks\": {\n    \"disabled\": [\"other\"], \"enabled\": true,\n    \"AfterAgent\": [{\"hooks\": [" + mine + "]}]\n  },\n  \"mcpServers\": {}\n}\n",
			"BeforeAgent", "AfterTool", "run_shell_command", "/hooks panel", 5000, 6},
	} {
		path := filepath.Join(home, filepath.FromSlash(c.file))
		put(t, path, c.before)
		if said := ok(t, data, "setup", assistant, "--hooks", "--yes"); !strings.Contains(said, c.then) {
			t.Errorf("%s: %s", assistant, said)
		}
		first := text(t, path)
		var written struct{ Hooks map[string]json.RawMessage }
		if err := json.Unmarshal([]byte(first), &written); err != nil || len(written.Hooks) != c.members || !strings.Contains(first, mine) {
			t.Errorf("%s: %v: %s", assistant, err, first)
		}
		group := func(event string) (matcher, command string, timeout int) {
			var groups []struct {
				Matcher string
				Hooks   []struct {
					Type, Command string
					Timeout       int
				}
			}
			if err := json.Unmarshal(written.Hooks[event], &groups); err != nil || len(groups) != 1 || len(groups[0].Hooks) != 1 || groups[0].Hooks[0].Type != "command" {
				t.Fatalf("%s, %s: %v, %s", assistant, event, err, first)
			}
			return groups[0].Matcher, groups[0].Hooks[0].Command, groups[0].Hooks[0].Timeout
		}
		if matcher, _, timeout := group(c.tool); matcher != c.matcher || timeout != c.timeout {
			t.Errorf("%s: matcher %q, timeout %d", assistant, matcher, timeout)
		}
		if said := ok(t, data, "setup", assistant, "--hooks", "--yes"); !strings.Contains(said, "has this already") || text(t, path) != first {
			t.Errorf("%s, a second time: %s", assistant, said)
		}
		_, line, _ := group(c.prompt)
		cmd := exec.Command("sh", "-c", line+" --within 1m")
		cmd.Env, cmd.Stdin = append(os.Environ(), asProgram+"=1"), strings.NewReader(`{"session_id":"s","cwd":"/x","transcript_path":null,"prompt":"why did every firing of the kiln begin late?"}`)
		out, err := cmd.Output()
		if err != nil || !strings.Contains(string(out), "lost its clock") || json.Valid(out) != (assistant == "gemini-cli") {
			t.Errorf("%s, run as it is written: %v, %s", assistant, err, out)
		}
		ok(t, data, "setup", assistant, "--hooks", "--remove", "--yes")
		if got := text(t, path); got != c.before {
			t.Errorf("%s, taken out: %s", assistant, got)
		}
		project := t.TempDir()
		ok(t, data, "setup", assistant, "--hooks", "--yes", "--project", project)
		if got := text(t, filepath.Join(project, filepath.FromSlash(c.file))); !strings.Contains(got, "hook post-tool --for "+assistant) || strings.Contains(got, "pre-compact") {
			t.Errorf("%s, of a project: %s", assistant, got)
		}
	}
}
