package rules

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The most that one reader keeps in mind.
const (
	mostFiles            = 50 // Go files of a folder, less its tests
	mostMethods          = 60 // methods of a type
	mostInterfaceMethods = 12 // methods of an interface, with those of the interfaces in it
)

// These break a bound today. One that keeps it is to be taken off its list.
var (
	largeFolders    = []string{}
	largeTypes      = []string{}
	largeInterfaces = []string{}
)

func TestFoldersAreSmall(t *testing.T) {
	count := map[string]int{}
	eachSource(t, func(path string) { count[folderOf(path)]++ })
	held(t, count, mostFiles, largeFolders, "has %d Go files without its tests, want %d at most: give a part of them a package of its own", "largeFolders")
}

func TestTypesAreSmall(t *testing.T) {
	methods := map[string]map[string]bool{}
	eachSource(t, func(path string) {
		for _, d := range parsed(t, path).Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv != nil {
				add(methods, folderOf(path)+"."+receiver(f), f.Name.Name) // once, though each platform has a file
			}
		}
	})
	held(t, sizes(methods), mostMethods, largeTypes, "has %d methods, want %d at most: give a part of them a type of its own", "largeTypes")
}

func TestInterfacesAreSmall(t *testing.T) {
	in := interfaces{}
	count := map[string]int{}
	folders := map[string]bool{}
	eachSource(t, func(path string) { folders[folderOf(path)] = true })
	for dir := range folders {
		names, err := in.load("asterism/" + dir)
		if err != nil {
			t.Fatal(err)
		}
		for name, i := range names {
			if _, ok := i.expr.(*ast.InterfaceType); !ok {
				continue
			}
			found := map[string]bool{}
			if err := in.methods(i, found); err != nil {
				t.Fatalf("%s.%s: %v", dir, name, err)
			}
			count[dir+"."+name] = len(found)
		}
	}
	if len(count) < 20 {
		t.Fatalf("only %d interfaces were found: the test looks at the wrong files", len(count))
	}
	held(t, count, mostInterfaceMethods, largeInterfaces, "asks for %d methods, want %d at most: ask for those that are called, where they are called", "largeInterfaces")
}

// TestBoundsAreHeld: what is over a bound fails unless it is listed, and what is listed fails once it is not over it.
func TestBoundsAreHeld(t *testing.T) {
	got := broken(map[string]int{"fits": 3, "large": 4, "listed": 9, "mended": 2}, 3, []string{"gone", "listed", "mended"}, "has %d, want %d", "list")
	want := []string{"large has 4, want 3", "gone keeps the bound of 3: take it off list in sizes_test.go", "mended keeps the bound of 3: take it off list in sizes_test.go"}
	if !slices.Equal(got, want) {
		t.Errorf("told\n%q, want\n%q", got, want)
	}
}

// TestEmbeddedMethodsCount: an interface has the methods of those in it, once, also of other packages.
func TestEmbeddedMethodsCount(t *testing.T) {
	in, found := interfaces{}, map[string]bool{}
	names, err := in.load("io")
	if err != nil {
		t.Fatal(err)
	}
	if err := in.methods(names["ReadWriteSeeker"], found); err != nil || len(found) != 3 {
		t.Errorf("io.ReadWriteSeeker has %d methods (%v), want 3", len(found), err)
	}
	if names, err = in.load("net"); err != nil {
		t.Fatal(err)
	}
	clear(found)
	if err := in.methods(names["Error"], found); err != nil || len(found) != 3 {
		t.Errorf("net.Error has %d methods (%v), want 3", len(found), err)
	}
}

func held(t *testing.T, count map[string]int, most int, listed []string, message, list string) {
	t.Helper()
	for _, line := range broken(count, most, listed, message, list) {
		t.Error(line)
	}
}

// broken returns what is over a bound and not listed, and what is listed without need.
func broken(count map[string]int, most int, listed []string, message, list string) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if n := count[name]; n > most && !slices.Contains(listed, name) {
			out = append(out, name+" "+fmt.Sprintf(message, n, most))
		}
	}
	for _, name := range listed {
		if count[name] <= most {
			out = append(out, fmt.Sprintf("%s keeps the bound of %d: take it off %s in sizes_test.go", name, most, list))
		}
	}
	return out
}

