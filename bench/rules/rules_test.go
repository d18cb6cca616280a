package rules

import (
	"go/ast"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// pkg is what the rules look at in one package.
type pkg struct {
	dir     string
	imports map[string]string // path → file
	cgo     string            // a file that imports "C"
	doc     string
	tags    map[string]string // tag → file
	shares  string            // a file by which goroutines share memory
}

// sources parses every non-test Go file of the module.
func sources(t *testing.T) map[string]*pkg {
	t.Helper()
	out := map[string]*pkg{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "third_party" || name == "node_modules" || name == "bin") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		read(t, out, path)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func read(t *testing.T, out map[string]*pkg, path string) {
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	dir, _ := filepath.Rel(root, filepath.Dir(path))
	p := out[dir]
	if p == nil {
		p = &pkg{dir: dir, imports: map[string]string{}, tags: map[string]string{}}
		out[dir] = p
	}
	if f.Doc != nil {
		p.doc += f.Doc.Text()
	}
	for _, i := range f.Imports {
		v, _ := strconv.Unquote(i.Path.Value)
		p.imports[v] = path
		if v == "C" {
			p.cgo = path
		}
	}
	for tag := range tagsOf(f) {
		p.tags[tag] = path
	}
	if sharesMemory(f) {
		p.shares = path
	}
}

// known are constraints of the toolchain, not tags of ours.
var known = regexp.MustCompile(`^(linux|darwin|windows|unix|amd64|arm64|cgo|ignore|race|go1\.\d+)$`)

func tagsOf(f *ast.File) map[string]bool {
	out := map[string]bool{}
	for _, g := range f.Comments {
		for _, c := range g.List {
			if x, err := constraint.Parse(c.Text); err == nil {
				x.Eval(func(tag string) bool {
					if !known.MatchString(tag) {
						out[tag] = true
					}
					return true
				})
			}
		}
	}
	return out
}

// levels reads the package table.
func levels(t *testing.T) map[string]int {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^\| (\d+) \| ([\w/]+(?:, [\w/]+)*) \|`).FindAllStringSubmatch(string(b), -1) {
		for _, dir := range strings.Split(m[2], ", ") {
			out[dir], _ = strconv.Atoi(m[1])
		}
	}
	if len(out) < 20 {
		t.Fatalf("the package table has %d rows: was it moved?", len(out))
	}
	return out
}

func TestImportsGoDownTheTable(t *testing.T) {
	level := levels(t)
	pkgs := sources(t)
	for dir, p := range pkgs {
		mine, ok := level[place(dir)]
		if !ok {
			t.Errorf("package %s is not in the table of ARCHITECTURE.md", dir)
			continue
		}
		for path, file := range p.imports {
			to, ours := strings.CutPrefix(path, "asterism/")
			if !ours || place(to) == "bench" && place(dir) == "bench" {
				continue
			}
			if level[place(to)] >= mine {
				t.Errorf("%s: %s (level %d) imports %s (level %d)", file, dir, mine, to, level[place(to)])
			}
		}
	}
	for dir := range level {
		if pkgs[dir] == nil && dir != "bench" {
			t.Errorf("the table names %s, which does not exist", dir)
		}
	}
}

// TestDrawnModelsAreForTests: of what is no test, benchmarks alone work with models of drawn weights.
func TestDrawnModelsAreForTests(t *testing.T) {
	for dir, p := range sources(t) {
		if place(dir) == "bench" || strings.HasPrefix(dir, "models/drawn") {
			continue
		}
		for path, file := range p.imports {
			if strings.HasPrefix(path, "asterism/models/drawn") {
				t.Errorf("%s: %s is for tests and benchmarks", file, path)
			}
		}
	}
}

// TestInterpretedPTXIsForTests: a program that ships has no use for it.
func TestInterpretedPTXIsForTests(t *testing.T) {
	for _, p := range sources(t) {
		if file := p.imports["asterism/kernels/cuda/ptxrun"]; file != "" {
			t.Errorf("%s imports kernels/cuda/ptxrun, which is for tests", file)
		}
	}
}

// place maps the packages under bench to its row.
func place(dir string) string {
	if strings.HasPrefix(dir, "bench/") {
		return "bench"
	}
	return dir
}

func TestCgoStandsBehindTheFence(t *testing.T) {
	inside := map[string]bool{"kernels": true, "engine/backend/cuda": true, "engine/backend/onnx": true, "engine/store/rocks": true}
	for dir, p := range sources(t) {
		if p.cgo != "" && !inside[dir] {
			t.Errorf("%s imports C; cgo stands in kernels, engine/backend/cuda, engine/backend/onnx and engine/store/rocks alone", p.cgo)
		}
	}
}

// question is how a package comment begins.
var question = regexp.MustCompile(`(?s)^\S+( \S+)? answers: .{15,}?\?`)

func TestEveryPackageSaysWhatItAnswers(t *testing.T) {
	for dir, p := range sources(t) {
		if !question.MatchString(p.doc) {
			t.Errorf("the comment of package %s does not begin with the question that the package answers: %.80q", dir, p.doc)
		}
	}
}

func TestTheOnlyTagIsCuda(t *testing.T) {
	for _, p := range sources(t) {
		for tag, file := range p.tags {
			if tag != "cuda" {
				t.Errorf("%s uses the build tag %q; the only one of ours is cuda", file, tag)
			}
		}
	}
}

// pageName is a page as comments and pages name it, with or without a folder.
var pageName = regexp.MustCompile(`[\w./-]*\b[A-Z][\w-]*\.md\b|\b[\w-]+(?:/[\w.-]+)+\.md\b`)

// notOurs are pages that are named and belong to others, or to those who use a folder.
var notOurs = map[string]bool{"AGENTS.md": true, "CLAUDE.md": true, "GEMINI.md": true, "copilot-instructions.md": true, "asterism.md": true, "oven.md": true}

// TestPagesThatAreNamedAreThere: a Go comment or a page names no page that this repository does not have.
func TestPagesThatAreNamedAreThere(t *testing.T) {
	pages := map[string]bool{}
	var readers []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(name, ".") && name != ".." || name == "testdata" || name == "node_modules" || name == "build" || name == "lib"):
			return filepath.SkipDir
		case strings.HasSuffix(name, ".md"):
			rel, err := filepath.Rel(root, path)
			pages[filepath.ToSlash(rel)] = true
			readers = append(readers, path)
			return err
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go"):
			readers = append(readers, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range readers {
		text, err := commentsOf(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, named := range pageName.FindAllString(text, -1) {
			known := notOurs[filepath.Base(named)] || strings.HasPrefix(named, "//") // of a URL
			for page := range pages {
				known = known || page == strings.TrimPrefix(named, "./") || strings.HasSuffix("/"+page, "/"+strings.TrimLeft(named, "./"))
			}
			if !known {
				t.Errorf("%s names the page %s, which is not there", path, named)
			}
		}
	}
}

// commentsOf returns a page whole, and of a Go file its comments.
func commentsOf(path string) (string, error) {
	if !strings.HasSuffix(path, ".go") {
		b, err := os.ReadFile(path)
		return string(b), err
	}
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for _, group := range f.Comments {
		text.WriteString(group.Text())
	}
	return text.String(), nil
}
