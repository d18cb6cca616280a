package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManual: every command in docs/cli.md has a page, with its flags and the given date, and without folders of this machine.
func TestManual(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("ASTERISM_HOME", "")
	dir := filepath.Join(t.TempDir(), "man1")
	top := root()
	top.SetArgs([]string{"man", dir})
	if err := top.Execute(); err != nil {
		t.Fatal(err)
	}
	for _, c := range append(commandsBelow(root()), root()) {
		text, err := os.ReadFile(filepath.Join(dir, strings.ReplaceAll(c.CommandPath(), " ", "-")+".1"))
		if err != nil {
			t.Error(err)
			continue
		}
		if page := string(text); !strings.Contains(page, "Jan 1970") || !strings.Contains(page, ".SH SYNOPSIS") || strings.Contains(page, home) {
			t.Errorf("%s: %s", c.CommandPath(), page)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "asterism-search.1"))
	if err != nil || !strings.Contains(string(text), `--weights`) || !strings.Contains(string(text), "~/.asterism") {
		t.Errorf("%v: %s", err, text)
	}
}

func TestManualMistakes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"man"}, {"man", file}, {"man", filepath.Join(file, "below")}} {
		if _, errs, code := run(t, t.TempDir(), args...); code != 1 || errs == "" {
			t.Errorf("%q: exit code %d, %s", args, code, errs)
		}
	}
}
