package rules

import (
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sharing are the imports by which goroutines share memory or are started.
var sharing = regexp.MustCompile(`^(sync|sync/atomic|golang\.org/x/sync/.*|github\.com/puzpuzpuz/xsync.*)$`)

// sharesMemory reports whether a file starts goroutines or holds what several of them may touch.
func sharesMemory(f *ast.File) (yes bool) {
	for _, i := range f.Imports {
		yes = yes || sharing.MatchString(strings.Trim(i.Path.Value, `"`))
	}
	ast.Inspect(f, func(n ast.Node) bool {
		_, starts := n.(*ast.GoStmt)
		call, calls := n.(*ast.CallExpr)
		yes = yes || starts || calls && groupOfCaught(call)
		return !yes
	})
	return yes
}

// unraced are packages that share memory and need no race run all the same, with the reason.
var unraced = map[string]string{
	"bench/full": "its goroutines run while it measures speed, which no test does",
}

// racedAsAWhole are packages without goroutines of their own whose tests run the whole program, in which those of other packages meet.
var racedAsAWhole = map[string]bool{"cmd/asterism": true}

// makeList is what the Makefile's variable holds, which may go over several lines.
func makeList(t *testing.T, name string) []string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^` + name + ` := ((?:.*\\\n)*.*)$`).FindStringSubmatch(string(b))
	if m == nil {
		t.Fatalf("the Makefile has no %s", name)
	}
	return strings.Fields(strings.ReplaceAll(m[1], "\\\n", " "))
}

// tests are the names of the test functions of a package.
func tests(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing`).FindAllStringSubmatch(string(b), -1) {
			names = append(names, m[1])
		}
	}
	return names
}

// TestWhatSharesMemoryIsRaced: make test-race names every package that has tests and in which goroutines share memory, and no other.
func TestWhatSharesMemoryIsRaced(t *testing.T) {
	raced := map[string]bool{}
	for _, dir := range slices.Concat(makeList(t, "RACE"), makeList(t, "RACE_LONG")) {
		raced[strings.TrimPrefix(dir, "./")] = true
	}
	for dir, p := range sources(t) {
		switch needed := (p.shares != "" || racedAsAWhole[dir]) && len(tests(t, dir)) > 0; {
		case needed && unraced[dir] == "" && !raced[dir]:
			t.Errorf("%s shares memory between goroutines, and %s is not in RACE of the Makefile", p.shares, dir)
		case !needed && raced[dir]:
			t.Errorf("%s is in RACE of the Makefile, but has no tests or nothing that goroutines share", dir)
		case unraced[dir] != "" && (raced[dir] || p.shares == ""):
			t.Errorf("%s has no need to be left out of RACE any more", dir)
		}
		delete(raced, dir)
	}
	for dir := range raced {
		t.Errorf("RACE of the Makefile names %s, which does not exist", dir)
	}
}

// TestWhatIsNotRacedExists: a test that is renamed is raced again, and one that comes later under its name is not left out unseen.
func TestWhatIsNotRacedExists(t *testing.T) {
	var all []string
	for _, dir := range slices.Concat(makeList(t, "RACE"), makeList(t, "RACE_LONG")) {
		all = append(all, tests(t, dir)...)
	}
	for _, name := range makeList(t, "RACE_SKIP") {
		if n := len(all) - len(slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == name })); n != 1 {
			t.Errorf("RACE_SKIP of the Makefile names %s, which %d tests of the packages in RACE are called, want 1", name, n)
		}
	}
}

// racedByTestLong are parts of the product, and the references of its tests, that make test-race leaves to make test-long.
var racedByTestLong = []string{"./cmd/asterism", "./engine/backend/cuda", "./engine/search/gpu", "./kernels/cuda", "./kernels/cuda/check", "./kernels/cuda/emulate", "./models/drawn/reference"}

// TestLongTestsExist: what make test leaves to make test-long is there, under a name that no other test has, and of the product little is raced
// there only.
func TestLongTestsExist(t *testing.T) {
	where := map[string][]string{}
	for dir := range sources(t) {
		for _, name := range tests(t, dir) {
			where[name] = append(where[name], dir)
		}
	}
	for _, name := range makeList(t, "LONG") {
		if len(where[name]) != 1 {
			t.Errorf("LONG of the Makefile names %s, which is the name of a test in %q, want one folder", name, where[name])
		}
	}
	for _, dir := range makeList(t, "RACE_LONG") {
		if !strings.HasPrefix(dir, "./bench") && !slices.Contains(racedByTestLong, dir) {
			t.Errorf("RACE_LONG of the Makefile names %s, which is a part of the product", dir)
		}
	}
}

// TestWhatIsFreeOfTheDetectorSharesNothing: what is compiled without its bookkeeping starts no goroutines and holds no locks.
func TestWhatIsFreeOfTheDetectorSharesNothing(t *testing.T) {
	all := sources(t)
	for _, dir := range makeList(t, "RACE_FREE") {
		if p := all[dir]; p == nil || p.shares != "" {
			t.Errorf("RACE_FREE of the Makefile names %s, which does not exist or shares memory between goroutines", dir)
		}
	}
}
