package rules

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// pages are the Markdown files that people read, by their path from the root.
func pages(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() {
			if path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules" || name == "bin" || path == filepath.Join(root, "third_party", "build")) {
				return filepath.SkipDir
			}
			return nil
		}
		if filepath.Ext(name) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, path)
		out[filepath.ToSlash(rel)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 30 {
		t.Fatalf("there are %d pages: were they moved?", len(out))
	}
	return out
}

// mostLines are the pages that a person in a hurry reads.
var mostLines = map[string]int{"README.md": 200, "ARCHITECTURE.md": 150}

// mostProse is how many characters a line of prose has at most, on the pages below docs and on those of mostLines.
const mostProse = 100

// generated pages are made of the program's own words by the tests that hold them to it.
var generated = map[string]string{"docs/cli.md": "cmd/asterism TestCommandsPage", "docs/tools.md": "mcp TestToolsPage"}

func TestPagesAreShort(t *testing.T) {
	all := pages(t)
	for name, most := range mostLines {
		if n := strings.Count(all[name], "\n"); n == 0 || n > most {
			t.Errorf("%s has %d lines, want 1 to %d: what is more belongs into docs", name, n, most)
		}
	}
}

func TestProseIsNarrow(t *testing.T) {
	for name, text := range pages(t) {
		if _, short := mostLines[name]; !short && !strings.HasPrefix(name, "docs/") || generated[name] != "" {
			continue
		}
		for i, line := range tooWide(text) {
			t.Errorf("%s:%d has %d characters, want %d at most: %s", name, i, utf8.RuneCountInString(line), mostProse, line)
		}
	}
}

// tooWide are the lines of prose that are too long, by their number: tables and code blocks are not prose.
func tooWide(text string) map[int]string {
	out, fenced := map[int]string{}, false
	for i, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
			continue
		}
		if !fenced && !strings.HasPrefix(line, "|") && utf8.RuneCountInString(line) > mostProse {
			out[i+1] = line
		}
	}
	return out
}

func TestTooWideKnowsProse(t *testing.T) {
	long := strings.Repeat("é", mostProse)
	text := "ok\n" + long + "\n" + long + "x\n| " + long + " |\n```sh\n" + long + "y\n```\n" + long + "z"
	if got := tooWide(text); len(got) != 2 || got[3] != long+"x" || got[8] != long+"z" {
		t.Errorf("%v", got)
	}
}

var (
	link    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	fence   = regexp.MustCompile("(?ms)^ *```.*?^ *```$")
	inCode  = regexp.MustCompile("`[^`\n]*`")
)

// TestLinksLead: a link into the repository names a file or folder that is there, and a heading that the page has.
func TestLinksLead(t *testing.T) {
	all := pages(t)
	links := 0
	for name, text := range all {
		for _, target := range linksOf(text) {
			links++
			if why := dead(all, name, target); why != "" {
				t.Errorf("%s links to %s: %s", name, target, why)
			}
		}
	}
	if links < 100 {
		t.Errorf("the pages have %d links: did their form change?", links)
	}
}

// linksOf are the links of a page that stay in the repository.
func linksOf(text string) (out []string) {
	text = inCode.ReplaceAllString(fence.ReplaceAllString(text, ""), "")
	for _, m := range link.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(m[1], "://") && !strings.HasPrefix(m[1], "mailto:") {
			out = append(out, m[1])
		}
	}
	return out
}

// dead says why a link of a page leads nowhere; "" if it does lead.
func dead(all map[string]string, name, target string) string {
	path, anchor, _ := strings.Cut(target, "#")
	to := name
	if path != "" {
		to = filepath.ToSlash(filepath.Join(filepath.Dir(name), path))
	}
	if _, err := os.Stat(filepath.Join(root, to)); err != nil {
		return "there is no " + to
	}
	if anchor == "" {
		return ""
	}
	for _, m := range heading.FindAllStringSubmatch(all[to], -1) {
		if anchorOf(m[1]) == anchor {
			return ""
		}
	}
	return to + " has no heading of that name"
}

// anchorOf is the name that a heading has in a link.
func anchorOf(heading string) string {
	return strings.ReplaceAll(regexp.MustCompile(`[^\p{L}\p{N}\- _]`).ReplaceAllString(strings.ToLower(heading), ""), " ", "-")
}

func TestDeadLinksAreFound(t *testing.T) {
	all := map[string]string{"docs/search.md": "# Two Words, and `code`\n"}
	for _, c := range []struct{ from, target, want string }{
		{"docs/search.md", "../README.md", ""},
		{"docs/search.md", "../bench/results", ""},
		{"docs/search.md", "#two-words-and-code", ""},
		{"README.md", "docs/search.md#two-words-and-code", ""},
		{"README.md", "docs/search.md#two-words", "no heading"},
		{"docs/search.md", "none.md", "there is no docs/none.md"},
	} {
		if got := dead(all, c.from, c.target); (c.want == "") != (got == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s in %s: %q, want %q", c.target, c.from, got, c.want)
		}
	}
	if got := linksOf("[a](b.md) `[c](d.md)` [e](https://f.org)\n```\n[g](h.md)\n```\n![i](j.png)"); !slices.Equal(got, []string{"b.md", "j.png"}) {
		t.Errorf("%q", got)
	}
}

// sourceFile is a file of the source that prose names by its path from the root.
var sourceFile = regexp.MustCompile("`((?:[\\w-]+/)+[\\w.-]+\\.(?:go|cu|c|sh|py|mjs|md))`")

// TestNamedFilesExist: a page that sends a reader to a file of the source names one that is there, from the root or from its own folder.
func TestNamedFilesExist(t *testing.T) {
	named := 0
	for name, text := range pages(t) {
		for _, m := range sourceFile.FindAllStringSubmatch(text, -1) {
			named++
			_, fromRoot := os.Stat(filepath.Join(root, m[1]))
			_, fromHere := os.Stat(filepath.Join(root, filepath.Dir(name), m[1]))
			if fromRoot != nil && fromHere != nil {
				t.Errorf("%s names %s, which does not exist", name, m[1])
			}
		}
	}
	if named < 60 {
		t.Errorf("the pages name %d files of the source: did the form change?", named)
	}
}
