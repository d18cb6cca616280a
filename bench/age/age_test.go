package age

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"asterism/bench/report"
)

// checkout is a repository of git in a folder of the test's own.
type checkout struct {
	t   *testing.T
	dir string
}

func newCheckout(t *testing.T) checkout {
	t.Helper()
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		t.Setenv("GIT_"+who+"_NAME", "a")
		t.Setenv("GIT_"+who+"_EMAIL", "a@b")
		t.Setenv("GIT_"+who+"_DATE", "2026-02-03T12:00:00Z")
	}
	c := checkout{t, t.TempDir()}
	c.git("init", "-q")
	return c
}

func (c checkout) git(args ...string) string {
	c.t.Helper()
	out, err := git(c.t.Context(), c.dir, args...)
	if err != nil {
		c.t.Fatal(err)
	}
	return out
}

func (c checkout) write(path, text string) {
	c.t.Helper()
	path = filepath.Join(c.dir, path)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
}

// commit changes a file and returns the commit's id, as results name it.
func (c checkout) commit(path, subject string) string {
	c.t.Helper()
	c.write(path, subject)
	c.git("add", path)
	c.git("commit", "-q", "-m", subject)
	return c.git("rev-parse", "--short=12", "HEAD")
}

// table is that of the tests' results.
var table = []measure{
	{"bench", []string{"engine", "bench/engine"}},
	{"bench-search", []string{"engine/search", "bench/search"}},
	{"gpu-check", []string{"kernels"}},
}

// TestAgeOfResults: commits that touched a result's code since its own are counted, and no others.
func TestAgeOfResults(t *testing.T) {
	c := newCheckout(t)
	first := c.commit("engine/engine.go", "first")
	second := c.commit("engine/search/search.go", "second")
	c.commit("engine/engine_test.go", "a test")
	c.commit("engine/search/testdata/a.json", "what a test reads")
	c.commit("docs/bench/engine/page.md", "a page elsewhere")
	c.commit("engine/README.md", "a page")
	c.commit("bench/results/bench.json", "a result")
	c.commit("kernels/dot.go", "sixth")
	last := c.commit("engine/engine.go", "last")
	for _, test := range []struct {
		about, file, text string
		want              aged
		subjects          []string
	}{
		{about: "all since", file: "bench.json", text: `{"name":"bench","commit":"` + first + `"}`, want: aged{date: "2026-02-03"}, subjects: []string{"last", "second"}},
		{about: "one since", file: "bench.json", text: `{"name":"bench","commit":"` + second + `"}`, want: aged{date: "2026-02-03"}, subjects: []string{"last"}},
		{about: "the newest", file: "bench.json", text: `{"name":"bench","commit":"` + last + `"}`, want: aged{date: "2026-02-03"}},
		{about: "with changes", file: "bench.json", text: `{"name":"bench","commit":"` + second + `+"}`, want: aged{date: "2026-02-03"}, subjects: []string{"last"}},
		{about: "some parts", file: "bench-ingest-search.json", text: `{"name":"bench-ingest-search","commit":"` + first + `"}`, want: aged{date: "2026-02-03"}, subjects: []string{"last", "second"}},
		{about: "the longer name", file: "bench-search-few.json", text: `{"name":"bench-search-few","commit":"` + first + `"}`, want: aged{date: "2026-02-03"}, subjects: []string{"second"}},
		{about: "of a GPU", file: "nvidia-h200/gpu-check.json", text: `{"name":"gpu-check","commit":"` + first + `","rows":[]}`, want: aged{date: "2026-02-03"}, subjects: []string{"sixth"}},
		{about: "no commit", file: "bench.json", text: `{"name":"bench"}`, want: aged{unknown: "the file names no commit"}},
		{about: "without git", file: "bench.json", text: `{"name":"bench","commit":"unknown"}`, want: aged{unknown: "the file names no commit"}},
		{about: "another repository", file: "bench.json", text: `{"name":"bench","commit":"0123456789ab"}`, want: aged{unknown: "this checkout does not hold the commit"}},
	} {
		c.git("clean", "-fdq")
		c.git("rm", "-rq", "--cached", "--ignore-unmatch", "bench/results")
		if err := os.RemoveAll(filepath.Join(c.dir, report.ResultsFolder)); err != nil {
			t.Fatal(err)
		}
		c.write(filepath.Join(report.ResultsFolder, test.file), test.text)
		all, err := inspect(t.Context(), filepath.Join(c.dir, report.ResultsFolder), table)
		if err != nil || len(all) != 1 {
			t.Errorf("%s: %+v, error %v", test.about, all, err)
			continue
		}
		var subjects []string
		for _, line := range all[0].since {
			_, subject, _ := strings.Cut(line, " ")
			subjects = append(subjects, subject)
		}
		got := all[0]
		if got.file != filepath.FromSlash(test.file) || got.date != test.want.date || got.unknown != test.want.unknown || !slices.Equal(subjects, test.subjects) {
			t.Errorf("%s: %+v, want %+v with %q", test.about, got, test.want, test.subjects)
		}
	}
}

