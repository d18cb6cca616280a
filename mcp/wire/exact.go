package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// The library reads the id of a request and the token of its progress as float64, and answers with what is left of them: 9007199254740993 comes back as 9007199254740992,
// and its client waits for ever. What a float64 does not carry is kept here as it was sent, and put back as the answer goes out.

// sent is what a request has that the library would not give back as it came. Both are nil where it does.
type sent struct{ id, token json.RawMessage }

type tokenKey struct{}

// numbers are what of a message the library would read as float64.
type numbers struct {
	ID     json.RawMessage `json:"id"`
	Params struct {
		Meta struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	} `json:"params"`
}

// withSent has what the library would change of a message kept with ctx.
func withSent(ctx context.Context, m *numbers) (context.Context, sent) {
	s := sent{changed(m.ID), changed(m.Params.Meta.Token)}
	if s.token != nil {
		ctx = context.WithValue(ctx, tokenKey{}, s.token)
	}
	return ctx, s
}

// changed is a number that does not come back from a float64 as it was written; nil for everything else.
func changed(raw json.RawMessage) json.RawMessage {
	var f float64
	if len(raw) == 0 || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') || json.Unmarshal(raw, &f) != nil {
		return nil
	}
	if back, err := json.Marshal(f); err == nil && bytes.Equal(back, raw) {
		return nil
	}
	return raw
}

// ProgressToken is the token of the request behind ctx as its client sent it; read is what the library read.
func ProgressToken(ctx context.Context, read protocol.ProgressToken) protocol.ProgressToken {
	if raw, ok := ctx.Value(tokenKey{}).(json.RawMessage); ok {
		return raw
	}
	return read
}

// answers puts the id back into what the library answers.
func (s sent) answers(m protocol.JSONRPCMessage) protocol.JSONRPCMessage {
	if s.id == nil {
		return m
	}
	switch a := m.(type) {
	case protocol.JSONRPCResponse:
		a.ID = protocol.NewRequestId(s.id)
		return a
	case protocol.JSONRPCError:
		a.ID = protocol.NewRequestId(s.id)
		return a
	}
	return m
}

// exactWriter does the same to an answer over HTTP, which the library writes with one Write, as plain JSON or as the data of one event.
type exactWriter struct {
	http.ResponseWriter
	sent sent
}

// Write implements http.ResponseWriter.
func (w *exactWriter) Write(p []byte) (int, error) {
	if _, err := w.ResponseWriter.Write(w.sent.correct(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (s sent) correct(p []byte) []byte {
	from, to := bytes.IndexByte(p, '{'), bytes.LastIndexByte(p, '}')
	var m map[string]json.RawMessage
	if from < 0 || to < from || json.Unmarshal(p[from:to+1], &m) != nil || m["id"] == nil || m["method"] != nil {
		return p
	}
	m["id"] = s.id
	body, err := json.Marshal(m)
	if err != nil {
		return p
	}
	return bytes.Join([][]byte{p[:from], body, p[to+1:]}, nil)
}

// Flush implements http.Flusher: the library streams only through writers that have it.
func (w *exactWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *exactWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
