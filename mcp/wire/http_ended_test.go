package wire

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestEndedSessionsAreBounded: the oldest is forgotten, and ending a session twice uses one place.
func TestEndedSessionsAreBounded(t *testing.T) {
	var e ended
	for i := range mostEnded + 1 {
		e.add(fmt.Sprint("s", i))
		e.add("s1")
	}
	if e.has("s0") || !e.has("s1") || !e.has(fmt.Sprint("s", mostEnded)) || len(e.ids) != mostEnded || e.order.Len() != mostEnded {
		t.Errorf("%d of at most %d ended sessions are kept; the first: %v", len(e.ids), mostEnded, e.has("s0"))
	}
}

// TestOnlySessionsEnd: a request without a session, of the stateless revision, or with an invalid id ends nothing.
func TestOnlySessionsEnd(t *testing.T) {
	for _, headers := range []map[string]string{
		{},
		{"Mcp-Session-Id": "s", "Mcp-Protocol-Version": "2026-07-28"},
		{"Mcp-Session-Id": strings.Repeat("s", 129)},
	} {
		var e ended
		r := httptest.NewRequestWithContext(t.Context(), http.MethodDelete, "/mcp", nil)
		for k, v := range headers {
			r.Header.Set(k, v)
		}
		if e.refuse(httptest.NewRecorder(), r) || len(e.ids) != 0 {
			t.Errorf("%v ended %v", headers, e.ids)
		}
	}
}
