package wire

import (
	"encoding/json"
	"reflect"
	"testing"

	"asterism/mcp/project"
)

// FuzzSayHome: a handshake gets the home and otherwise stays the same; every other line is unchanged.
func FuzzSayHome(f *testing.F) {
	for _, seed := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"method":"initialize"}`, `{"method":"initialize","params":null}`, `{"method":"initialize","params":{"capabilities":{"experimental":{"x":{}}}}}`, `{"method":"initialize","params":3}`,
		`{"method":"initialize","params":{"capabilities":[]}}`, `{"method":"tools/call","params":{"name":"initialize"}}`, `initialize`, ``,
	} {
		f.Add(seed)
	}
	home := project.Home{Namespace: "api", Root: "/a"}
	f.Fuzz(func(t *testing.T, line string) {
		out := sayHome([]byte(line), home)
		if string(out) == line {
			return
		}
		var before, after map[string]any
		if err := json.Unmarshal([]byte(line), &before); err != nil {
			t.Fatalf("%q is changed to %q", line, out)
		}
		if err := json.Unmarshal(out, &after); err != nil || after["method"] != "initialize" {
			t.Fatalf("%q is changed to %q: %v", line, out, err)
		}
		said := after["params"].(map[string]any)["capabilities"].(map[string]any)["experimental"].(map[string]any)
		if got := project.Said(said); got == nil || *got != home {
			t.Fatalf("%q says %v", out, got)
		}
		for name, v := range before {
			if name != "params" && !reflect.DeepEqual(v, after[name]) {
				t.Errorf("%s was %v, is %v", name, v, after[name])
			}
		}
	})
}
