package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoStoreIsMadeToBeLookedAt: a folder without a store, such as that of a disk that is not mounted, is no empty store, and nothing is written into it.
func TestNoStoreIsMadeToBeLookedAt(t *testing.T) {
	data, archive := t.TempDir(), filepath.Join(t.TempDir(), "archive")
	for _, args := range [][]string{{"check"}, {"purge"}, {"purge", "--dry-run"}, {"reembed"}, {"backup", "create", archive}, {"export", archive}, {"--connect", "off", "export", "-"}} {
		if out, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, data+" holds no store") || !strings.Contains(errs, "--data") {
			t.Errorf("%v: exit code %d: %s%s", args, code, out, errs)
		}
	}
	left, err := os.ReadDir(data)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, error %v", left, err)
	}
	if _, err := os.Stat(archive); !os.IsNotExist(err) {
		t.Errorf("the archive or the export was made: %v", err)
	}
}
