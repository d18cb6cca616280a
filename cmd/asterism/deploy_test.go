package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"asterism/cmd/asterism/assistants"
)

const deployed = "../../examples/deploy"

// wellFormed checks a command line of a file: the command, its flags, and its arguments must exist.
func wellFormed(t *testing.T, where string, args []string) {
	t.Helper()
	cmd, rest, err := root().Find(args)
	if err == nil {
		err = cmd.ParseFlags(rest)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if err != nil || cmd.Name() == "asterism" {
		t.Errorf("%s: asterism %s: %v", where, strings.Join(args, " "), err)
	}
}

// TestDeployedCommandsExist: the program knows what the files for containers and systemd run.
func TestDeployedCommandsExist(t *testing.T) {
	docker, err := os.ReadFile(filepath.Join(deployed, "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	lists := regexp.MustCompile(`(?m)^(?:ENTRYPOINT|CMD|HEALTHCHECK.* CMD) (\[.*\])$`).FindAllStringSubmatch(string(docker), -1)
	if len(lists) != 3 {
		t.Fatalf("the Dockerfile runs %d things, want 3", len(lists))
	}
	for _, m := range lists {
		var args []string
		if err := json.Unmarshal([]byte(m[1]), &args); err != nil {
			t.Errorf("%s: %v", m[1], err)
		}
		if args[0] == "asterism" {
			args = args[1:]
		}
		if len(args) > 0 {
			wellFormed(t, "Dockerfile", args)
		}
	}
	unit, err := os.ReadFile(filepath.Join(deployed, "asterism.service"))
	if err != nil {
		t.Fatal(err)
	}
	start := regexp.MustCompile(`(?m)^ExecStart=/opt/asterism/asterism (.*)$`).FindStringSubmatch(string(unit))
	if start == nil {
		t.Fatal("the unit starts nothing")
	}
	wellFormed(t, "asterism.service", strings.Fields(start[1]))
}

// TestHookSettings: the settings of each assistant run its hooks, with a time limit above the hook's own.
func TestHookSettings(t *testing.T) {
	for file, c := range map[string]struct {
		unit float64 // of a timeout, in seconds
		want string
	}{
		"settings.json":   {1, "PostToolUse hook post-tool, PreCompact hook pre-compact, SessionEnd hook session-end, SessionStart hook session-start, UserPromptSubmit hook user-prompt"},
		"codex.json":      {1, "PostToolUse hook post-tool --for codex, SessionStart hook session-start --for codex, UserPromptSubmit hook user-prompt --for codex"},
		"gemini-cli.json": {.001, "AfterTool hook post-tool --for gemini-cli, BeforeAgent hook user-prompt --for gemini-cli, SessionStart hook session-start --for gemini-cli"},
	} {
		text, err := os.ReadFile("../../examples/hooks/" + file)
		if err != nil {
			t.Fatal(err)
		}
		var settings struct {
			Hooks map[string][]struct {
				Hooks []struct {
					Type, Command string
					Timeout       float64
				}
			}
		}
		if err := json.Unmarshal(text, &settings); err != nil {
			t.Fatal(err)
		}
		var run []string
		for event, groups := range settings.Hooks {
			for _, h := range groups[0].Hooks {
				command, ok := strings.CutPrefix(h.Command, "asterism ")
				if !ok || h.Type != "command" || h.Timeout*c.unit <= assistants.HookWithin.Seconds() || h.Timeout*c.unit > 10 {
					t.Errorf("%s, %s: %+v", file, event, h)
				}
				wellFormed(t, event, strings.Fields(command))
				run = append(run, event+" "+command)
			}
		}
		slices.Sort(run)
		if got := strings.Join(run, ", "); got != c.want {
			t.Errorf("%s runs %s", file, got)
		}
	}
}
