package report

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestParseRefusesWhatIsLeftOver: a part's name without its flag does not measure everything.
func TestParseRefusesWhatIsLeftOver(t *testing.T) {
	defer func(set *flag.FlagSet, args []string) { flag.CommandLine, os.Args = set, args }(flag.CommandLine, os.Args)
	flag.CommandLine = flag.NewFlagSet("bench", flag.ContinueOnError)
	only := flag.String("only", "", "")
	os.Args = []string{"bench", "-only", "ingest"}
	if err := Parse(); err != nil || *only != "ingest" {
		t.Errorf("-only %q, error %v", *only, err)
	}
	os.Args = append(os.Args, "search")
	if err := Parse(); err == nil || !strings.Contains(err.Error(), `"search"`) {
		t.Errorf("error %v", err)
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
