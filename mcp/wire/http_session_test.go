package wire

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/server"
)

// TestAMessageWithoutASession gets 400, in JSON; one with an unknown session gets 404.
func TestAMessageWithoutASession(t *testing.T) {
	h := New(server.NewMCPServer("x", "1"), Options{}).HTTPHandler()
	srv := httptest.NewServer(h)
	defer srv.Close()
	for session, want := range map[string]int{"": http.StatusBadRequest, "nobody's": http.StatusNotFound} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, srv.URL, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		var said struct{ Error struct{ Message string } }
		err = json.NewDecoder(resp.Body).Decode(&said)
		_ = resp.Body.Close()
		if resp.StatusCode != want {
			t.Errorf("session %q: %s, want %d", session, resp.Status, want)
		}
		if session == "" && (err != nil || !strings.Contains(said.Error.Message, "initialize")) {
			t.Errorf("without a session: %+v, error %v", said, err)
		}
	}
}
