package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// lay makes files; a path that ends in a slash is a folder.
func lay(t *testing.T, top string, files map[string]string) {
	t.Helper()
	for path, text := range files {
		whole := filepath.Join(top, path)
		dir := filepath.Dir(whole)
		if strings.HasSuffix(path, "/") {
			dir = whole
		}
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if dir == whole {
			continue
		}
		if err := os.WriteFile(whole, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// real returns a folder without symbolic links: a test's folder may be behind one.
func real(t *testing.T, dir string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFind(t *testing.T) {
	top := real(t, t.TempDir())
	t.Setenv("HOME", filepath.Join(top, "home"))
	const head = "ref: refs/heads/main\n"
	lay(t, top, map[string]string{
		"home/.git/HEAD": head, "home/notes/": "", "home/api/.git/HEAD": head, "home/api/cmd/deep/": "",
		"home/api/.git/worktrees/fix/commondir": "../..\n", "home/fix/.git": "gitdir: " + filepath.Join(top, "home/api/.git/worktrees/fix") + "\n", "home/fix/src/": "",
		"home/api/sub/.git": "gitdir: ../.git/modules/sub\n", "home/api/.git/modules/sub/HEAD": head,
		"marked/.asterism": "\n  team memory \nmore\n", "marked/repo/.git/HEAD": head, "marked/docs/": "",
		"plain/.asterism": "", "store/.asterism/token": "x", "empty/.git/": "", "both/.git/HEAD": head, "both/.asterism": "chosen", "windows/.asterism": "\ufeffteam\r\n", "blank/.asterism": "\ufeff\n",
		"bare/.git": "gitdir: nowhere",
	})
	for dir, want := range map[string]*Project{
		"home":              nil,
		"home/notes":        nil,
		"home/api":          {"home/api", "api", false},
		"home/api/cmd/deep": {"home/api", "api", false},
		"home/fix/src":      {"home/api", "api", false},
		"home/api/sub":      {"home/api/sub", "sub", false},
		"marked/docs":       {"marked", "team memory", true},
		"marked/repo":       {"marked/repo", "repo", false},
		"plain":             {"plain", "plain", false},
		"store":             nil,
		"store/.asterism":   nil,
		"empty":             nil,
		"both":              {"both", "chosen", true},
		"windows":           {"windows", "team", true},
		"blank":             {"blank", "blank", false},
		"bare":              {"bare", "bare", false},
		"no/such/folder":    nil,
	} {
		got, err := Find(filepath.Join(top, dir))
		switch {
		case err != nil:
			t.Errorf("%s: %v", dir, err)
		case want == nil && got != nil:
			t.Errorf("%s is in project %+v, want none", dir, *got)
		case want != nil && (got == nil || *got != Project{filepath.Join(top, want.Root), want.Name, want.Chosen}):
			t.Errorf("%s is in project %+v, want %+v", dir, got, *want)
		}
	}
	lay(t, top, map[string]string{"bad/.asterism": "a\x00b"})
	if _, err := Find(filepath.Join(top, "bad")); err == nil || !strings.Contains(err.Error(), filepath.Join(top, "bad", Marker)) {
		t.Errorf("a marker that no namespace can have the name of: %v", err)
	}
}

func TestFolder(t *testing.T) {
	for uri, want := range map[string]string{"file:///home/ann/api": "/home/ann/api", "file:///a%20b/c/": "/a b/c", "file://localhost/x": "/x", "file://host/x": "", "https://x/y": "", "file:relative": "", "%": "", "": ""} {
		if got, ok := Folder(uri); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v, want %q", uri, got, ok, want)
		}
	}
}

func TestDecide(t *testing.T) {
	top := real(t, t.TempDir())
	lay(t, top, map[string]string{"api/.git/HEAD": "x", "data/": ""})
	data, dir := filepath.Join(top, "data"), filepath.Join(top, "api")
	t.Setenv(Variable, "")
	for _, c := range []struct {
		given, env, dir string
		want            Home
	}{
		{"", "", dir, Home{"api", false, dir}},
		{"", "", top, Home{"default", false, ""}},
		{"mine", "", dir, Home{"mine", true, ""}},
		{"", "env", dir, Home{"env", true, ""}},
		{"mine", "env", dir, Home{"mine", true, ""}},
	} {
		t.Setenv(Variable, c.env)
		if got, err := Decide(c.given, data, c.dir); err != nil || got != c.want {
			t.Errorf("%+v: %+v, %v", c, got, err)
		}
	}
	for _, bad := range []string{"*", " ", "a\nb", "\xff", strings.Repeat("n", 257)} {
		if _, err := Decide(bad, data, dir); err == nil || !strings.Contains(err.Error(), "--namespace") {
			t.Errorf("%q is taken: %v", bad, err)
		}
	}
	if said := Said(map[string]any{Key: map[string]any{"namespace": "api", "given": true}}); said == nil || *said != (Home{Namespace: "api", Given: true}) {
		t.Errorf("said %v", said)
	}
	for _, v := range []any{nil, 3, map[string]any{"namespace": "*"}, map[string]any{"namespace": 7}} {
		if said := Said(map[string]any{Key: v}); said != nil {
			t.Errorf("%v is taken as %v", v, said)
		}
	}
}
