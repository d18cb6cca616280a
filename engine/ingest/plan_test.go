package ingest

import (
	"errors"
	"io/fs"
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

// TestNamedFoldersAreRead: a folder below that may not be read is left out and counted, and the one that was named fails.
func TestNamedFoldersAreRead(t *testing.T) {
	root, p := "notes/", &Plan{Passed: map[string]int{}}
	if err := p.visit(root, "notes/below", nil, nil, fs.ErrPermission); err != nil || p.Passed["unreadable"] != 1 {
		t.Errorf("a folder below: %v, left out are %v", err, p.Passed)
	}
	if err := p.visit(root, root, nil, nil, fs.ErrPermission); !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "read notes:") {
		t.Errorf("the folder that was named: %v", err)
	}
}
