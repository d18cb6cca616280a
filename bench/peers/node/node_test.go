package node

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestWithoutNpmItIsMissing: on a machine without npm the error says what is missing.
func TestWithoutNpmItIsMissing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	_, err := Install(t.Context(), t.TempDir())
	if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), "npm") {
		t.Errorf("error %v, want %v that names npm", err, ErrMissing)
	}
}

// TestAFailingNpmIsMissing: the error contains npm's message.
func TestAFailingNpmIsMissing(t *testing.T) {
	pretendNpm(t, "echo 'no such host' >&2; exit 1")
	_, err := Install(t.Context(), t.TempDir())
	if !errors.Is(err, ErrMissing) || !strings.Contains(err.Error(), "no such host") {
		t.Errorf("error %v, want %v with what npm said", err, ErrMissing)
	}
}

// TestInstalledOnce: a folder that holds the list's packages is not installed into again, one that holds another list's is.
func TestInstalledOnce(t *testing.T) {
	pretendNpm(t, "mkdir -p node_modules/node-test/bin && touch node_modules/node-test/bin/node && echo once >>runs")
	dir := t.TempDir()
	install := func(want string) {
		t.Helper()
		p, err := Install(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		if p.Node != filepath.Join(dir, "node_modules/node-test/bin/node") {
			t.Errorf("the Node is %s, want the installed one", p.Node)
		}
		if b, err := os.ReadFile(filepath.Join(dir, "runs")); err != nil || string(b) != want {
			t.Errorf("npm ran %q (%v), want %q", b, err, want)
		}
	}
	install("once\n")
	install("once\n")
	if err := os.WriteFile(filepath.Join(dir, stamp), []byte("another list"), 0o644); err != nil {
		t.Fatal(err)
	}
	install("once\nonce\n")
}

// pretendNpm puts a script in npm's place.
func pretendNpm(t *testing.T, script string) {
	t.Helper()
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "npm"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// TestVersionsArePinned: every package is of one version, which the lock holds too, and no address of a registry is in it.
func TestVersionsArePinned(t *testing.T) {
	var list struct{ Dependencies, OptionalDependencies map[string]string }
	var lock struct {
		Packages map[string]struct{ Version, Integrity, Resolved string }
	}
	for name, v := range map[string]any{"package.json": &list, "package-lock.json": &lock} {
		b, err := files.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(b, v)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, deps := range []map[string]string{list.Dependencies, list.OptionalDependencies} {
		for name, version := range deps {
			if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(version) {
				t.Errorf("%s is %q, want one version", name, version)
			}
			if got := lock.Packages["node_modules/"+name].Version; got != version {
				t.Errorf("%s is %s in the lock, %s in the list", name, got, version)
			}
		}
	}
	for name, p := range lock.Packages {
		if name != "" && (p.Integrity == "" || p.Resolved != "") {
			t.Errorf("%s has the hash %q and the address %q, want a hash and no address", name, p.Integrity, p.Resolved)
		}
	}
	for _, name := range []string{"@modelcontextprotocol/server-memory", "@huggingface/transformers", "fastembed", "onnxruntime-node"} {
		if list.Dependencies[name] == "" {
			t.Errorf("%s is not in the list", name)
		}
	}
}
