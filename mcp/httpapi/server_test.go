package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// echo is a mock of the MCP endpoint: it answers with the length of the body, or streams until it is closed.
type echo struct{ closed chan struct{} }

func (e *echo) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet {
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		<-e.closed
		return
	}
	b, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	_, _ = fmt.Fprintf(w, "%d bytes", len(b))
}

func (e *echo) Close(context.Context) error { close(e.closed); return nil }

// start serves the options. It returns the server, and a function that ends it and returns the result of Serve.
func start(t *testing.T, opt Options) (*Server, func() error) {
	t.Helper()
	opt.MCP = &echo{make(chan struct{})}
	s, err := Listen(opt)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	var once error
	stop := func() error {
		if cancel != nil {
			cancel()
			cancel, once = nil, <-done
		}
		return once
	}
	t.Cleanup(func() { _ = stop() })
	return s, stop
}

type request struct {
	method, path, host, origin, auth, body string
}

func do(t *testing.T, s *Server, q request) (*http.Response, string) {
	t.Helper()
	base := strings.TrimSuffix(s.URL(), endpoint)
	r, err := http.NewRequestWithContext(t.Context(), q.method, base+q.path, strings.NewReader(q.body))
	if err != nil {
		t.Fatal(err)
	}
	if q.host != "" {
		r.Host = q.host
	}
	if q.origin != "" {
		r.Header.Set("Origin", q.origin)
	}
	if q.auth != "" {
		r.Header.Set("Authorization", q.auth)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(b)
}

func TestGuards(t *testing.T) {
	says := func(words string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = fmt.Fprint(w, words, " ", r.URL.Path) })
	}
	s, _ := start(t, Options{Token: "secret", Hosts: []string{"memory.example"}, Origins: []string{"https://app.example"}, V1: says("vectors"), Metrics: says("figures"), Page: says("page"), Data: says("data")})
	port := s.listener.Addr().String()[strings.LastIndex(s.listener.Addr().String(), ":"):]
	const good = "Bearer secret"
	for name, tc := range map[string]struct {
		q      request
		status int
		says   string
	}{
		"good":                    {request{"POST", "/mcp", "", "", good, "abc"}, 200, "3 bytes"},
		"scheme in lower case":    {request{"POST", "/mcp", "", "", "bearer secret", ""}, 200, ""},
		"no token":                {request{"POST", "/mcp", "", "", "", ""}, 401, "Authorization: Bearer"},
		"wrong token":             {request{"POST", "/mcp", "", "", "Bearer secre", ""}, 401, "not the server's"},
		"longer token":            {request{"POST", "/mcp", "", "", "Bearer secret2", ""}, 401, ""},
		"empty token":             {request{"POST", "/mcp", "", "", "Bearer ", ""}, 401, ""},
		"other scheme":            {request{"POST", "/mcp", "", "", "Basic secret", ""}, 401, ""},
		"foreign host":            {request{"POST", "/mcp", "evil.example" + port, "", good, ""}, 403, "evil.example"},
		"host that looks like us": {request{"POST", "/mcp", "127.0.0.1.evil.example", "", good, ""}, 403, ""},
		"localhost":               {request{"POST", "/mcp", "LOCALHOST" + port, "", good, ""}, 200, ""},
		"IPv6 loopback":           {request{"POST", "/mcp", "[::1]" + port, "", good, ""}, 200, ""},
		"allowed host":            {request{"POST", "/mcp", "memory.example", "", good, ""}, 200, ""},
		"foreign origin":          {request{"POST", "/mcp", "", "https://evil.example", good, ""}, 403, "evil.example"},
		"null origin":             {request{"POST", "/mcp", "", "null", good, ""}, 403, ""},
		"origin with our name in": {request{"POST", "/mcp", "", "http://localhost.evil.example", good, ""}, 403, ""},
		"origin with user":        {request{"POST", "/mcp", "", "http://localhost@evil.example", good, ""}, 403, ""},
		"loopback origin":         {request{"POST", "/mcp", "", "http://localhost:6274", good, ""}, 200, ""},
		"our own page":            {request{"POST", "/mcp", "memory.example:8443", "https://memory.example:8443", good, ""}, 200, ""},
		"another port's page":     {request{"POST", "/mcp", "memory.example:8443", "https://memory.example:8444", good, ""}, 403, ""},
		"a page of its own Host":  {request{"POST", "/mcp", "evil.example", "https://evil.example", good, ""}, 403, ""},
		"allowed origin":          {request{"POST", "/mcp", "", "https://app.example", good, ""}, 200, ""},
		"largest body":            {request{"POST", "/mcp", "", "", good, strings.Repeat("x", MaxBody)}, 200, fmt.Sprint(MaxBody)},
		"too large":               {request{"POST", "/mcp", "", "", good, strings.Repeat("x", MaxBody+1)}, 413, "larger than"},
		"far too large":           {request{"POST", "/mcp", "", "", good, strings.Repeat("x", 50<<20)}, 413, "larger than"},
		"health needs no token":   {request{"GET", "/healthz", "", "", "", ""}, 200, `"ok"`},
		"health of a stranger":    {request{"GET", "/healthz", "evil.example", "", "", ""}, 403, ""},
		"ready":                   {request{"GET", "/readyz", "", "", "", ""}, 200, `"ready"`},
		"elsewhere":               {request{"GET", "/x", "", "", good, ""}, 404, ""},
		"the page, no token":      {request{"GET", "/", "", "", "", ""}, 200, "page /"},
		"its parts, no token":     {request{"GET", "/dashboard/icon.svg", "", "", "", ""}, 200, "page /dashboard/icon.svg"},
		"the page of a stranger":  {request{"GET", "/", "evil.example", "", "", ""}, 403, ""},
		"its data":                {request{"POST", "/dashboard/data/ask/x", "", "", good, "{}"}, 200, "data /dashboard/data/ask/x"},
		"its data, no token":      {request{"GET", "/dashboard/data/status", "", "", "", ""}, 401, ""},
		"its data, foreign page":  {request{"GET", "/dashboard/data/status", "", "https://evil.example", good, ""}, 403, ""},
		"its data, too large":     {request{"POST", "/dashboard/data/ask/x", "", "", good, strings.Repeat("x", MaxBody+1)}, 413, ""},
		"vectors":                 {request{"POST", "/v1/embeddings", "", "", good, "{}"}, 200, "vectors /v1/embeddings"},
		"vectors, no token":       {request{"POST", "/v1/embeddings", "", "", "", "{}"}, 401, ""},
		"vectors, too large":      {request{"POST", "/v1/embeddings", "", "", good, strings.Repeat("x", MaxBody+1)}, 413, ""},
		"vectors, a foreign page": {request{"POST", "/v1/embeddings", "", "https://evil.example", good, "{}"}, 403, ""},
		"figures":                 {request{"GET", "/metrics", "", "", good, ""}, 200, "figures /metrics"},
		"figures, no token":       {request{"GET", "/metrics", "", "", "", ""}, 401, ""},
	} {
		t.Run(name, func(t *testing.T) {
			resp, body := do(t, s, tc.q)
			if resp.StatusCode != tc.status || !strings.Contains(body, tc.says) {
				t.Errorf("%d %.200s, want %d %q", resp.StatusCode, body, tc.status, tc.says)
			}
			if h := resp.Header.Get("WWW-Authenticate"); (tc.status == 401) != strings.HasPrefix(h, "Bearer") {
				t.Errorf("WWW-Authenticate %q", h)
			}
		})
	}
}

