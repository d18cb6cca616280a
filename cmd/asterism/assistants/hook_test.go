package assistants

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestAHookThatFailsUnexpectedly reports that and exits with 0.
func TestAHookThatFailsUnexpectedly(t *testing.T) {
	_, err := atMost(t.Context(), time.Minute, func(context.Context) (string, error) { panic("odd") })
	if err == nil || !strings.Contains(err.Error(), "odd") {
		t.Errorf("got %v", err)
	}
	if _, err := readEvent(io.LimitReader(strings.NewReader(`{"a":1}`), 3)); err == nil {
		t.Error("half an event is taken")
	}
}

// TestTheProjectOfASubfolder: a session that works in a subfolder belongs to the project.
func TestTheProjectOfASubfolder(t *testing.T) {
	t.Setenv("CLAUDE_PROJECT_DIR", "")
	root := filepath.Join(t.TempDir(), "kiln")
	sub := filepath.Join(root, "firmware", "clock")
	if err := os.MkdirAll(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, ".asterism"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{sub: "kiln", root: "kiln", "/nothing/here": "here"} {
		if got := (&event{Folder: folder}).project(); got != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
	}
}
