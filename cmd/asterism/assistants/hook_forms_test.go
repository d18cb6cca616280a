package assistants

import (
	"encoding/json"
	"strings"
	"testing"

	"asterism/cmd/asterism/words"
	"asterism/mcp/clients"

	"pgregory.net/rapid"
)

// TestEventsOfEachAssistant: the fields that hooks need are read from events in the format of each assistant's reference.
func TestEventsOfEachAssistant(t *testing.T) {
	for _, variable := range []string{"CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"} {
		t.Setenv(variable, "")
	}
	const base = `"session_id":"s9","cwd":"/srv/loom",`
	for _, c := range []struct{ assistant, event, prompt, commit string }{
		{"claude-code", `{` + base + `"hook_event_name":"SessionStart","transcript_path":"/t","source":"startup"}`, "", ""},
		{"claude-code", `{` + base + `"hook_event_name":"UserPromptSubmit","prompt":"which loom is broken?"}`, "which loom is broken?", ""},
		{"claude-code", `{` + base + `"tool_name":"Bash","tool_response":{"stdout":"[main aaaaaa1] Oil the loom\n 1 file changed","stderr":""}}`, "", "aaaaaa1"},
		{"claude-code", `{` + base + `"tool_name":"Bash","tool_response":"[main aaaaaa1] A text is not its form"}`, "", ""},
		{"codex", `{` + base + `"hook_event_name":"SessionStart","model":"m","permission_mode":"default","transcript_path":null,"source":"resume"}`, "", ""},
		{"codex", `{` + base + `"hook_event_name":"UserPromptSubmit","model":"m","turn_id":"t1","transcript_path":null,"prompt":"which loom is broken?"}`, "which loom is broken?", ""},
		{"codex", `{` + base + `"hook_event_name":"PostToolUse","turn_id":"t1","tool_use_id":"u","tool_name":"Bash","tool_input":{"command":"git commit"},"tool_response":"[main (root-commit) bbbbbb2] Thread the loom\n 2 files changed\n"}`, "", "bbbbbb2"},
		{"codex", `{` + base + `"tool_name":"apply_patch","tool_input":{"command":"x"},"tool_response":"[main bbbbbb2] In a patch"}`, "", ""},
		{"codex", `{` + base + `"tool_name":"Bash","tool_response":{"unknown":"[main bbbbbb2] In no form that is known"}}`, "", ""},
		{"gemini-cli", `{` + base + `"hook_event_name":"SessionStart","timestamp":"2026-03-01T10:00:00Z","source":"clear"}`, "", ""},
		{"gemini-cli", `{` + base + `"hook_event_name":"BeforeAgent","timestamp":"2026-03-01T10:00:00Z","prompt":"which loom is broken?"}`, "which loom is broken?", ""},
		{"gemini-cli", `{` + base + `"hook_event_name":"AfterTool","tool_name":"run_shell_command","tool_input":{},"tool_response":{"llmContent":"Output: [x ccccccc] x","returnDisplay":"[work/a ccccccc3] Mend the shuttle\n"}}`, "", "ccccccc3"},
		{"gemini-cli", `{` + base + `"tool_name":"run_shell_command","tool_response":{"llmContent":"Command: git commit\nOutput: [main ddddddd4] Wind the warp\n 1 file changed\nExit Code: 0","returnDisplay":""}}`, "", "ddddddd4"},
		{"gemini-cli", `{` + base + `"tool_name":"run_shell_command","tool_response":{"llmContent":[{"text":"x"}],"returnDisplay":{"a":1}}}`, "", ""},
		{"gemini-cli", `{` + base + `"tool_name":"read_file","tool_response":{"llmContent":"[main ddddddd4] In a file"}}`, "", ""},
	} {
		e, err := readEvent(strings.NewReader(c.event))
		if err != nil {
			t.Errorf("%s: %s: %v", c.assistant, c.event, err)
			continue
		}
		e.form = forms[c.assistant]
		commits := strings.Join(commitsIn(e), "\n")
		if e.SessionID != "s9" || e.project() != "loom" || e.Prompt != c.prompt || (commits == "") != (c.commit == "") || !strings.HasPrefix(commits, strings.TrimSpace("Commit "+c.commit)) && c.commit != "" {
			t.Errorf("%s: %s: %+v, commits %q", c.assistant, c.event, e, commits)
		}
	}
}

