package main

import (
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
)

// checkPages requests everything except /mcp from a server with a token.
func checkPages(t *testing.T, data, endpoint, token string) {
	t.Helper()
	base := strings.TrimSuffix(endpoint, "/mcp")
	link := strings.TrimSpace(ok(t, data, "dashboard"))
	if u, err := url.Parse(link); err != nil || !strings.HasPrefix(link, base+"/#") || u.Fragment != "token="+token {
		t.Errorf("asterism dashboard prints %s", link)
	}
	for _, c := range []struct{ method, path, body, says string }{
		{"POST", "/v1/embeddings", `{"model":"semantic","input":["a","b"],"dimensions":8}`, `"prompt_tokens":2`}, // waits until the models are loaded
		{"GET", "/", "", "<title>Asterism"},
		{"GET", "/dashboard/", "", "takeToken"}, // its script is part of it
		{"GET", "/dashboard/icon.svg", "", "<svg"},
		{"GET", "/dashboard/data/status", "", `"ready":true`},
		{"POST", "/dashboard/data/ask/get_workspace", "{}", `"capacity"`},
		{"POST", "/dashboard/data/show/days", "{}", `"bins"`},
		{"GET", "/v1/models", "", `"causal-effect"`},
		{"GET", "/metrics", "", "\nasterism_ready 1\n"},
		{"GET", "/healthz", "", "ok"},
		{"GET", "/readyz", "", "ready"},
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, base+c.path, strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		if resp.StatusCode != 200 || !strings.Contains(string(body), c.says) {
			t.Errorf("%s %s: %d %.300s", c.method, c.path, resp.StatusCode, body)
		}
	}
}

func TestDashboardNeedsAServer(t *testing.T) {
	data := filepath.Join(t.TempDir(), "store")
	for _, c := range []struct{ connect, says string }{{"auto", "no server serves"}, {"off", "--connect off"}} {
		if _, errs, code := run(t, data, "--connect", c.connect, "dashboard"); code != 1 || !strings.Contains(errs, c.says) {
			t.Errorf("--connect %s: exit code %d, %s", c.connect, code, errs)
		}
	}
	if out := ok(t, data, "--connect", "http://127.0.0.1:9", "dashboard"); strings.TrimSpace(out) != "http://127.0.0.1:9/" {
		t.Errorf("a server that is named, and no token: %s", out)
	}
}
