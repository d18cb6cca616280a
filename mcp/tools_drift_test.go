package mcp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"asterism/mcp/tooldrift"
)

// TestOurToolsHaveNotDrifted compares the served tools with the golden ones. So a review shows what a change means to a client: its kind, its risk, and the values that differ.
func TestOurToolsHaveNotDrifted(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "tools", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d golden files, %v", len(files), err)
	}
	var golden []json.RawMessage
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		golden = append(golden, b)
	}
	c := dial(t, Options{Engine: newFake().provider, Tools: "all"})
	c.handshake()
	c.send(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	r := tooldrift.Classify(listOf(t, golden), listOf(t, c.next()["result"]))
	if r.Kind != tooldrift.Identity || len(r.Ambiguous) > 0 {
		t.Errorf("our tools differ from the golden files; if that is meant: go test ./mcp -run TestToolDefinitions -update\n%s", r.Text())
	}
}

func listOf(t *testing.T, v any) tooldrift.List {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	l, err := tooldrift.ParseList(b)
	if err != nil {
		t.Fatal(err)
	}
	return l
}
