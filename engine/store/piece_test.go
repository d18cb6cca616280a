package store

import "testing"

// TestPieceOf splits path:line, and no other form.
func TestPieceOf(t *testing.T) {
	for source, want := range map[string]struct {
		path string
		line int32
		ok   bool
	}{
		"notes/a.md:12":       {"notes/a.md", 12, true},
		"a.md:0":              {"a.md", 0, true},
		"C:/notes/a.md:7":     {"C:/notes/a.md", 7, true},
		"a.md:":               {},
		":12":                 {},
		"a.md":                {},
		"a.md:+1":             {},
		"a.md:-1":             {},
		"a.md:1b":             {},
		"a.md:99999999999":    {},
		"https://host:8080":   {},
		"":                    {},
		"chat of monday:noon": {},
	} {
		path, line, ok := PieceOf(source)
		if path != want.path || line != want.line || ok != want.ok {
			t.Errorf("%q: %q %d %v, want %v", source, path, line, ok, want)
		}
	}
}
