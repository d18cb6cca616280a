package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestEmptyFiltersAreRefused: a filter with an empty value, such as from an unset shell variable, is an error and changes nothing. So is an empty namespace.
func TestEmptyFiltersAreRefused(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	kept := asJSON(t, ok(t, data, "--json", "remember", "The lathe needs oil", "--why", "care", "--tag", "draft"))["id"].(string)
	gone := asJSON(t, ok(t, data, "--json", "remember", "The saw is blunt", "--why", "care", "--tag", "draft"))["id"].(string)
	ok(t, data, "forget", gone)
	before := ok(t, data, "--json", "list", "--forgotten")
	const namespace = "--namespace is empty: name one, or leave the flag out"
	for _, c := range []struct {
		says string
		args []string
	}{
		{"--where-tag is empty: give a tag, or leave the flag out", []string{"forget", "--where-tag", "", "--yes"}},
		{"--where-tag is empty", []string{"forget", "--where-tag", "draft", "--where-tag", " ", "--yes"}},
		{"--where-session is empty: give a session", []string{"forget", "--where-session", "", "--hard", "--yes"}},
		{"--where-source is empty", []string{"forget", "--where-source=", "--where-tag", "draft", "--yes"}},
		{"--where-tag is empty", []string{"update", "--where-tag", "", "--importance", ".1", "--yes"}},
		{"--where-modality is empty", []string{"update", "--where-modality", "\t", "--importance", ".1", "--yes"}},
		{"--where-before is empty: give a time", []string{"restore", "--where-before", "", "--yes"}},
		{"--where-after is empty", []string{"restore", "--where-after", "", "--yes"}},
		{"--where-namespace is empty", []string{"restore", "--where-namespace", "", "--yes"}},
		{namespace, []string{"remember", "x", "--why", "y", "--namespace", ""}},
		{namespace, []string{"goal", "set", "Oil the machines", "--namespace", " "}},
		{namespace, []string{"update", kept, "--namespace", ""}},
		{namespace, []string{"serve", "--namespace", ""}},
		{namespace, []string{"list", "--namespace", ""}},
	} {
		if out, errs, code := run(t, data, c.args...); code != 1 || !strings.Contains(errs, c.says) {
			t.Errorf("%q: exit code %d, want 1 and %q\n%s%s", c.args, code, c.says, out, errs)
		}
	}
	if after := ok(t, data, "--json", "list", "--forgotten"); after != before {
		t.Errorf("the store has changed from\n%s\nto\n%s", before, after)
	}
}

// TestTagsAreTakenAsTheyAre: a comma or a quote in a tag splits nothing, in every command with tags.
func TestTagsAreTakenAsTheyAre(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "The lathe needs oil", "--why", "care", "--tag", "oil, grease", "--tag", `5" pipe`))["id"].(string)
	ok(t, data, "remember", "The saw is blunt", "--why", "care", "--tag", "oil")
	for _, tag := range []string{"oil, grease", `5" pipe`} {
		for _, args := range [][]string{{"list"}, {"search", "lathe", "--top", "5"}} {
			out := ok(t, data, append(args, "--tag", tag)...)
			if !strings.Contains(out, "lathe") || strings.Contains(out, "saw") {
				t.Errorf("%v --tag %q: %s", args, tag, out)
			}
		}
		if out := ok(t, data, "forget", "--where-tag", tag, "--dry-run"); !strings.Contains(out, "1 memory; nothing was done") {
			t.Errorf("--where-tag %q: %s", tag, out)
		}
	}
	ok(t, data, "update", id, "--tag", "a,b")
	if tags := asJSON(t, ok(t, data, "--json", "get", id))["tags"].([]any); len(tags) != 1 || tags[0] != "a,b" {
		t.Errorf("after an update: %q", tags)
	}
	ok(t, data, "update", id, "--tag", "")
	if tags := asJSON(t, ok(t, data, "--json", "get", id))["tags"].([]any); len(tags) != 0 {
		t.Errorf("after tags were taken away: %q", tags)
	}
}

// TestWordsAboutAMemoryFit: a restore of a live memory, and a change without an embedded field, claim no more than they did. A singular count has a singular word, and a field stays
// on its line.
func TestWordsAboutAMemoryFit(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "store")
	id := asJSON(t, ok(t, data, "--json", "remember", "The lathe needs oil", "--why", "care", "--source", "shop\nfloor"))["id"].(string)
	if out := ok(t, data, "restore", id); out != id+" was not forgotten: nothing was changed\n" {
		t.Errorf("restore of what is there: %s", out)
	}
	if out := asJSON(t, ok(t, data, "--json", "restore", id)); out["restored"] != false {
		t.Errorf("restore --json of what is there: %v", out)
	}
	for _, args := range [][]string{{"list"}, {"search", "lathe"}, {"get", id}} {
		if out := ok(t, data, args...); !strings.Contains(out, `shop\x0afloor`) {
			t.Errorf("%v: %s", args, out)
		}
	}
	if out := ok(t, data, "get", id); strings.Contains(out, "learned") || !strings.Contains(out, "learning score") {
		t.Errorf("get: %s", out)
	}
	ok(t, data, "forget", id)
	if out := ok(t, data, "restore", id); out != "restored "+id+"\n" {
		t.Errorf("restore: %s", out)
	}
	if out := ok(t, data, "update", id, "--source", "yard"); strings.Contains(out, "embedded") {
		t.Errorf("update of a source: %s", out)
	}
	if out := ok(t, data, "update", id, "--content", "The lathe needs grease"); !strings.Contains(out, "; embedded in 1") {
		t.Errorf("update of a text: %s", out)
	}
}
