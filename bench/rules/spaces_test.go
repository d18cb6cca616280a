package rules

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"asterism/models"
)

// mostOfThem is how many spaces a table names from which on it is one of all spaces, and not of some.
const mostOfThem = 9

// TestTablesOfSpacesNameThem: an array with an entry a space names the space of each entry, and one of all spaces has them all. A table by
// place would compile with one space more and silently give it zero. Properties of all spaces are in models.Catalog, which has tests of its
// own; this is for tables that cannot be there.
func TestTablesOfSpacesNameThem(t *testing.T) {
	names := spaceNames(t)
	for _, p := range goFiles(t) {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, p, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range tableFaults(fset, f, names) {
			t.Error(fault)
		}
	}
}

// tableFaults says what is wrong with the tables of a file.
func tableFaults(fset *token.FileSet, f *ast.File, names []string) (out []string) {
	eachTable(f, func(table *ast.CompositeLit) {
		keys := map[string]bool{}
		for _, e := range table.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				out = append(out, fmt.Sprintf("%s: a table of spaces by place: write models.Semantic: … before each entry", fset.Position(e.Pos())))
				return
			}
			if key, ok := kv.Key.(*ast.SelectorExpr); ok {
				keys[key.Sel.Name] = true
			}
		}
		for _, name := range names {
			if len(keys) >= mostOfThem && !keys[name] {
				out = append(out, fmt.Sprintf("%s: the table of all spaces has no entry for models.%s", fset.Position(table.Pos()), name))
			}
		}
	})
	return out
}

func TestTableFaultsAreFound(t *testing.T) {
	names := spaceNames(t)
	var entries []string
	for _, n := range names {
		entries = append(entries, "models."+n+": 1")
	}
	for source, want := range map[string]string{
		"[models.Count]int{" + strings.Join(entries, ", ") + "}":                         "",
		"[models.Count]int{models.Code: 1}":                                              "",
		"[models.Count]int{1, 2}":                                                        "by place",
		"[models.Count]int{" + strings.Join(entries[1:], ", ") + "}":                     "no entry for models." + names[0],
		"map[string][models.Count]int{\"a\": {" + strings.Join(entries[1:], ", ") + "}}": "no entry for models." + names[0],
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "x.go", "package x\nvar x = "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(tableFaults(fset, f, names), "\n"); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

// countsSpaces are the ways in which texts of the program say how many spaces there are.
var countsSpaces = regexp.MustCompile(`\b(\d+) spaces\b|\bE1 ?(?:…|to) ?E(\d+)|"maxItems":(\d+),"description":"(?:Codes \(|Only these: )E1`)

// TestTextsCountTheSpaces: what the program says to people and assistants of the number of spaces is true.
func TestTextsCountTheSpaces(t *testing.T) {
	found := 0
	for _, p := range goFiles(t) {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, p, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			text, ok := n.(*ast.BasicLit)
			if !ok || text.Kind != token.STRING {
				return true
			}
			for _, m := range countsSpaces.FindAllStringSubmatch(text.Value, -1) {
				found++
				if n := m[1] + m[2] + m[3]; n != strconv.Itoa(models.Count) {
					t.Errorf("%s: a text says %q, there are %d spaces", fset.Position(text.Pos()), m[0], models.Count)
				}
			}
			return true
		})
	}
	if found == 0 { // the description in the registry, a constant of a package that knows no models
		t.Error("no text that counts the spaces was found")
	}
}

// eachTable calls fn for the literals of type [models.Count]T that have entries, also inside of maps and slices, where the type is left out.
func eachTable(f *ast.File, fn func(*ast.CompositeLit)) {
	ast.Inspect(f, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if isOfSpaces(lit.Type) && len(lit.Elts) > 0 {
			fn(lit)
		}
		var inner ast.Expr
		switch typ := lit.Type.(type) {
		case *ast.MapType:
			inner = typ.Value
		case *ast.ArrayType:
			inner = typ.Elt
		}
		if !isOfSpaces(inner) {
			return true
		}
		for _, e := range lit.Elts {
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				e = kv.Value
			}
			if l, ok := e.(*ast.CompositeLit); ok && l.Type == nil && len(l.Elts) > 0 {
				fn(l)
			}
		}
		return true
	})
}

// isOfSpaces reports whether a type is [models.Count]T.
func isOfSpaces(e ast.Expr) bool {
	array, ok := e.(*ast.ArrayType)
	if !ok {
		return false
	}
	length, ok := array.Len.(*ast.SelectorExpr)
	return ok && length.Sel.Name == "Count"
}

// spaceNames are the names of the constants of package models, in order.
func spaceNames(t *testing.T) (names []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "models", "catalog.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		if first := g.Specs[0].(*ast.ValueSpec); first.Type == nil || ident(first.Type) != "Space" {
			continue
		}
		for _, s := range g.Specs {
			names = append(names, s.(*ast.ValueSpec).Names[0].Name)
		}
	}
	if len(names) != models.Count {
		t.Fatalf("catalog.go names %d spaces, want %d", len(names), models.Count)
	}
	return names
}

func ident(e ast.Expr) string {
	if id, ok := e.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}

// goFiles are the files of the product and the benchmarks, tests apart.
func goFiles(t *testing.T) (out []string) {
	t.Helper()
	for dir := range sources(t) {
		files, err := filepath.Glob(filepath.Join(root, dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if !strings.HasSuffix(f, "_test.go") {
				out = append(out, f)
			}
		}
	}
	return out
}
