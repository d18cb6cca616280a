package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// line is the next message, unchanged.
func line(c *conn) string {
	c.t.Helper()
	select {
	case l := <-c.lines:
		return l
	case <-time.After(patience): // only when the test fails
		c.t.Fatal("nothing came")
		return ""
	}
}

// TestIDsComeBackAsTheyWereSent: in answers and errors, even numbers that no float64 can hold.
func TestIDsComeBackAsTheyWereSent(t *testing.T) {
	ids := []string{"9007199254740993", "-9007199254740993", "18446744073709551615", "123456789012345678901234567890", "1.0", "1.5", "1e3", "7", `"9007199254740993"`, `"a\u00e9"`}
	c := dial(t, Options{Engine: newFake().provider})
	c.handshake()
	w := serveHTTP(t, Options{Engine: newFake().provider})
	w.handshake()
	same := func(over, got, id string) {
		t.Helper()
		var m struct {
			ID            json.RawMessage `json:"id"`
			Result, Error json.RawMessage
		}
		var want any
		if err := json.Unmarshal([]byte(id), &want); err != nil {
			t.Fatal(err)
		}
		_, text := want.(string)
		if err := json.Unmarshal([]byte(got), &m); err != nil || (m.Result == nil) == (m.Error == nil) || !text && string(m.ID) != id {
			t.Errorf("%s: %s (%v), want the id %s", over, got, err, id)
		}
	}
	for _, id := range ids {
		for _, method := range []string{`"ping"`, `"tools/cal"`, `"tools/call","params":{"name":"search_graph","arguments":{"query":"x"}}`, `"resources/read","params":{"uri":"memory://none"}`} {
			sent := `{"jsonrpc":"2.0","id":` + id + `,"method":` + method + `}`
			c.send(sent)
			same("stdio", line(c), id)
			resp, err := w.post(t.Context(), sent)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(resp.Body)
			_ = resp.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			same("HTTP", string(body[bytes.IndexByte(body, '{'):bytes.LastIndexByte(body, '}')+1]), id)
		}
	}
}

// TestTokensComeBackAsTheyWereSent: the tokens of progress.
func TestTokensComeBackAsTheyWereSent(t *testing.T) {
	fake := newFake()
	c := dial(t, Options{Engine: fake.provider, WarmUp: 5 * time.Millisecond, progressEvery: time.Millisecond})
	c.handshake()
	a, _, _, alone := linkedNotes(t, fake)
	const token = "9007199254740993"
	c.send(callLine(1, "find_causal_path", fmt.Sprintf(`{"from":%q,"to":%q}`, a, alone), `{"progressToken":`+token+`}`))
	if got := line(c); !strings.Contains(got, `"progressToken":`+token) {
		t.Errorf("got %s", got)
	}
}

// TestSeveralMessagesInOneListAreRefused, each with its id, over every transport.
func TestSeveralMessagesInOneListAreRefused(t *testing.T) {
	fake := newFake()
	c := dial(t, Options{Engine: fake.provider})
	c.handshake()
	w := serveHTTP(t, Options{Engine: fake.provider})
	w.handshake()
	for sent, want := range map[string]string{
		"[" + callLine(7, "inject_context", `{"content":"x",`+rationale+`}`, "") + `,{"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}]`: "7 9007199254740993",
		`[]`: "null", ` [ {"jsonrpc":"2.0","method":"notifications/initialized"} ]`: "null", `[1]`: "null",
	} {
		c.send(sent)
		resp, err := w.post(t.Context(), sent)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if err != nil || resp.StatusCode != http.StatusBadRequest {
			t.Fatalf("%s, %v", resp.Status, err)
		}
		for over, answer := range map[string]string{"stdio": line(c), "HTTP": string(body)} {
			var list []struct {
				ID    json.RawMessage
				Error struct {
					Code    int
					Message string
				}
			}
			if !strings.HasPrefix(answer, "[") {
				answer = "[" + answer + "]"
			}
			if err := json.Unmarshal([]byte(answer), &list); err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, m := range list {
				if ids = append(ids, string(m.ID)); m.Error.Code != -32600 || !strings.Contains(m.Error.Message, "send each message by itself") {
					t.Errorf("%s: %s", over, answer)
				}
			}
			if got := strings.Join(ids, " "); got != want {
				t.Errorf("%s: %s is answered with ids %s, want %s", over, sent, got, want)
			}
		}
	}
	if fake.count() != 0 {
		t.Error("something was stored")
	}
}
