package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoStoreIsMadeToBeLookedAt: a folder without a store, such as that of a disk that is not mounted, is not an empty store, and nothing is written to it.
func TestNoStoreIsMadeToBeLookedAt(t *testing.T) {
	data, archive := t.TempDir(), filepath.Join(t.TempDir(), "archive")
	for _, args := range [][]string{{"check"}, {"purge"}, {"purge", "--dry-run"}, {"reembed"}, {"backup", "create", archive}, {"export", archive}, {"--connect", "off", "export", "-"}} {
		if out, errs, code := run(t, data, args...); code != 1 || !strings.Contains(errs, data+" holds no store") || !strings.Contains(errs, "--data") {
			t.Errorf("%v: exit code %d: %s%s", args, code, out, errs)
		}
	}
	absent := filepath.Join(t.TempDir(), "mistyped")
	for _, args := range [][]string{{"list"}, {"search", "a lamp"}, {"get", "7f881dc3"}, {"namespaces"}, {"tags"}, {"status"}, {"--json", "--connect", "off", "list"}} {
		for _, data := range []string{data, absent} {
			if out, errs, code := run(t, data, args...); code != 1 || !strings.Contains(out+errs, data+" holds no store") || !strings.Contains(out+errs, "--data") || !strings.Contains(out+errs, "asterism remember") {
				t.Errorf("%v: exit code %d: %s%s", args, code, out, errs)
			}
		}
	}
	if _, err := os.Stat(absent); !os.IsNotExist(err) {
		t.Errorf("the folder was made: %v", err)
	}
	left, err := os.ReadDir(data)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, error %v", left, err)
	}
	if _, err := os.Stat(archive); !os.IsNotExist(err) {
		t.Errorf("the archive or the export was made: %v", err)
	}
}

// TestWhatWorksOnAFolderAsksNoServer: with a server's address, the result would be about another store.
func TestWhatWorksOnAFolderAsksNoServer(t *testing.T) {
	data := t.TempDir()
	for _, args := range [][]string{{"check"}, {"check", "--secrets"}, {"purge"}, {"purge", "--dry-run"}, {"purge", "--yes"}, {"doctor"}, {"backup", "restore", t.TempDir()}, {"reembed"}, {"reembed", "--abort"}} {
		address := "http://127.0.0.1:1/mcp"
		if out, errs, code := run(t, data, append([]string{"--connect", address}, args...)...); code != 1 || out != "" || !strings.Contains(errs, "--connect "+address+": ") {
			t.Errorf("%v: exit code %d: %s%s", args, code, out, errs)
		}
	}
}

// TestTheFolderOfTheStoreIsNamed: without a home nothing is created in the working folder, a file is not a store, and a mistyped variable is reported.
func TestTheFolderOfTheStoreIsNamed(t *testing.T) {
	work := t.TempDir()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		environment, args []string
		says              []string
	}{
		"no home":             {[]string{"HOME=", "ASTERISM_HOME="}, []string{"remember", "x", "--why", "y"}, []string{"no folder of the store is named", "--data", "ASTERISM_HOME"}},
		"restored to nowhere": {[]string{"HOME=", "ASTERISM_HOME="}, []string{"backup", "restore", work}, []string{"no folder of the store is named"}},
		"a file":              {nil, []string{"--data", file, "list"}, []string{file, "a store is a folder", "name a folder"}},
		"below a file":        {nil, []string{"--data", filepath.Join(file, "store"), "remember", "x", "--why", "y"}, []string{file, "a store is a folder"}},
		"a mistyped variable": {[]string{"HOME=", "ASTERISM_HOM=/x"}, []string{"list"}, []string{"ASTERISM_HOM is not known", "perhaps ASTERISM_HOME is meant"}},
	} {
		cmd := exec.Command(os.Args[0], c.args...)
		cmd.Dir, cmd.Env = work, append(append(os.Environ(), asProgram+"=1"), c.environment...)
		out, err := cmd.CombinedOutput()
		if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 1 {
			t.Errorf("%s: %v", name, err)
		}
		for _, says := range c.says {
			if !strings.Contains(string(out), says) {
				t.Errorf("%s: it does not say %q: %s", name, says, out)
			}
		}
	}
	if left, err := os.ReadDir(work); err != nil || len(left) > 0 {
		t.Errorf("left behind in the working folder: %v, error %v", left, err)
	}
}