// TestTheFolderOfEachAssistant: the variable of another assistant, in whose terminal this one may run, is ignored.
func TestTheFolderOfEachAssistant(t *testing.T) {
	t.Setenv("CLAUDE_PROJECT_DIR", "/of/claude")
	t.Setenv("GEMINI_PROJECT_DIR", "/of/gemini")
	for assistant, want := range map[string]string{"claude-code": "/of/claude", "codex": "/of/event", "gemini-cli": "/of/gemini"} {
		if got := (&event{Folder: "/of/event", form: forms[assistant]}).folder(); got != want {
			t.Errorf("%s: %s, want %s", assistant, got, want)
		}
	}
}

// TestPrinted: each assistant reads the text unchanged, whatever it contains.
func TestPrinted(t *testing.T) {
	for assistant, events := range map[string]map[string]string{
		"claude-code": {"session-start": "SessionStart", "user-prompt": "UserPromptSubmit"},
		"codex":       {"session-start": "SessionStart", "user-prompt": "UserPromptSubmit"},
		"gemini-cli":  {"session-start": "SessionStart", "user-prompt": "BeforeAgent"},
	} {
		for hook, name := range events {
			form, err := formOf(assistant, hook)
			if err != nil || form.event(hook) != name {
				t.Fatalf("%s, %s: event %q, %v", assistant, hook, form.event(hook), err)
			}
			if got, err := form.printed(hook, ""); err != nil || got != "" {
				t.Errorf("%s, %s: nothing is %q, %v", assistant, hook, got, err)
			}
			rapid.Check(t, func(t *rapid.T) {
				said := words.Plain("Memories: " + rapid.String().Draw(t, "text") + "\x00\x1b[31m\u2028\"\\</script>\n")
				got, err := form.printed(hook, said)
				if err != nil {
					t.Fatal(err)
				}
				if !form.object {
					if got != said {
						t.Fatalf("%q is %q", said, got)
					}
					return
				}
				var out map[string]map[string]string // the schema: exactly this object with these two texts
				if err := json.Unmarshal([]byte(got), &out); err != nil || len(out) != 1 || len(out["hookSpecificOutput"]) != 2 ||
					out["hookSpecificOutput"]["hookEventName"] != name || out["hookSpecificOutput"]["additionalContext"] != said {
					t.Fatalf("%q is %q: %v", said, got, err)
				}
			})
		}
	}
}

// TestFormOf: an unknown assistant, or one that cannot run a hook, is an error.
func TestFormOf(t *testing.T) {
	for _, c := range [][2]string{{"emacs", "session-start"}, {"", "session-start"}, {"codex", "session-end"}, {"codex", "pre-compact"}, {"gemini-cli", "session-end"}, {"gemini-cli", "pre-compact"}, {"claude-code", "other"}} {
		if _, err := formOf(c[0], c[1]); err == nil {
			t.Errorf("%v is taken", c)
		}
	}
	for name := range forms { // hooks can read everything that setup can write
		if c, err := clients.Find(name); err != nil || c.Hooks == "" {
			t.Errorf("%s has no file of hooks: %v", name, err)
		}
	}
	for _, c := range clients.All() {
		if _, ok := forms[c.Name]; ok != (c.Hooks != "") {
			t.Errorf("%s: file of hooks %q, form %v", c.Name, c.Hooks, ok)
		}
	}
}

// TestUnasked: setup mentions hooks or rules exactly for the assistants for which they can be written.
func TestUnasked(t *testing.T) {
	for _, c := range clients.All() {
		said := unasked(c)
		switch _, hooks := forms[c.Name]; {
		case hooks != strings.Contains(said, "setup "+c.Name+" --hooks"):
			t.Errorf("%s: %q", c.Name, said)
		case !hooks && (c.Rules != "") != strings.Contains(said, "--rules"):
			t.Errorf("%s: %q", c.Name, said)
		}
	}
}
