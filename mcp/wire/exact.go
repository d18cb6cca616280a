package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// The library reads the id of a request and its progress token as float64, and answers with the rounded value: 9007199254740993 becomes 9007199254740992, and the client waits
// forever. Values that a float64 cannot hold are kept here as they were sent, and put back into the answer.

// sent holds the values of a request that the library would change. Both are nil if it changes none.
type sent struct{ id, token json.RawMessage }

type tokenKey struct{}

// numbers are the fields of a message that the library would read as float64.
type numbers struct {
	ID     json.RawMessage `json:"id"`
	Params struct {
		Meta struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	} `json:"params"`
}

// withSent stores the values that the library would change with ctx.
func withSent(ctx context.Context, m *numbers) (context.Context, sent) {
	s := sent{changed(m.ID), changed(m.Params.Meta.Token)}
	if s.token != nil {
		ctx = context.WithValue(ctx, tokenKey{}, s.token)
	}
	return ctx, s
}

// changed returns a number that a float64 does not preserve; nil for everything else.
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

// ProgressToken returns the token of ctx's request as its client sent it; read is the library's value.
func ProgressToken(ctx context.Context, read protocol.ProgressToken) protocol.ProgressToken {
	if raw, ok := ctx.Value(tokenKey{}).(json.RawMessage); ok {
		return raw
	}
	return read
}

// answers puts the id back into the library's answer.
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

// exactWriter does the same to an answer over HTTP. The library writes that with one Write, as plain JSON or as the data of one event.
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

// Flush implements http.Flusher: the library only streams through writers that have it.
func (w *exactWriter) Flush() {
	if f, ok := w.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (w *exactWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
