package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestSomeDigitsNameAMemory: search shows digits, and every command takes them, also for a forgotten memory; links are seen from both ends.
func TestSomeDigitsNameAMemory(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "The lathe needs oil", "--why", "care"))["id"].(string)
	last := id[len(id)-8:]
	if out := ok(t, data, "search", "lathe"); !strings.Contains(out, last) {
		t.Errorf("search shows no digits: %s", out)
	}
	ok(t, data, "update", last, "--importance", "0.9")
	if out := ok(t, data, "forget", last); !strings.Contains(out, id) {
		t.Errorf("forget: %s", out)
	}
	ok(t, data, "restore", last)
	newer := asJSON(t, ok(t, data, "--json", "remember", "The lathe needs grease", "--why", "care", "--supersedes", last))["id"].(string)
	if out := ok(t, data, "get", newer); !strings.Contains(out, "replaces") || !strings.Contains(out, id) {
		t.Errorf("get: %s", out)
	}
	file := filepath.Join(t.TempDir(), "linked.jsonl")
	line := `{"id":"01890a5d-ac96-774b-bcce-b302099a8057","content":"See the lathe","rationale":"x","links":["` + newer + `"]}` + "\n"
	if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "import", "--from", "jsonl", file)
	if out := ok(t, data, "get", newer); !strings.Contains(out, "linked from 01890a5d") {
		t.Errorf("the other end of a link is not shown: %s", out)
	}
	if out := ok(t, data, "get", "01890a5d"); !strings.Contains(out, "link        "+newer) {
		t.Errorf("get of the linking one: %s", out)
	}
	for _, bad := range []string{"zz", "ffffffff"} {
		if _, errs, code := run(t, data, "get", bad); code != 1 || !strings.Contains(errs, bad) {
			t.Errorf("%s: exit code %d, %s", bad, code, errs)
		}
	}
}

// TestEscapesAreShown: no command writes an escape sequence of a stored text to the terminal.
func TestEscapesAreShown(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	const evil = "\x1b]0;owned\x07 kettle \x1b[2J\u009b31m"
	id := asJSON(t, ok(t, data, "--json", "remember", evil, "--why", "why "+evil, "--tag", "t\x1b[1m", "--source", "s\x1b[1m", "--session", "n\x1b[1m"))["id"].(string)
	for _, args := range [][]string{{"search", "kettle"}, {"search", "--explain", "kettle"}, {"list"}, {"get", id}, {"tags"}, {"namespaces"}, {"status"}, {"workspace"}, {"forget", "--where-session", "n\x1b[1m", "--dry-run"}} {
		out := ok(t, data, args...)
		if strings.ContainsAny(out, "\x1b\x07\u009b") {
			t.Errorf("%v writes %q", args, out)
		}
	}
	if out := ok(t, data, "get", id); !strings.Contains(out, `\x1b]0;owned\x07 kettle`) {
		t.Errorf("get does not show it: %q", out)
	}
}

// TestManyByAFilter: a filter changes, forgets and brings back what passes it and nothing else, shows how many first, and asks.
func TestManyByAFilter(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	for _, text := range []string{"one", "two", "three", "four", "five", "six", "seven"} {
		ok(t, data, "remember", "draft "+text, "--why", "x", "--tag", "draft")
	}
	ok(t, data, "remember", "a decision", "--why", "x", "--tag", "kept")
	count := func(want int, args ...string) {
		t.Helper()
		if got := len(asJSON(t, ok(t, data, append([]string{"--json", "list"}, args...)...))["memories"].([]any)); got != want {
			t.Errorf("list %v: %d memories, want %d", args, got, want)
		}
	}
	if out := ok(t, data, "forget", "--where-tag", "draft", "--dry-run"); !strings.Contains(out, "7 memories; nothing was done") || !strings.Contains(out, "and 2 more") {
		t.Errorf("dry run: %s", out)
	}
	if _, errs, code := run(t, data, "forget", "--where-tag", "draft"); code != 1 || !strings.Contains(errs, "--yes") {
		t.Errorf("nobody was asked: exit code %d, %s", code, errs)
	}
	count(8)
	if out := asJSON(t, ok(t, data, "--json", "update", "--where-tag", "draft", "--importance", "0.1", "--yes")); out["done"] != 7.0 {
		t.Errorf("update: %v", out)
	}
	ok(t, data, "forget", "--where-tag", "draft", "--yes")
	count(1)
	ok(t, data, "restore", "--where-tag", "draft", "--yes")
	count(8)
	for _, args := range [][]string{{"forget"}, {"forget", "abcdef12", "--where-tag", "x"}, {"forget", "abcdef12", "--yes"}, {"update", "--where-tag", "draft", "--content", "x", "--yes"}, {"restore", "--where-before", "soon"}} {
		if _, errs, code := run(t, data, args...); code != 1 || errs == "" {
			t.Errorf("%v: exit code %d, %s", args, code, errs)
		}
	}
}

// TestSmallThings: zero is no number of hits; a folder with other files is no data directory; what would be pulled is shown without a network.
func TestSmallThings(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	for args, says := range map[string]string{"search --top 0 x": "--top 0", "search --top -1 x": "--top -1", "list --limit 0": "--limit 0"} {
		if _, errs, code := run(t, data, strings.Fields(args)...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%s: exit code %d, %s", args, code, errs)
		}
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "thesis.tex"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"list"}, {"remember", "x", "--why", "y"}, {"serve"}} {
		if _, errs, code := run(t, folder, args...); code != 1 || !strings.Contains(errs, "thesis.tex") {
			t.Errorf("%v in a folder with other files: exit code %d, %s", args, code, errs)
		}
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 1 {
		t.Errorf("the folder holds %v, %v", left, err)
	}
	if out := ok(t, data, "--models", t.TempDir(), "models", "pull", "--dry-run", "--from", "http://127.0.0.1:9"); !strings.Contains(out, "E13") || !strings.Contains(out, "sizes and revisions are not known") {
		t.Errorf("dry run without a network: %s", out)
	}
	if out := ok(t, data, "--help"); !strings.Contains(out, "\nMemories:\n") || !strings.Contains(out, "\nAssistants:\n") {
		t.Errorf("help is not grouped: %s", out)
	}
}
