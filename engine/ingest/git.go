package ingest

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing/format/gitattributes"
	"github.com/go-git/go-git/v5/plumbing/format/gitignore"
)

// repository holds the rules of .gitignore and .gitattributes files: of a folder, of those above it in the same repository, and of those below as they
// are walked.
type repository struct {
	real       bool   // there is a repository
	top        string // the repository's folder, or otherwise the walked one
	ignore     []gitignore.Pattern
	attributes []gitattributes.MatchAttribute
}

// Names of attributes (github-linguist's) that describe a file.
const (
	linguistGenerated = "linguist-generated"
	linguistVendored  = "linguist-vendored"
)

// repositoryOf reads the rules that apply to a folder, from its repository's top down to its parent.
func repositoryOf(root string) *repository {
	root, err := filepath.Abs(root)
	if err != nil {
		return &repository{}
	}
	r := &repository{top: root}
	for dir := root; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			r.top, r.real = dir, true
			break
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	r.read(filepath.Join(r.top, ".git", "info"), "exclude", "attributes", nil)
	at := r.top
	if parts := r.parts(root); len(parts) > 0 {
		for _, part := range parts {
			r.enter(at)
			at = filepath.Join(at, part)
		}
	}
	return r
}

// parts returns the names on the way from the top to a path; nil for the top itself, and for a path outside.
func (r *repository) parts(path string) []string {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil
	}
	rel, err := filepath.Rel(r.top, path)
	if err != nil || rel == "." || strings.HasPrefix(rel, "..") {
		return nil
	}
	return strings.Split(filepath.ToSlash(rel), "/")
}

// enter reads the rules in a folder's own files.
func (r *repository) enter(dir string) { r.read(dir, ".gitignore", ".gitattributes", r.parts(dir)) }

// read reads files of patterns that apply within domain. Files that cannot be read or parsed have no effect.
func (r *repository) read(dir, ignore, attributes string, domain []string) {
	if b, err := os.ReadFile(filepath.Join(dir, ignore)); err == nil {
		for line := range strings.Lines(string(b)) {
			line = strings.TrimRight(line, "\r\n")
			if strings.TrimSpace(line) != "" && !strings.HasPrefix(line, "#") {
				r.ignore = append(r.ignore, gitignore.ParsePattern(line, domain))
			}
		}
	}
	if f, err := os.Open(filepath.Join(dir, attributes)); err == nil {
		defer f.Close()
		if more, err := gitattributes.ReadAttributes(f, domain, domain == nil); err == nil {
			r.attributes = append(r.attributes, more...)
		}
	}
}

// ignores reports whether a path is ignored: the last pattern that matches it decides.
func (r *repository) ignores(path string, dir bool) bool {
	parts := r.parts(path)
	return len(r.ignore) > 0 && len(parts) > 0 && gitignore.NewMatcher(r.ignore).Match(parts, dir)
}

// says returns whether an attribute of a file is set; known is false if no pattern mentions it.
func (r *repository) says(path, attribute string) (set, known bool) {
	parts := r.parts(path)
	if len(r.attributes) == 0 || len(parts) == 0 {
		return false, false
	}
	found, _ := gitattributes.NewMatcher(r.attributes).Match(parts, []string{attribute})
	a, ok := found[attribute]
	switch {
	case !ok || a.IsUnspecified():
		return false, false
	case a.IsUnset(), a.IsValueSet() && a.Value() == "false":
		return false, true
	}
	return true, true
}
