package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestParseRefusesWhatIsLeftOver: a part's name without its flag does not measure everything.
func TestParseRefusesWhatIsLeftOver(t *testing.T) {
	for _, c := range []struct {
		words  string
		status int
		says   string
	}{
		{"-only ingest", 0, ""},
		{"-only ingest search", 1, `"search"`},
		{"-h", 0, ""},
		{"-onyl ingest", 2, "-onyl"},
	} {
		a := NewArgs("bench some", "does something", strings.Fields(c.words)...)
		var usage strings.Builder
		a.SetOutput(&usage)
		only := a.String("only", "", "parts")
		err := a.Parse()
		if status, text := ending(err); status != c.status || !strings.Contains(text, c.says) || (c.says == "") != (text == "") {
			t.Errorf("%s: status %d, %q", c.words, status, text)
		}
		if err == nil && (*only != "ingest" || !a.Given("only") || a.Given("out")) {
			t.Errorf("%s: -only is %q", c.words, *only)
		}
		if told := strings.Contains(usage.String(), "bench some: does something\n"); told != (c.words == "-h" || c.status == 2) {
			t.Errorf("%s: the usage is %q", c.words, usage.String())
		}
	}
}

// TestOneCommandIsRun: the one that is named, with the other arguments; without a name they are listed.
func TestOneCommandIsRun(t *testing.T) {
	broken, law := errors.New("broken"), Status{Code: 1}
	var got string
	some := func(name string, err error) Command {
		return Command{name, "does " + name, func(_ context.Context, a *Args) error {
			a.SetOutput(io.Discard)
			x := a.Int("x", 0, "a number")
			if err := a.Parse(); err != nil {
				return err
			}
			got = fmt.Sprintf("%s %d", name, *x)
			return err
		}}
	}
	commands := []Command{some("one", nil), some("other", broken), some("law", law), some("eval", Status{2, broken})}
	for _, c := range []struct {
		args         string
		ran          string
		status       int
		says, listed string
	}{
		{"one", "one 0", 0, "", ""},
		{"one -x 7", "one 7", 0, "", ""},
		{"other -x 1", "other 1", 1, "other: broken", ""},
		{"law", "law 0", 1, "", ""},
		{"eval", "eval 0", 2, "eval: broken", ""},
		{"one -h", "", 0, "", ""},
		{"", "", 0, "", "does other"},
		{"--help", "", 0, "", "does other"},
		{"two", "", 2, `unknown command "two": there are one, other, law, eval`, ""},
		{"-x 7", "", 2, `unknown command "-x": there are one, other, law, eval`, ""},
	} {
		got = ""
		var listed strings.Builder
		status, text := ending(Run(t.Context(), "bench", commands, strings.Fields(c.args), &listed))
		if got != c.ran || status != c.status || text != c.says || !strings.Contains(listed.String(), c.listed) || (c.listed == "") != (listed.Len() == 0) {
			t.Errorf("%q ran %q, status %d, %q, listed %q", c.args, got, status, text, listed.String())
		}
	}
}

// TestAFileIsWrittenInOneStep: with its folder, and what cannot be written leaves the file of before.
func TestAFileIsWrittenInOneStep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a", "b.json")
	for _, v := range []any{map[string]int{"old": 0}, map[string]int{"new": 1}} {
		if err := WriteFile(path, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := WriteFile(path, func() {}); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a function was written as JSON: error %v", err)
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "{\n  \"new\": 1\n}\n" {
		t.Errorf("%q, %v", b, err)
	}
	if all, _ := filepath.Glob(filepath.Dir(path) + "/*"); len(all) != 1 {
		t.Errorf("there are %v, want the file alone", all)
	}
}

// TestResultsDoNotChangeTheCommit: what a benchmark writes is no change of what it measured, wherever in the checkout one stands; everything else is.
func TestResultsDoNotChangeTheCommit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		if got := Commit(); got != "unknown" {
			t.Errorf("without git the commit is %q", got)
		}
		return
	}
	root := t.TempDir()
	t.Chdir(root)
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("bench/results/stress.json", "{}")
	write("main.go", "package main")
	for _, args := range []string{"init -q", "add .", "-c user.name=a -c user.email=a@b commit -q -m first"} {
		if out, err := exec.Command("git", strings.Fields(args)...).CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	clean := Commit()
	write("bench/results/stress.json", "{1}")
	for _, dir := range []string{".", "bench"} {
		t.Chdir(filepath.Join(root, dir))
		if got := Commit(); len(clean) != 12 || got != clean {
			t.Errorf("in %s, with another result: %s, want %s", dir, got, clean)
		}
	}
	write("main.go", "package other")
	if got := Commit(); got != clean+"+" {
		t.Errorf("with another program: %s, want %s+", got, clean)
	}
}
