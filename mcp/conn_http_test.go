package mcp

import (
	"bufio"
	"encoding/json"
	"io"
	"testing"
)

// dialHTTP serves the options over HTTP behind the same client as dial. It posts each line after the answer to the one before is complete. Session and revision are those of the
// handshake; a stateless request names its own.
func dialHTTP(t *testing.T, opt Options) *conn {
	t.Helper()
	w := serveHTTP(t, opt)
	w.version = ""
	inR, inW := io.Pipe()
	c := &conn{t: t, in: inW, lines: make(chan string, 1024), ended: make(chan error, 1)}
	go func() {
		defer close(c.ended)
		defer close(c.lines)
		lines := bufio.NewScanner(inR)
		lines.Buffer(nil, 1<<24)
		for lines.Scan() { // to the end of the script
			if err := w.pass(lines.Text(), c.lines); err != nil {
				c.ended <- err
				return
			}
		}
	}()
	t.Cleanup(func() { _ = inW.Close() })
	return c
}

// pass posts one message and passes on every message of the answer.
func (w *web) pass(line string, out chan<- string) error {
	if v := statelessVersion(line); v != "" {
		defer func(before string) { w.version = before }(w.version)
		w.version = v
	}
	resp, err := w.post(w.t.Context(), line)
	if err != nil {
		return err
	}
	answers, err := messagesOf(resp)
	if err != nil {
		return err
	}
	if id := resp.Header.Get("Mcp-Session-Id"); id != "" {
		w.session = id
	}
	for _, a := range answers {
		if v := negotiated(a); v != "" {
			w.version = v
		}
		body, err := json.Marshal(a)
		if err != nil {
			return err
		}
		out <- string(body)
	}
	return nil
}

// statelessVersion is the revision that a stateless request names.
func statelessVersion(line string) string {
	var m struct {
		Params struct {
			Meta map[string]any `json:"_meta"`
		} `json:"params"`
	}
	if json.Unmarshal([]byte(line), &m) != nil {
		return ""
	}
	v, _ := m.Params.Meta["io.modelcontextprotocol/protocolVersion"].(string)
	return v
}

// negotiated returns the revision in the answer to initialize.
func negotiated(answer map[string]any) string {
	result, _ := answer["result"].(map[string]any)
	version, _ := result["protocolVersion"].(string)
	return version
}