// eachSource walks over the Go files that are no tests. What is made, such as kernels/cuda/ptx, is not for reading.
func eachSource(t *testing.T, do func(path string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || slices.Contains([]string{"testdata", "ptx", "third_party", "node_modules", "bin"}, name)) {
				return filepath.SkipDir
			}
			return nil
		}
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			do(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func folderOf(path string) string {
	dir, _ := filepath.Rel(root, filepath.Dir(path))
	return filepath.ToSlash(dir)
}

func parsed(t *testing.T, path string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// receiver is the name of the type that a method belongs to.
func receiver(f *ast.FuncDecl) string {
	for x := f.Recv.List[0].Type; ; {
		switch e := x.(type) {
		case *ast.StarExpr:
			x = e.X
		case *ast.ParenExpr:
			x = e.X
		case *ast.IndexExpr:
			x = e.X
		case *ast.IndexListExpr:
			x = e.X
		case *ast.Ident:
			return e.Name
		default:
			return fmt.Sprintf("%T", e)
		}
	}
}

func add(to map[string]map[string]bool, key, value string) {
	if to[key] == nil {
		to[key] = map[string]bool{}
	}
	to[key][value] = true
}

func sizes(of map[string]map[string]bool) map[string]int {
	out := map[string]int{}
	for key, values := range of {
		out[key] = len(values)
	}
	return out
}

// named is an interface, or another name of a type, and the file that it stands in, whose imports its embedded names are to be read with.
type named struct {
	path string // of the package
	file *ast.File
	expr ast.Expr
}

// interfaces holds what packages declare, by import path and name.
type interfaces map[string]map[string]named

// load reads the interfaces of a package of ours or of Go's.
func (in interfaces) load(path string) (map[string]named, error) {
	if names, ok := in[path]; ok {
		return names, nil
	}
	dir := filepath.Join(build.Default.GOROOT, "src", filepath.FromSlash(path))
	if own, ok := strings.CutPrefix(path, "asterism/"); ok {
		dir = filepath.Join(root, filepath.FromSlash(own))
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("read the interfaces of %s: %w", path, err)
	}
	names := map[string]named{}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE {
				continue
			}
			for _, s := range g.Specs {
				switch s := s.(*ast.TypeSpec); s.Type.(type) {
				case *ast.InterfaceType, *ast.Ident, *ast.SelectorExpr:
					names[s.Name.Name] = named{path, f, s.Type}
				}
			}
		}
	}
	in[path] = names
	return names, nil
}

// methods puts the names of an interface's methods into found.
func (in interfaces) methods(n named, found map[string]bool) error {
	i, ok := n.expr.(*ast.InterfaceType)
	if !ok {
		return in.embedded(n, n.expr, found)
	}
	for _, f := range i.Methods.List {
		for _, name := range f.Names {
			found[name.Name] = true
		}
		if len(f.Names) > 0 {
			continue
		}
		if err := in.embedded(n, f.Type, found); err != nil {
			return err
		}
	}
	return nil
}

// embedded puts the methods of the interface that an expression names into found. Sets of types, such as ~int | ~string, have none.
func (in interfaces) embedded(n named, x ast.Expr, found map[string]bool) error {
	if i, ok := x.(*ast.IndexExpr); ok {
		x = i.X
	}
	path, name := n.path, ""
	switch x := x.(type) {
	case *ast.Ident:
		name = x.Name
	case *ast.SelectorExpr:
		name = x.Sel.Name
		path = importOf(n.file, x.X.(*ast.Ident).Name)
	default:
		return nil
	}
	names, err := in.load(path)
	if err != nil {
		return err
	}
	next, ok := names[name]
	if !ok && name == "error" {
		found["Error"] = true
	}
	if !ok {
		return nil
	}
	return in.methods(next, found)
}

// importOf is the path that a file imports under a name.
func importOf(f *ast.File, name string) string {
	for _, i := range f.Imports {
		path := strings.Trim(i.Path.Value, `"`)
		if i.Name != nil && i.Name.Name == name || i.Name == nil && strings.HasSuffix("/"+path, "/"+name) {
			return path
		}
	}
	return name
}
