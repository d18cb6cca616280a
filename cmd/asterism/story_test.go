package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const driftStory = "../../examples/drift"

// tellStory runs a story's script with this program. It leaves nothing in the temporary folder.
func tellStory(t *testing.T, script string) (said string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", script)
	temporary := t.TempDir()
	cmd.Env = append(os.Environ(), asProgram+"=1", "ASTERISM="+os.Args[0], "STORY_PLOT="+filepath.Join(t.TempDir(), "drift"), "TMPDIR="+temporary)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	return out.String(), cmd.ProcessState.ExitCode()
}

// TestTheStoryOfDriftIsTrue runs examples/drift/story.sh, which checks its own figures.
func TestTheStoryOfDriftIsTrue(t *testing.T) {
	said, code := tellStory(t, filepath.Join(driftStory, "story.sh"))
	if code != 0 || !strings.Contains(said, "The story is true.") {
		t.Errorf("exit code %d:\n%s", code, said)
	}
}

// TestTheStoryNoticesWhenNothingDrifts: with forty more notes on the goal the script's own check must fail.
func TestTheStoryNoticesWhenNothingDrifts(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"story.sh", "goal.txt", "on-goal.jsonl"} {
		body, err := os.ReadFile(filepath.Join(driftStory, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), body, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	body, err := os.ReadFile(filepath.Join(driftStory, "on-goal.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	more := strings.ReplaceAll(strings.ReplaceAll(string(body), `{"content": "`, `{"content": "Once more: `), "2026-03-0", "2026-03-1")
	if err := os.WriteFile(filepath.Join(dir, "wandering.jsonl"), []byte(more), 0o644); err != nil {
		t.Fatal(err)
	}
	if said, code := tellStory(t, filepath.Join(dir, "story.sh")); code == 0 || !strings.Contains(said, "story: ") || strings.Contains(said, "is true") {
		t.Errorf("exit code %d:\n%s", code, said)
	}
}
