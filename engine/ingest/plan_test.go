package ingest

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestAPipeIsNotRead: reading a named pipe without a writer would wait for ever.
func TestAPipeIsNotRead(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "notes.md")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := NewPlan([]string{pipe}); err == nil || !strings.Contains(err.Error(), "regular file") {
		t.Errorf("error is %v, want one that says that it is no regular file", err)
	}
}
