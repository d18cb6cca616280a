package corpus

import (
	"cmp"
	"errors"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Package is a package of Go's own library.
type Package struct {
	Path    string   // "net/http"
	Doc     string   // the comment at its package clause
	Imports []string // the paths of the others of the library that its files import, tests left out, sorted
}

// leastDoc is how many bytes a package's comment must have: of some it says next to nothing.
const leastDoc = 80

// usualShare is the share of packages from which on one that they import says nothing of them: errors, fmt, strings.
const usualShare = .1

// Packages are those of Go's own library that say what they are for, by path, with the packages among them that each imports. What a tenth of all imports is left out of imports. Files
// count on whatever system they are for, so the answer is the same on every machine with the same toolchain.
func Packages() ([]Package, error) {
	all := map[string]*Package{}
	src := filepath.Join(goroot(), "src")
	err := filepath.WalkDir(src, func(path string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || name == "vendor" || name == "cmd"):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		return read(all, src, path)
	})
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(all, func(_ string, p *Package) bool { return len(p.Doc) < leastDoc })
	if len(all) == 0 {
		return nil, errors.New("Go's library has no packages in " + src + "; set GOROOT to a toolchain with its source")
	}
	imported := map[string]int{}
	for _, p := range all {
		slices.Sort(p.Imports)
		p.Imports = slices.Compact(p.Imports)
		for _, i := range p.Imports {
			imported[i]++
		}
	}
	var out []Package
	for _, p := range all {
		p.Imports = slices.DeleteFunc(p.Imports, func(i string) bool {
			return all[i] == nil || float64(imported[i]) >= usualShare*float64(len(all))
		})
		out = append(out, *p)
	}
	slices.SortFunc(out, func(a, b Package) int { return cmp.Compare(a.Path, b.Path) })
	return out, nil
}

// read takes the comment and the imports of a file.
func read(all map[string]*Package, src, path string) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, b, parser.ImportsOnly|parser.ParseComments)
	if err != nil || f.Name.Name == "main" {
		return nil // made to be refused, or a program that makes tables
	}
	name, err := filepath.Rel(src, filepath.Dir(path))
	if err != nil {
		return err
	}
	name = filepath.ToSlash(name)
	p := all[name]
	if p == nil {
		p = &Package{Path: name}
		all[name] = p
	}
	if doc := strings.TrimSpace(f.Doc.Text()); len(doc) > len(p.Doc) {
		p.Doc = doc
	}
	for _, i := range f.Imports {
		if path, err := strconv.Unquote(i.Path.Value); err == nil {
			p.Imports = append(p.Imports, path)
		}
	}
	return nil
}