// TestResultsThatNobodyKnows: a file that is no result, one without an entry in the table, and a folder that no repository holds are errors.
func TestResultsThatNobodyKnows(t *testing.T) {
	c := newCheckout(t)
	c.commit("engine/engine.go", "first")
	for text, want := range map[string]string{
		`{`:                                     "bench.json",
		`{"name":"benches","commit":"1234567"}`: `"benches"`,
		`{"name":"bench","commit":"--all"}`:     `"--all" is no commit`,
	} {
		c.write("results/bench.json", text)
		if _, err := inspect(t.Context(), filepath.Join(c.dir, "results"), table); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
	t.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir())
	if _, err := inspect(t.Context(), t.TempDir(), table); err == nil || !strings.Contains(err.Error(), "checkout") {
		t.Errorf("outside of a repository: error %v", err)
	}
}

// TestTheTableIsReadable: a line a file, and the commits where they are asked for.
func TestTheTableIsReadable(t *testing.T) {
	all := []aged{
		{file: "bench.json", commit: "0123456789ab", date: "2026-02-03", since: []string{"abc second", "def first"}},
		{file: "eval.json", commit: "123456789abc+", date: "2026-02-04"},
		{file: "fuzz.json", unknown: "the file names no commit"},
	}
	lines := `file        commit         date        commits since that touched its code
bench.json  0123456789ab   2026-02-03  2
eval.json   123456789abc+  2026-02-04  0
fuzz.json   -              -           unknown: the file names no commit

+: measured with changes that the commit does not hold
`
	for commits, want := range map[bool]string{false: lines, true: lines + "\nbench.json\n  abc second\n  def first\n"} {
		var out strings.Builder
		if err := show(&out, all, commits); err != nil || out.String() != want {
			t.Errorf("shown\n%s(%v), want\n%s", out.String(), err, want)
		}
	}
}

// TestEveryResultHasItsCode: every result that is part of the project names its commit and has an entry, and what entries name is there.
func TestEveryResultHasItsCode(t *testing.T) {
	root := filepath.Join("..", "..")
	for _, m := range measured {
		for _, path := range m.paths {
			if _, err := os.Stat(filepath.Join(root, path)); err != nil {
				t.Errorf("%s: %v", m.result, err)
			}
		}
	}
	files, err := filepath.Glob(filepath.Join(root, report.ResultsFolder, "*.json"))
	if err != nil || len(files) < 10 {
		t.Fatalf("%d results, %v: were they moved?", len(files), err)
	}
	for _, path := range files {
		h, err := readHead(path)
		if err != nil || h.Commit == "" {
			t.Errorf("%s: commit %q, error %v", path, h.Commit, err)
			continue
		}
		if _, err := pathsOf(measured, h.Name); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}
