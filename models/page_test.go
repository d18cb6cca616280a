package models_test

import (
	"os"
	"strings"
	"testing"

	"asterism/models"
)

// TestPagesNameTheCatalogue: the page of searching has a line for every space, and the page of models one for every model of the full profile.
func TestPagesNameTheCatalogue(t *testing.T) {
	lines := func(path, begin string) map[string]string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		out := map[string]string{}
		for line := range strings.Lines(string(text)) {
			if code, rest, ok := strings.Cut(strings.TrimPrefix(line, begin), " "); ok && strings.HasPrefix(line, begin+"E") {
				out[code] = rest
			}
		}
		return out
	}
	spaces, full := lines("../docs/search.md", "| "), lines("../docs/models.md", "| ")
	learned := 0
	for _, c := range models.Catalog {
		code := c.Space.Code()
		first, _, _ := strings.Cut(c.Name, "_")
		if !strings.HasPrefix(spaces[code], first) {
			t.Errorf("docs/search.md has no line for %s: %q", c.Space, spaces[code])
		}
		if c.Full == "" {
			continue
		}
		learned++
		if !strings.Contains(full[code], "| "+c.Full) {
			t.Errorf("docs/models.md does not say that %s is %s: %q", c.Space, c.Full, full[code])
		}
		if forbids := strings.Contains(full[code], "forbids commercial use"); forbids != (c.Free != "") {
			t.Errorf("docs/models.md is wrong about the licence of %s: %q", c.Full, full[code])
		}
	}
	if len(spaces) != models.Count || len(full) != learned {
		t.Errorf("%d spaces and %d models on the pages, want %d and %d", len(spaces), len(full), models.Count, learned)
	}
}
