package corpus

import (
	"cmp"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Package is a package of a code base.
type Package struct {
	Path    string   // "net/http"
	Doc     string   // the comment at its package clause
	Imports []string // the paths of the other packages of the code base that its files import, tests left out, sorted
}

// leastDoc is how many bytes a package's comment must have: some comments are almost empty.
const leastDoc = 80

// usualShare is the share of packages from which on an import is uninformative: errors, fmt, strings.
const usualShare = .1

// documented returns the packages below a folder that say what they are for, by path, with those among them that each imports. A package that a tenth of the others import is left
// out of imports. Files count on whatever system they are for, so the answer is the same on every machine. module is the path of the package in the folder itself; "" for Go's library.
func documented(folder, module string) ([]Package, error) {
	all := map[string]*Package{}
	err := filepath.WalkDir(folder, func(file string, d fs.DirEntry, err error) error {
		switch name := d.Name(); {
		case err != nil:
			return err
		case d.IsDir() && (name == "testdata" || name == "vendor" || name == "cmd"):
			return filepath.SkipDir
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		inner, err := filepath.Rel(folder, filepath.Dir(file))
		if err != nil {
			return err
		}
		return read(all, path.Join(module, filepath.ToSlash(inner)), file)
	})
	if err != nil {
		return nil, err
	}
	maps.DeleteFunc(all, func(_ string, p *Package) bool { return len(p.Doc) < leastDoc })
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

// read takes the comment and the imports of a file of a package.
func read(all map[string]*Package, name, file string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	f, err := parser.ParseFile(token.NewFileSet(), file, b, parser.ImportsOnly|parser.ParseComments)
	if err != nil || f.Name.Name == "main" {
		return nil // made to be refused, or a program that makes tables
	}
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
