package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"asterism/mcp/project"
)

// asProgram makes the test binary act as the program, so that tests run the real main without a separate build.
const asProgram = "ASTERISM_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) == "1" {
		main()
		os.Exit(0)
	}
	if data := os.Getenv(asOtherUser); data != "" {
		trespass(data)
		os.Exit(0)
	}
	_ = os.Setenv(project.Variable, "default") // instead of this repository's; tests of projects remove it
	os.Exit(watchRaces(m.Run))
}

// watchRaces fails the run if a child reports a race. The reports go to files, since tests kill and interrupt children and check neither their output then nor their exit code.
// Without the race detector there are no reports.
func watchRaces(tests func() int) (code int) {
	dir, err := os.MkdirTemp("", "asterism-races-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	_ = os.Setenv("GORACE", os.Getenv("GORACE")+" log_path="+filepath.Join(dir, "race"))
	code = tests()
	reports, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, path := range reports {
		text, _ := os.ReadFile(path)
		fmt.Fprintf(os.Stderr, "%s", text)
		code = 1
	}
	return code
}

// program returns a command line of the program over a data directory.
func program(ctx context.Context, data string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], append([]string{"--data", data}, args...)...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// run runs the program to its end and returns its output and exit code.
func run(t *testing.T, data string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	cmd := program(ctx, data, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

// ok runs the program and fails the test if it fails.
func ok(t *testing.T, data string, args ...string) string {
	t.Helper()
	out, errs, code := run(t, data, args...)
	if code != 0 {
		t.Fatalf("asterism %s: exit code %d\n%s%s", strings.Join(args, " "), code, out, errs)
	}
	return out
}

// asJSON parses the output of a command with --json.
func asJSON(t *testing.T, out string) map[string]any {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("not one JSON document: %v\n%s", err, out)
	}
	return v
}

const samples = "../../examples/notes"

func TestIngestSearchCheckDoctor(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	first := asJSON(t, ok(t, data, "--json", "ingest", samples))
	if first["stored"].(float64) < 60 || first["failed"].(float64) != 0 {
		t.Fatalf("ingest: %v", first)
	}
	if again := asJSON(t, ok(t, data, "--json", "ingest", samples)); again["stored"].(float64) != 0 || again["skipped"] != first["stored"] {
		t.Errorf("a second run stored again: %v", again)
	}
	found := asJSON(t, ok(t, data, "--json", "search", "--explain", "why was MongoDB not chosen?"))
	hit := found["hits"].([]any)[0].(map[string]any)
	if !strings.Contains(hit["content"].(string), "PostgreSQL over MongoDB") || hit["spaces"].(map[string]any)["E1"] == nil {
		t.Errorf("first hit: %v", hit)
	}
	if out := ok(t, data, "search", "--top", "1", "E_QUOKKA_42"); !strings.Contains(out, "label printer") {
		t.Errorf("rare word: %s", out)
	}
	if r := asJSON(t, ok(t, data, "--json", "check")); r["memories"] != first["stored"] || r["damage"] != nil {
		t.Errorf("check: %v", r)
	}
	if d := asJSON(t, ok(t, data, "--json", "doctor")); d["well"] != true {
		t.Errorf("doctor: %v", d)
	}
	if v := asJSON(t, ok(t, data, "--json", "version")); v["libraries"].(map[string]any)["github.com/linxGnu/grocksdb"] == nil {
		t.Errorf("version: %v", v)
	}
	if m := asJSON(t, ok(t, data, "--json", "models", "list")); len(m["spaces"].([]any)) != 13 {
		t.Errorf("models list: %v", m)
	}
	asJSON(t, ok(t, data, "--json", "models", "verify"))
}

func TestRememberThenFindAndCopy(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	r := asJSON(t, ok(t, data, "--json", "remember", "The kettle is in the lab", "--why", "tea"))
	if r["spaces"].(float64) != 13 || r["duplicate_of"] != nil {
		t.Errorf("remember: %v", r)
	}
	if again := asJSON(t, ok(t, data, "--json", "remember", "The  kettle is in the lab", "--why", "tea")); again["duplicate_of"] != r["id"] {
		t.Errorf("copy: %v, want duplicate of %v", again, r["id"])
	}
}

// TestMistakesAreAnsweredClearly: exit code 1 and a text that names the value and says what to do.
func TestMistakesAreAnsweredClearly(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	broken := t.TempDir()
	copyModels(t, broken)
	model := filepath.Join(broken, "E1", "model.onnx")
	b, err := os.ReadFile(model)
	if err != nil {
		t.Fatal(err)
	}
	b[len(b)/2] ^= 1
	if err := os.WriteFile(model, b, 0o644); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "remember", "x", "--why", "y") // without a store, commands that read would report that first
	for name, c := range map[string]struct {
		args []string
		says []string
	}{
		"unknown flag":    {[]string{"search", "--tops", "3", "x"}, []string{"--tops"}},
		"unknown command": {[]string{"recall", "x"}, []string{`"recall"`}},
		"topK":            {[]string{"search", "--top", "1000", "x"}, []string{"--top 1000", "1…100"}},
		"weights":         {[]string{"search", "--weights", "best", "x"}, []string{`"best"`, "semantic"}},
		"space":           {[]string{"search", "--space", "E14", "x"}, []string{"E14"}},
		"time":            {[]string{"search", "--after", "soon", "x"}, []string{`"soon"`, "2026-01-15"}},
		"blank":           {[]string{"search", " "}, []string{"query is blank"}},
		"no rationale":    {[]string{"remember", "x"}, []string{"--why is required", "why this is worth keeping"}},
		"importance":      {[]string{"remember", "x", "--why", "y", "--importance", "2"}, []string{"importance 2"}},
		"image":           {[]string{"remember", "x", "--why", "y", "--modality", "image"}, []string{"compact"}},
		"device":          {[]string{"--device", "tpu", "search", "x"}, []string{`"tpu"`, "cuda:N"}},
		"card":            {[]string{"--device", "cuda:7", "search", "x"}, []string{`"cuda:7"`}},
		"profile":         {[]string{"--profile", "full", "search", "x"}, []string{"full"}},
		"damaged model":   {[]string{"--models", broken, "search", "x"}, []string{model, "sha256"}},
		"missing models":  {[]string{"--models", broken + "/none", "search", "x"}, []string{"none"}},
		"missing path":    {[]string{"ingest", broken + "/none"}, []string{"none"}},
	} {
		out, errs, code := run(t, data, c.args...)
		if code != 1 {
			t.Errorf("%s: exit code %d, want 1\n%s%s", name, code, out, errs)
		}
		for _, s := range c.says {
			if !strings.Contains(strings.ToLower(errs), strings.ToLower(s)) {
				t.Errorf("%s: the error does not say %q: %s", name, s, errs)
			}
		}
		if strings.Contains(errs, "panic") || strings.Contains(errs, "goroutine") {
			t.Errorf("%s: a stack trace instead of words: %s", name, errs)
		}
	}
}

func TestCheckOfAStoreThatIsNotThere(t *testing.T) {
	data := filepath.Join(t.TempDir(), "none")
	if _, errs, code := run(t, data, "check"); code != 1 || !strings.Contains(errs, data) {
		t.Errorf("exit code %d: %s", code, errs)
	}
	if _, err := os.Stat(data); err == nil {
		t.Error("check made a store")
	}
}

func copyModels(t *testing.T, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS("../../models/compact")); err != nil {
		t.Fatal(err)
	}
}

