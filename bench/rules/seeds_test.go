package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedTest   = regexp.MustCompile("`(Test[A-Za-z0-9_]+)`")
	writtenTest = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9_]+)\(`)
)

// TestSeedsNameTests: every test that docs/seeds.md names exists, and a requirement without one says that it is not there.
func TestSeedsNameTests(t *testing.T) {
	written := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		b, err := os.ReadFile(path)
		for _, m := range writtenTest.FindAllSubmatch(b, -1) {
			written[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(root, "docs", "seeds.md"))
	if err != nil {
		t.Fatal(err)
	}
	requirements := 0
	for line := range strings.Lines(string(page)) {
		for _, m := range namedTest.FindAllStringSubmatch(line, -1) {
			if !written[m[1]] {
				t.Errorf("docs/seeds.md names %s, and there is no such test", m[1])
			}
		}
		cells := strings.Split(line, "|")
		if len(cells) != 5 || strings.HasPrefix(line, "|---") || strings.HasPrefix(line, "| what is asked") {
			continue
		}
		requirements++
		if !namedTest.MatchString(cells[3]) && !strings.HasPrefix(strings.TrimSpace(cells[2]), "not there") {
			t.Errorf("docs/seeds.md names no test of %q and does not say that it is not there", strings.TrimSpace(cells[1]))
		}
	}
	if requirements < 60 {
		t.Errorf("only %d requirements were found: the test looks at the wrong page", requirements)
	}
}
