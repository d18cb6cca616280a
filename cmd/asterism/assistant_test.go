package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// assistant is a client with its own server over standard input and output, as assistants start them.
type assistant struct {
	t    *testing.T
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	errs *strings.Builder
	asks int
}

// assist starts one and does the handshake.
func assist(t *testing.T, data string, args ...string) *assistant {
	t.Helper()
	return assistIn(t, "", nil, "{}", data, args...)
}

// assistIn starts one in a folder, with more environment variables, for a client with these capabilities.
func assistIn(t *testing.T, dir string, env []string, can, data string, args ...string) *assistant {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	t.Cleanup(cancel)
	cmd := program(ctx, data, append([]string{"serve"}, args...)...)
	cmd.Dir, cmd.Env = dir, append(cmd.Env, env...)
	return converse(t, cmd, can)
}

// converse starts a server and does the handshake. The server ends with its input.
func converse(t *testing.T, cmd *exec.Cmd, can string) *assistant {
	t.Helper()
	a := &assistant{t: t, cmd: cmd, errs: &strings.Builder{}}
	a.cmd.Stderr = a.errs
	var err error
	if a.in, err = a.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := a.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	a.out = bufio.NewReader(out)
	if err := a.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = a.in.Close()
		_ = a.cmd.Wait()
	})
	a.ask("initialize", `{"protocolVersion":"2025-11-25","capabilities":`+can+`,"clientInfo":{"name":"test","version":"1"}}`)
	a.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	return a
}

func (a *assistant) write(line string) {
	a.t.Helper()
	if _, err := io.WriteString(a.in, line+"\n"); err != nil {
		a.t.Fatal(err)
	}
}

// ask sends a request and returns its answer.
func (a *assistant) ask(method, params string) map[string]any {
	a.t.Helper()
	a.begin(method, params)
	return a.answer()
}

func (a *assistant) begin(method, params string) {
	a.t.Helper()
	a.asks++
	a.write(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, a.asks, method, params))
}

// answer returns the answer to the last request; no other may come.
func (a *assistant) answer() map[string]any {
	a.t.Helper()
	line, err := a.out.ReadString('\n')
	if err != nil {
		a.t.Fatalf("no answer: %v\n%s", err, a.errs)
	}
	m := asJSON(a.t, line)
	if m["id"] != float64(a.asks) || m["result"] == nil {
		a.t.Fatalf("got %s", line)
	}
	return m["result"].(map[string]any)
}

// remember stores a text. If the server is still loading models, it asks again.
func (a *assistant) remember(text string) (failure map[string]any) {
	a.t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); {
		result := a.ask("tools/call", fmt.Sprintf(`{"name":"store_memory","arguments":{"content":%q,"rationale":"test"}}`, text))
		if result["isError"] != true {
			return nil
		}
		failure = result["structuredContent"].(map[string]any)["error"].(map[string]any)
		if failure["name"] != "BUSY" {
			return failure
		}
	}
	return failure
}

func (a *assistant) mustRemember(texts ...string) {
	a.t.Helper()
	for _, text := range texts {
		if failure := a.remember(text); failure != nil {
			a.t.Fatalf("%q: %v", text, failure)
		}
	}
}

// finds reports whether a search returns a text.
func (a *assistant) finds(text string) bool {
	a.t.Helper()
	result := a.ask("tools/call", fmt.Sprintf(`{"name":"search_graph","arguments":{"query":%q,"include_content":true}}`, text))
	return result["isError"] != true && strings.Contains(fmt.Sprint(result["structuredContent"]), text)
}

// leaves ends an assistant as its client would.
func (a *assistant) leaves() {
	a.t.Helper()
	_ = a.in.Close()
	if err := a.cmd.Wait(); err != nil {
		a.t.Errorf("it ended with %v\n%s", err, a.errs)
	}
}