func TestReadyzSaysWhatIsBeingDone(t *testing.T) {
	lacks := ""
	s, _ := start(t, Options{NoToken: true, Ready: func() (bool, string) { return false, "loading models" }, Lacks: func() string { return lacks }})
	resp, body := do(t, s, request{method: "GET", path: "/readyz"})
	if resp.StatusCode != 503 || !strings.Contains(body, "loading models") {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	lacks = "1 of 3 nodes answers" // waiting alone does not help
	if resp, body = do(t, s, request{method: "GET", path: "/readyz"}); resp.StatusCode != 503 || !strings.Contains(body, lacks) || strings.Contains(body, "warming up") {
		t.Errorf("%d %s", resp.StatusCode, body)
	}
	if resp, _ := do(t, s, request{method: "POST", path: "/mcp"}); resp.StatusCode != 200 {
		t.Errorf("without token: %d", resp.StatusCode)
	}
}

// TestReadyzSaysThatNothingNewIsStored and stays 200: searches work.
func TestReadyzSaysThatNothingNewIsStored(t *testing.T) {
	for why, want := range map[string]string{"": `{"status":"ready"}`, "the disk is full": `{"status":"ready","writes_refused":"the disk is full"}`} {
		s, _ := start(t, Options{NoToken: true, Refuses: func(context.Context) string { return why }})
		if resp, body := do(t, s, request{method: "GET", path: "/readyz"}); resp.StatusCode != 200 || strings.TrimSpace(body) != want {
			t.Errorf("%d %s, want %s", resp.StatusCode, body, want)
		}
	}
}

func TestShutdownEndsStreamsAndFreesThePort(t *testing.T) {
	s, stop := start(t, Options{NoToken: true})
	resp, err := http.Get(s.URL()) // a stream that only ends when the endpoint is closed
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	if err := stop(); err != nil {
		t.Errorf("Serve returned %v", err)
	}
	if _, err := io.ReadAll(resp.Body); err != nil {
		t.Errorf("the stream was cut: %v", err)
	}
	again, err := Listen(Options{Addr: s.listener.Addr().String(), NoToken: true, MCP: &echo{}})
	if err != nil {
		t.Fatalf("the port is not free: %v", err)
	}
	_ = again.listener.Close()
}

func TestListenRefuses(t *testing.T) {
	busy, _ := start(t, Options{NoToken: true})
	for name, tc := range map[string]struct {
		opt  Options
		says string
	}{
		"no token":               {Options{MCP: &echo{}}, "no token"},
		"no token for the world": {Options{MCP: &echo{}, NoToken: true, Addr: "0.0.0.0:0"}, "only a loopback address"},
		"no TLS for the world":   {Options{MCP: &echo{}, Token: "x", Addr: "0.0.0.0:0"}, "--tls-cert and --tls-key, or --plain-http"},
		"half a certificate":     {Options{MCP: &echo{}, Token: "x", CertFile: "cert.pem"}, "give both --tls-cert and --tls-key"},
		"no certificate":         {Options{MCP: &echo{}, Token: "x", CertFile: "none.pem", KeyFile: "key.pem"}, "none.pem"},
		"no connections":         {Options{MCP: &echo{}, Token: "x", MaxConnections: 1}, "--max-connections is 1"},
		"no requests":            {Options{MCP: &echo{}, Token: "x", MaxRequests: -1}, "--max-requests is -1"},
		"a rate for nobody":      {Options{MCP: &echo{}, Token: "x", Rate: &Rate{5, 0.5}}, "lets nobody in"},
		"busy port":              {Options{MCP: &echo{}, NoToken: true, Addr: busy.listener.Addr().String()}, "stop it, or name another port"},
	} {
		if _, err := Listen(tc.opt); err == nil || !strings.Contains(err.Error(), tc.says) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

// stuck never ends a stream.
type stuck struct{ echo }

func (s *stuck) Close(ctx context.Context) error { return errors.New("cannot close") }

func TestShutdownTellsWhatWentWrong(t *testing.T) {
	s, err := Listen(Options{NoToken: true, MCP: &stuck{}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx) }()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), "cannot close") {
			t.Errorf("got %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("Serve does not end")
	}
}
