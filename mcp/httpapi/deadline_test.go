package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// deadlines is a connection that records its deadlines.
type deadlines struct {
	*httptest.ResponseRecorder
	read, write []time.Time
}

func (d *deadlines) SetReadDeadline(at time.Time) error {
	d.read = append(d.read, at)
	return nil
}

func (d *deadlines) SetWriteDeadline(at time.Time) error {
	d.write = append(d.write, at)
	return nil
}

// TestEveryWriteHasADeadlineOfItsOwn: so a stream may be silent for hours between two writes. While it is served, the connection has no read deadline.
func TestEveryWriteHasADeadlineOfItsOwn(t *testing.T) {
	before, during := -1, -1
	var d *deadlines
	s := bare(t, Options{Token: "secret", MCP: &events{}, Page: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		before = len(d.write)
		for range 3 {
			_, _ = w.Write([]byte("x"))
		}
		w.(http.Flusher).Flush()
		during = len(d.write)
	}), V1: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})})
	serve := func(method, path, body string) {
		d = &deadlines{ResponseRecorder: httptest.NewRecorder()}
		r := httptest.NewRequest(method, path, strings.NewReader(body))
		if body == "" {
			r.Body = http.NoBody
		}
		r.Host = "localhost"
		s.http.Handler.ServeHTTP(d, r)
	}
	serve("GET", "/", "")
	if before != 1 || during != 5 || len(d.write) != 6 || len(d.read) != 0 {
		t.Errorf("%d deadlines before the handler, %d before its end, %d for writing, %d for reading; want 1, 5, 6, 0", before, during, len(d.write), len(d.read))
	}
	for _, at := range d.write {
		if wait := time.Until(at); wait <= 0 || wait > writeWait {
			t.Errorf("a deadline in %s, want up to %s", wait, writeWait)
		}
	}
	serve("POST", "/v1/x", "body")
	if len(d.read) != 2 || d.read[0].IsZero() || !d.read[1].IsZero() {
		t.Errorf("a body that was read: %v, want a deadline and none", d.read)
	}
	serve("POST", "/nothing", "body")
	if len(d.read) != 1 || d.read[0].IsZero() {
		t.Errorf("a body that nobody reads: %v, want a deadline", d.read)
	}
}
