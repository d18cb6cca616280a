package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSyncTakesNothingAwayByMistake: a folder that is not mounted is empty, or missing.
func TestSyncTakesNothingAwayByMistake(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data)
	files := map[string]string{}
	for i := range 8 {
		files[fmt.Sprintf("n%d.md", i)] = fmt.Sprintf("Note number %d of a folder.", i)
	}
	dir := vault(t, files)
	ok(t, data, "sync", dir)
	away := filepath.Join(t.TempDir(), "away")
	if err := os.Rename(dir, away); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := run(t, data, "sync", dir); code != 1 || !strings.Contains(errs, "there is no folder") {
		t.Errorf("a folder that is not there: exit code %d, %s", code, errs)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, errs, code := run(t, data, "sync", dir); code != 1 || !strings.Contains(errs, "8 of 8 files are gone") || !strings.Contains(errs, "--yes") || len(stored(t, data)) != 8 {
		t.Errorf("an empty folder: exit code %d, %s", code, errs)
	}
	if said := ok(t, data, "sync", dir, "--dry-run"); !strings.Contains(said, "forgot 8") || !strings.Contains(said, "needs --yes") {
		t.Errorf("a dry run over it: %s", said)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(away, dir); err != nil {
		t.Fatal(err)
	}
	if said := ok(t, data, "sync", dir); !strings.Contains(said, "nothing to do, equal 8") {
		t.Errorf("mounted again: %s", said)
	}
	for i := range 7 {
		if err := os.Remove(filepath.Join(dir, fmt.Sprintf("n%d.md", i))); err != nil {
			t.Fatal(err)
		}
	}
	if said := ok(t, data, "sync", dir, "--yes"); !strings.Contains(said, "forgot 7, equal 1") || len(stored(t, data)) != 1 {
		t.Errorf("with --yes: %s", said)
	}
}

// TestSyncOfAFileThatWasEmptied: the file exists, so its memory stays, until the file is deleted or gets content.
func TestSyncOfAFileThatWasEmptied(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	serving(t, data)
	dir := vault(t, map[string]string{"a.md": "The first of two notes.", "b.md": "The second of two notes.", "new.md": ""})
	ok(t, data, "sync", dir)
	for _, left := range []string{"", " \n\n", "---\ntags: [x]\n---\n"} {
		put(t, filepath.Join(dir, "a.md"), left)
		out, errs, code := run(t, data, "sync", dir)
		if code != 1 || !strings.Contains(out, "nothing to do, equal 1, left alone 1, empty 1") || !strings.Contains(errs, "a.md: it has no text; delete the file") || len(stored(t, data)) != 2 {
			t.Errorf("%q: exit code %d, %s%s", left, code, out, errs)
		}
	}
	put(t, filepath.Join(dir, "a.md"), "The first of two notes, rewritten.")
	if out := ok(t, data, "sync", dir); !strings.Contains(out, "changed 1") || stored(t, data)["The first of two notes, rewritten."] == "" {
		t.Errorf("written again: %s", out)
	}
	was := text(t, filepath.Join(dir, "a.md"))
	put(t, filepath.Join(dir, "moved.md"), was)
	put(t, filepath.Join(dir, "a.md"), "")
	if out := ok(t, data, "sync", dir); !strings.Contains(out, "empty 2") || len(stored(t, data)) != 2 {
		t.Errorf("its text is in another file: %s", out)
	}
}

// TestSyncLeavesAlone what it cannot use, names it, and does the rest.
func TestSyncLeavesAlone(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	dir := vault(t, map[string]string{
		"good.md": "This one is good.", "twin.md": "This one is good.\n", "long.md": strings.Repeat("word ", 1<<18), "broken.md": "---\ntags: [\n---\nx", "other.md": "---\nnamespace: work\n---\nx",
		"\x1b[31mred.md": "---\nimportance: high\n---\nx",
		"key.md":         "The key of the mail gateway is AKIA" + "Q3EGVNXW5RTLPZ2K.",
	})
	out, errs, code := run(t, data, "sync", dir)
	if code != 1 || !strings.Contains(out, "stored 1") || !strings.Contains(out, "left alone 6") {
		t.Errorf("exit code %d: %s", code, out)
	}
	for _, want := range []string{"long.md: it has 13107", "at most 1048576", "split it", "broken.md: its front matter is no YAML", `other.md: its namespace is "work", and the folder is synced with "default"`,
		"key.md: ", "Write in the file where the secret is kept", "twin.md: it says the same as good.md", `\x1b[31mred.md: importance in its front matter: "high" is no number from 0`} {
		if !strings.Contains(errs, want) {
			t.Errorf("it does not say %q: %s", want, errs)
		}
	}
	if strings.Contains(errs, "--secrets") {
		t.Errorf("it names an option that it does not have: %s", errs)
	}
	if strings.Contains(out+errs, "\x1b") {
		t.Errorf("a name is obeyed by the terminal: %q", out+errs)
	}
	for says, args := range map[string][]string{
		"is no folder": {"sync", filepath.Join(dir, "good.md")}, "--watch and --dry-run": {"sync", dir, "--watch", "--dry-run"}, "is too short: 1s": {"sync", dir, "--watch", "--every", "1ms"}, "accepts 1 arg": {"sync"}, "is not one namespace": {"sync", dir, "--namespace", "*"},
	} {
		if _, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
}

// TestADryRunOfASyncMakesNothing: neither a store and its folder, nor a sync state next to an existing store.
func TestADryRunOfASyncMakesNothing(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	data, dir := filepath.Join(home, "store"), vault(t, map[string]string{"a.md": "The first of two notes.", "b.md": "The second of two notes."})
	if said := ok(t, data, "sync", dir, "--dry-run"); !strings.Contains(said, "it would have: stored 2") {
		t.Errorf("where there is no store: %s", said)
	}
	if made, err := os.ReadDir(home); err != nil || len(made) > 0 {
		t.Errorf("it made %v, error %v", made, err)
	}
	ok(t, data, "remember", "A third.", "--why", "test")
	if said := ok(t, data, "sync", dir, "--dry-run"); !strings.Contains(said, "it would have: stored 2, wrote 1") {
		t.Errorf("beside a store: %s", said)
	}
	if _, err := os.Stat(filepath.Join(data, "sync")); !os.IsNotExist(err) {
		t.Errorf("the folder of the state was made: %v", err)
	}
}
