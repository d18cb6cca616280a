package faults

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../.."

// TestEveryFaultIsTested: every test that the table of faults names exists in its folder, and every fault has one.
func TestEveryFaultIsTested(t *testing.T) {
	known := map[string]string{}
	seen := map[string]bool{}
	for _, f := range faults {
		if f.what == "" || f.answer == "" || len(f.tests) == 0 || seen[f.what] {
			t.Errorf("%q: a fault wants words of its own, an answer and a test", f.what)
		}
		seen[f.what] = true
		for _, name := range f.tests {
			dir, test, ok := strings.Cut(name, " ")
			if !ok {
				t.Fatalf("%q: %q is no folder and test", f.what, name)
			}
			if known[dir] == "" {
				known[dir] = testFiles(t, dir)
			}
			if !regexp.MustCompile(`(?m)^func ` + regexp.QuoteMeta(test) + `\(t \*testing\.T\)`).MatchString(known[dir]) {
				t.Errorf("%q: %s has no %s", f.what, dir, test)
			}
		}
	}
}

// testFiles is the text of all test files of a folder.
func testFiles(t *testing.T, dir string) string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s has no tests, %v", dir, err)
	}
	var all strings.Builder
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	return all.String()
}
