package main

import (
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// pages requests all pages, and returns the ids of each.
func pages(t *testing.T, ask func(...string) string, args ...string) (out [][]string) {
	t.Helper()
	cursor := ""
	for {
		more := args
		if cursor != "" {
			more = append([]string{"--cursor", cursor}, args...)
		}
		found := asJSON(t, ask(append([]string{"--json", "search"}, more...)...))
		var ids []string
		for _, h := range found["hits"].([]any) {
			ids = append(ids, h.(map[string]any)["id"].(string))
		}
		out = append(out, ids)
		if cursor = found["next_cursor"].(string); cursor == "" {
			return out
		}
	}
}

// TestSearchPages: the pages together are one ranking, with the store open here and through its server, in words and as JSON.
func TestSearchPages(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	ok(t, data, "--json", "ingest", samples)
	question := []string{"--tag", "decision", "--after", "2025-01-01", "what was decided about the database?"}
	here := func(args ...string) string { return ok(t, data, args...) }
	whole := pages(t, here, append([]string{"--top", "100"}, question...)...)
	if len(whole) != 1 || len(whole[0]) < 4 {
		t.Fatalf("%v: too few or too many to page", whole)
	}
	size := (len(whole[0]) + 1) / 2
	want := [][]string{whole[0][:size], whole[0][size:]}
	args := append([]string{"--top", strconv.Itoa(size)}, question...)
	if got := pages(t, here, args...); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	words := ok(t, data, append([]string{"search"}, args...)...)
	cursor := regexp.MustCompile(`(?m)^more: .*--cursor ([\w-]+)$`).FindStringSubmatch(words)
	if cursor == nil {
		t.Fatalf("no cursor is told: %s", words)
	}
	second := append([]string{"search", "--cursor", cursor[1]}, args...)
	if out := ok(t, data, second...); strings.Contains(out, "more:") || !strings.HasPrefix(out, " 1  ") {
		t.Errorf("last page: %s", out)
	}
	for says, wrong := range map[string][]string{
		"another question": {"search", "--cursor", cursor[1], "kettle"},
		"not one that":     {"search", "--cursor", "next", "kettle"},
		"--since":          {"search", "--cursor", cursor[1], "--since", "48h", "kettle"},
	} {
		if out, errs, code := run(t, data, wrong...); code != 1 || !strings.Contains(errs, says) {
			t.Errorf("%v: exit code %d, want 1 and words that say %q: %s%s", wrong, code, says, out, errs)
		}
	}

	address, _ := serving(t, data)
	there := func(args ...string) string { return through(t, address, data, args...) }
	if got := pages(t, there, args...); !reflect.DeepEqual(got, want) {
		t.Errorf("through the server %v, want %v", got, want)
	}
	if got := pages(t, there, second[1:]...); !reflect.DeepEqual(got, want[1:]) {
		t.Errorf("through the server, with the cursor from before: %v, want %v", got, want[1:])
	}
	if _, errs, code := run(t, data, "search", "--cursor", cursor[1], "kettle"); code != 1 || !strings.Contains(errs, "another question") {
		t.Errorf("through the server: exit code %d: %s", code, errs)
	}
}