// TestNothingIsLeftOutsideTheStore: no usage data, logs or caches of a library in the user's folders.
func TestNothingIsLeftOutsideTheStore(t *testing.T) {
	home, data := t.TempDir(), filepath.Join(t.TempDir(), "store")
	t.Setenv("HOME", home)
	t.Setenv("TMPDIR", home)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(home, ".cache"))
	ok(t, data, "remember", "x", "--why", "y")
	left, err := os.ReadDir(home)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range left {
		t.Errorf("left behind in the home or temporary folder: %s", f.Name())
	}
}

// TestPrefixesAreNotIgnored: a model that needs a prefix on its texts is refused, not used without the prefix.
func TestPrefixesAreNotIgnored(t *testing.T) {
	dir := t.TempDir()
	copyModels(t, dir)
	path := filepath.Join(dir, "manifest.json")
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(b), `"query_prefix": ""`, `"query_prefix": "query: "`, 1)
	if changed == string(b) {
		t.Fatal("the manifest has no empty query_prefix to change")
	}
	if err := os.WriteFile(path, []byte(changed), 0o644); err != nil {
		t.Fatal(err)
	}
	_, errs, code := run(t, filepath.Join(t.TempDir(), "store"), "--models", dir, "remember", "x", "--why", "y")
	if code != 1 || !strings.Contains(errs, `"query: "`) {
		t.Errorf("exit code %d: %s", code, errs)
	}
}

func TestAMissingLibraryIsNamed(t *testing.T) {
	t.Setenv("ASTERISM_ORT_LIB", filepath.Join(t.TempDir(), "nothing.so"))
	_, errs, code := run(t, filepath.Join(t.TempDir(), "store"), "remember", "x", "--why", "y")
	if code != 1 || !strings.Contains(errs, "nothing.so") || !strings.Contains(errs, "ASTERISM_ORT_LIB") {
		t.Errorf("exit code %d: %s", code, errs)
	}
}
