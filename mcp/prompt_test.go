package mcp

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"asterism/engine"
	"asterism/mcp/failure"
)

// TestPrompts compares each prompt, as clients and models see it, with testdata/prompts.
func TestPrompts(t *testing.T) {
	fake := newFake()
	for _, text := range []string{"The ferry of 7:40 does not run on feast days.", "The quay is at the end of the harbour road."} {
		if _, err := fake.Remember(t.Context(), engine.Note{Content: text, Namespace: "travel", SessionID: "trip"}); err != nil {
			t.Fatal(err)
		}
	}
	for name, args := range map[string]map[string]string{
		"recall":          {"topic": "ferry", "namespace": "travel"},
		"session_summary": {"session_id": "trip", "namespace": "travel"},
	} {
		p := promptNamed(t, name)
		definition, err := json.MarshalIndent(p.definition(), "", " ")
		if err != nil {
			t.Fatal(err)
		}
		do, err := p.read(args)
		if err != nil {
			t.Fatal(err)
		}
		task, data, err := do(t.Context(), fake.parts())
		if err != nil {
			t.Fatal(err)
		}
		samePrompt(t, name, string(definition)+"\n\n"+task+"\n")
		if last := string(data[len(data)-1]); !strings.Contains(last, "7:40") || !strings.Contains(last, `"untrusted":true`) {
			t.Errorf("%s brings %s", name, last)
		}
	}
	if n := len(allPrompts()); n != 2 {
		t.Errorf("there are %d prompts; this test knows two", n)
	}
}

func promptNamed(t *testing.T, name string) *prompt {
	t.Helper()
	for _, p := range allPrompts() {
		if p.name == name {
			return p
		}
	}
	t.Fatalf("no prompt %s", name)
	return nil
}

func samePrompt(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "prompts", name+".txt")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from %s; if the change is meant: go test ./mcp -run TestPrompts -update\n%s", name, path, got)
	}
}

// TestBadArgumentsOfPromptsAreNamed: every mistake is reported, with the limit and what to do.
func TestBadArgumentsOfPromptsAreNamed(t *testing.T) {
	for _, tc := range []struct {
		prompt string
		args   map[string]string
		says   string
	}{
		{"recall", nil, "topic is required: what to recall"},
		{"recall", map[string]string{"topic": " \n"}, "topic is blank"},
		{"recall", map[string]string{"topik": "x"}, `did you mean "topic"?`},
		{"recall", map[string]string{"topic": "x", "tag": strings.Repeat("t", engine.MaxTagBytes+1)}, "tag is 129 bytes long; the limit is 128"},
		{"recall", map[string]string{"topic": "x", "namespace": strings.Repeat("n", engine.MaxNameBytes+1)}, "namespace is 257 bytes long; the limit is 256"},
		{"session_summary", map[string]string{"session": "x"}, `did you mean "session_id"?`},
	} {
		_, err := promptNamed(t, tc.prompt).read(tc.args)
		var f *failure.Failure
		if !errors.As(err, &f) || f.Code != -32602 {
			t.Errorf("%s %v: %v", tc.prompt, tc.args, err)
			continue
		}
		mustContain(t, f.Message, tc.says)
	}
}

// TestPromptsWaitAndFailLikeCalls: if the engine is not ready, a prompt returns the code of the table and a retry time.
func TestPromptsWaitAndFailLikeCalls(t *testing.T) {
	c := dial(t, Options{Engine: neverReady, WarmUp: 1})
	c.handshake()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"session_summary"}}`)
	mustContain(t, c.next()["error"], "-32012", "warming up", "retry_after_ms")
	c.send(`{"jsonrpc":"2.0","id":2,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"recall"},"argument":{"name":"tag","value":""}}}`)
	mustContain(t, c.next()["error"], "-32012", "warming up")
}

// TestPromptsLetOthersPass: while a prompt or a completion waits for the engine, the connection works, and the waiting request can be cancelled.
func TestPromptsLetOthersPass(t *testing.T) {
	c := dial(t, Options{Engine: neverReady, WarmUp: patience})
	c.handshake()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"prompts/get","params":{"name":"session_summary"}}`)
	c.send(`{"jsonrpc":"2.0","id":2,"method":"completion/complete","params":{"ref":{"type":"ref/prompt","name":"recall"},"argument":{"name":"tag","value":""}}}`)
	c.send(`{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	if m := c.next(); m["id"] != 3. {
		t.Errorf("the ping waited: %v", m)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}`)
	if err := c.in.Close(); err != nil {
		t.Fatal(err)
	}
	if m := c.next(); m != nil {
		t.Errorf("what was cancelled was answered: %v", m)
	}
}
