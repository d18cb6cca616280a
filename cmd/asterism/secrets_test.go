package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// fakeKey is an invented key. It is joined here, so that a search for secrets in this source finds none.
const fakeKey = "gh" + "p_" + "q7Zk2Vb9XwT4mRc8LpHs3NdYf6GjE1uAoKxW"

// secretLife stores texts with a key in them. do runs a command that must succeed, and try one that may fail; both return the output. It returns the memory that once had a secret.
func secretLife(t *testing.T, do, try func(args ...string) string) (had string) {
	t.Helper()
	said := []string{try("remember", "push with "+fakeKey, "--why", "w")}
	if !strings.Contains(said[0], "github-pat in line 1, characters 11 to 50 of content") || !strings.Contains(said[0], "--secrets redact") {
		t.Errorf("refused with %q", said[0])
	}
	said = append(said, try("remember", "harmless", "--why", "for "+fakeKey))
	if !strings.Contains(said[1], "of rationale") {
		t.Errorf("a secret in the reason: %q", said[1])
	}
	stored := asJSON(t, do("--json", "remember", "push with "+fakeKey, "--why", "w", "--secrets", "redact"))
	id := stored["id"].(string)
	if got := asJSON(t, do("--json", "get", id)); got["content"] != "push with [redacted github-pat]" || len(stored["redacted"].([]any)) != 1 {
		t.Errorf("redacted: %v, %v", got["content"], stored)
	}
	said = append(said, try("update", id, "--content", "now "+fakeKey), do("update", id, "--content", "later "+fakeKey, "--secrets", "redact"))
	if !strings.Contains(said[2], "github-pat") || !strings.Contains(said[3], "removed before storing: github-pat in line 1") {
		t.Errorf("update: %q", said[2:])
	}
	file := filepath.Join(t.TempDir(), "notes.jsonl")
	if err := os.WriteFile(file, []byte(`{"content":"the token of CI is `+fakeKey+`"}`+"\n"+`{"content":"CI runs at night"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	refused := try("import", "--from", "jsonl", file, "--secrets", "refuse")
	if !strings.Contains(refused, "stored 1 memory") || !strings.Contains(refused, "1 left out") || !strings.Contains(refused, "notes.jsonl:1") {
		t.Errorf("import --secrets refuse: %s", refused)
	}
	redacted := do("ingest", file)
	if !strings.Contains(redacted, "stored 1 memory") || !strings.Contains(redacted, "secrets in 1 of the notes") {
		t.Errorf("ingest: %s", redacted)
	}
	if again := do("ingest", file); !strings.Contains(again, "stored 0 memories") {
		t.Errorf("ingest once more: %s", again)
	}
	if out := do("check", "--secrets"); !strings.Contains(out, "no secrets") {
		t.Errorf("check of a store without secrets: %s", out)
	}
	kept := asJSON(t, do("--json", "remember", "keep "+fakeKey, "--why", "w", "--secrets", "allow"))["id"].(string)
	if got := asJSON(t, do("--json", "get", kept)); got["content"] != "keep "+fakeKey {
		t.Errorf("allowed: %v", got["content"])
	}
	found := try("check", "--secrets")
	if !strings.Contains(found, kept) || !strings.Contains(found, "1 secret in 1 of them") {
		t.Errorf("check: %s", found)
	}
	do("update", kept, "--content", "keep nothing", "--secrets", "allow")
	before := try("check", "--secrets")
	if !strings.Contains(before, "of content of version 1  (said before; `asterism forget ID --earlier` removes it)") {
		t.Errorf("check of what was said before: %s", before)
	}
	for _, out := range append(said, refused, redacted, found, before) {
		if strings.Contains(out, fakeKey) {
			t.Errorf("an answer tells the secret: %s", out)
		}
	}
	return kept
}

func TestSecretsStayOut(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	had := secretLife(t, func(args ...string) string { return ok(t, data, args...) }, func(args ...string) string {
		out, _ := program(t.Context(), data, args...).CombinedOutput()
		return string(out)
	})
	ok(t, data, "forget", had, "--earlier", "--yes")
	if out := ok(t, data, "check", "--secrets"); !strings.Contains(out, "no secrets") {
		t.Errorf("check without what was said before: %s", out)
	}
}

func TestSecretsStayOutOfAServer(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	address, _ := serving(t, data, "--tools", "all")
	at := func(args []string) []string {
		if args[0] == "check" {
			return args
		}
		return append([]string{"--connect", address}, args...)
	}
	secretLife(t, func(args ...string) string { return ok(t, data, at(args)...) }, func(args ...string) string {
		out, _ := program(t.Context(), data, at(args)...).CombinedOutput()
		return string(out)
	})
}
