package mcp

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// hostile are messages that no well-behaved client sends, the code of each answer, and words of it. Their id is 1 where a server can read it.
var hostile = map[string]struct {
	message string
	code    float64
	says    string
}{
	"nested a hundred thousand deep":      {strings.Repeat("[", 100_000), -32700, ""},
	"objects nested too":                  {strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000), -32700, ""},
	"an argument nested that deep":        {callLine(1, "inject_context", `{"content":`+strings.Repeat("[", 50_000)+strings.Repeat("]", 50_000)+`}`, ""), -32700, ""},
	"half a surrogate pair in a name":     {`{"jsonrpc":"2.0","id":1,"method":"tools/\ud800"}`, -32600, "half of a UTF-16 surrogate pair"},
	"a NUL":                               {"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi\x00ng\"}", -32700, ""},
	"no value at all":                     {`{"jsonrpc":"2.0","id":1,"method":}`, -32700, ""},
	"two values in one":                   {`{"jsonrpc":"2.0","id":1,"method":"ping"}{"jsonrpc":"2.0","id":1,"method":"ping"}`, -32700, ""},
	"a method that is a number":           {`{"jsonrpc":"2.0","id":1,"method":7}`, -32700, ""},
	"wrong UTF-8":                         {callLine(1, "inject_context", "{\"content\":\"\xff\xfe\",\"rationale\":\"y\"}", ""), -32600, "not valid UTF-8"},
	"an overlong zero, which is no UTF-8": {callLine(1, "inject_context", "{\"content\":\"\xc0\x80\",\"rationale\":\"y\"}", ""), -32600, "not valid UTF-8"},
}

// TestHostileMessagesOverStdio: each has its answer, nothing is stored, and the connection stays usable.
func TestHostileMessagesOverStdio(t *testing.T) {
	for name, c := range hostile {
		t.Run(name, func(t *testing.T) {
			fake := newFake()
			client := dial(t, Options{Engine: fake.provider})
			client.send(c.message)
			m := client.next()
			refusedWith(t, m, c.code, c.says)
			client.send(`{"jsonrpc":"2.0","id":2,"method":"ping"}`)
			if m := client.next(); m["id"] != 2. || m["error"] != nil {
				t.Errorf("the connection does not go on: %v", m)
			}
			if fake.count() != 0 {
				t.Error("something was stored")
			}
		})
	}
}

// TestHostileMessagesOverHTTP: the same.
func TestHostileMessagesOverHTTP(t *testing.T) {
	fake := newFake()
	w := serveHTTP(t, Options{Engine: fake.provider})
	w.handshake()
	for name, c := range hostile {
		t.Run(name, func(t *testing.T) {
			m := w.ask(c.message)
			if len(m) != 1 {
				t.Fatalf("answered with %d messages: %v", len(m), m)
			}
			refusedWith(t, m[0], c.code, c.says)
		})
	}
	if m := w.ask(`{"jsonrpc":"2.0","id":2,"method":"ping"}`); len(m) != 1 || m[0]["error"] != nil {
		t.Errorf("the session does not go on: %v", m)
	}
	if fake.count() != 0 {
		t.Error("something was stored")
	}
}

func refusedWith(t *testing.T, m map[string]any, code float64, says string) {
	t.Helper()
	e, ok := m["error"].(map[string]any)
	if !ok || e["code"] != code {
		t.Fatalf("got %.300v, want the code %v", fmt.Sprint(m), code)
	}
	mustContain(t, e["message"], says)
}

// TestHostileArguments: valid JSON with a wrong meaning is refused by every tool with its own message, and nothing is stored.
func TestHostileArguments(t *testing.T) {
	fake := newFake()
	c := dial(t, Options{Engine: fake.provider, Tools: "all"})
	c.handshake()
	for _, arguments := range []string{`[]`, `3`, `"x"`, `{"":0}`, `{"content":{"content":"x"}}`, `{"content":1e999}`, `{"id":"0000000z"}`, `{"topK":1e400}`, `{"a":1,"a":2}`,
		`{"content":` + strings.Repeat("[", 5000) + strings.Repeat("]", 5000) + `}`, `{"namespace":"` + strings.Repeat("n", 5000) + `"}`, `{"tags":[` + strings.Repeat(`"t",`, 5000) + `"t"]}`} {
		for i, tool := range ofTier("all") {
			m := c.call(i+10, tool.Name, arguments)
			if e, ok := m["error"].(map[string]any); ok && (e["code"] == -32602. || e["code"] == -32600. || e["code"] == -32700.) {
				continue
			}
			if body, isError := content(t, m); !isError || !strings.Contains(fmt.Sprint(body), "INVALID_PARAMS") && !strings.Contains(fmt.Sprint(body), "UNAVAILABLE") {
				t.Errorf("%s %.60s: %.300v", tool.Name, arguments, fmt.Sprint(m))
			}
		}
	}
	if fake.count() != 0 {
		t.Error("something was stored")
	}
}

// flood is a line of a hundred megabytes, followed by a ping.
func flood() io.Reader {
	const size = 100 << 20
	head := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"inject_context","arguments":{"content":"`
	return io.MultiReader(strings.NewReader(head), io.LimitReader(letters{}, size), strings.NewReader("\"}}}\n"+`{"jsonrpc":"2.0","id":2,"method":"ping"}`+"\n"))
}

// letters is an endless text.
type letters struct{}

func (letters) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestAHundredMegabytesOverStdio: such a line is not kept in memory. It is refused by its id, and the next line is answered.
func TestAHundredMegabytesOverStdio(t *testing.T) {
	fake := newFake()
	s, err := New(Options{Engine: fake.provider})
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := s.ServeStdio(t.Context(), flood(), &out); err != nil {
		t.Fatal(err)
	}
	if said := out.String(); strings.Count(said, "\n") != 2 || !strings.Contains(said, "longer than") || !strings.Contains(said, `"id":1`) || !strings.Contains(said, `"id":2`) || len(said) > 2000 {
		t.Errorf("said %.2000s", said)
	}
	if fake.count() != 0 {
		t.Error("something was stored")
	}
}
