package main

import (
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

func TestHealth(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	says := func(status int, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path != "/readyz" {
				t.Errorf("asked for %s", r.URL.Path)
			}
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	for name, c := range map[string]struct {
		connect, says string
		code          int
	}{
		"ready":      {says(200, `{"status":"ready"}`), "ready", 0},
		"warming up": {says(503, `{"status":"warming up","doing":"loading models"}`), "is warming up: loading models", 1},
		"waiting":    {says(503, `{"status":"waiting","doing":"1 of 3 nodes answers"}`), "is waiting: 1 of 3 nodes answers\n  it serves again when that is done", 1},
		"ending":     {says(503, `{"status":"shutting down"}`), "is shutting down", 1},
		"refused":    {says(403, `{"error":{"code":-32600,"message":"host \"x\" is not served here: allow the name with --host"}}`), "allow the name with --host", 1},
		"not ours":   {says(200, `<html>`), "no asterism server", 1},
		"gone":       {"http://127.0.0.1:1", "127.0.0.1:1", 1},
		"none":       {"auto", "no server serves", 1},
	} {
		out, errs, code := run(t, data, "--connect", c.connect, "health")
		if code != c.code || !strings.Contains(out+errs, c.says) {
			t.Errorf("%s: exit code %d, %s%s", name, code, out, errs)
		}
	}
	address, _ := serving(t, data)
	through(t, address, data, "list") // the models are loaded
	if out := ok(t, data, "health"); out != "ready\n" {
		t.Errorf("a server of ours: %s", out)
	}
}
