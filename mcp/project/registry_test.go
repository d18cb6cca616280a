package project

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

func TestTwoFoldersOfOneNameNeverShare(t *testing.T) {
	r := Registry{t.TempDir()}
	first, second := &Project{Root: "/home/ann/api", Name: "api"}, &Project{Root: "/home/ann/work/api", Name: "api"}
	for range 2 { // the names do not change
		if got, err := r.Name(first); got != "api" || err != nil {
			t.Errorf("the first is %q, %v", got, err)
		}
		if got, err := r.Name(second); !strings.HasPrefix(got, "api-") || len(got) != len("api-")+6 || err != nil {
			t.Errorf("the second is %q, %v", got, err)
		}
	}
	if got, _ := r.Name(&Project{Root: "/third", Name: "api", Chosen: true}); got != "api" {
		t.Errorf("one that has chosen the name is %q", got)
	}
	if got, _ := r.Name(&Project{Root: "/third", Name: "other", Chosen: true}); got != "other" {
		t.Errorf("one that has chosen anew is %q", got)
	}
	for _, bad := range []string{"default", "*"} {
		if got, _ := r.Name(&Project{Root: "/" + bad, Name: bad}); !strings.HasPrefix(got, bad+"-") {
			t.Errorf("a folder named %q is %q", bad, got)
		}
	}
	if got, _ := r.Name(&Project{Root: "/long", Name: strings.Repeat("é", 300) + "\xff\n"}); len(got) > 128 || strings.Contains(got, "\n") || !utf8.ValidString(got) {
		t.Errorf("a long name is %q", got)
	}
}

func TestRenameMovesProjects(t *testing.T) {
	r := Registry{t.TempDir()}
	p := &Project{Root: "/a", Name: "old"}
	if _, err := r.Name(p); err != nil {
		t.Fatal(err)
	}
	if roots, err := r.Rename("old", "new"); err != nil || len(roots) != 1 || roots[0] != "/a" {
		t.Errorf("moved %v, %v", roots, err)
	}
	if got, err := r.Name(p); got != "new" || err != nil {
		t.Errorf("after it the project is %q, %v", got, err)
	}
	if all, err := r.Roots(); err != nil || len(all) != 1 || len(all["new"]) != 1 {
		t.Errorf("known are %v, %v", all, err)
	}
}

// TestManyAtOnce: no name is lost, and of a hundred folders with the same name no two share a namespace.
func TestManyAtOnce(t *testing.T) {
	r := Registry{t.TempDir()}
	var all sync.Map
	var wait sync.WaitGroup
	for i := range 100 {
		root := filepath.Join("/", strings.Repeat("x", i+1), "api")
		wait.Go(func() {
			name, err := r.Name(&Project{Root: root, Name: "api"})
			if other, taken := all.LoadOrStore(name, root); taken || err != nil {
				t.Errorf("%s and %v are both %q, %v", root, other, name, err)
			}
		})
	}
	wait.Wait()
	left, err := os.ReadDir(r.Data)
	if err != nil || len(left) != 2 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestWhatCannotBeReadOrWritten(t *testing.T) {
	p := &Project{Root: "/a", Name: "api"}
	if got, err := (Registry{filepath.Join(t.TempDir(), "none")}).Name(p); got != "api" || err != nil {
		t.Errorf("without a data directory: %q, %v", got, err)
	}
	for _, text := range []string{"", "{", `{"v":2}`, `{"v":1,"projects":3}`} {
		r := Registry{t.TempDir()}
		if err := os.WriteFile(filepath.Join(r.Data, File), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Name(p); err == nil || !strings.Contains(err.Error(), File) {
			t.Errorf("%q is taken: %v", text, err)
		}
	}
}
