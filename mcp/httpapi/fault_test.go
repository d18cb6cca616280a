package httpapi

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// lockedLog is a log that can be read while it is written.
type lockedLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// TestAFaultOfAHandler is an answer with the id of the log entry. After half of an answer it cuts the connection, so that the half does not look complete. Such requests free their
// places, and others are served.
func TestAFaultOfAHandler(t *testing.T) {
	log := &lockedLog{}
	before := slog.Default()
	slog.SetDefault(slog.New(slog.NewTextHandler(log, nil)))
	defer slog.SetDefault(before)
	odd := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/v1/half", "/dashboard/half":
			_, _ = io.WriteString(w, "half an")
			_ = http.NewResponseController(w).Flush()
		case "/v1/abort":
			panic(http.ErrAbortHandler)
		}
		panic("an odd request")
	})
	s, stop := start(t, Options{NoToken: true, MaxRequests: 2, V1: odd, Page: odd})
	base := strings.TrimSuffix(s.URL(), endpoint)
	for range 3 { // more than there are places
		for path, code := range map[string]any{"/v1/embeddings": "internal_error", "/dashboard/a": -32603.} {
			resp, body := do(t, s, request{method: "POST", path: path, body: "{}"})
			var answer struct {
				Error struct {
					Code    any
					Message string
				}
			}
			if err := json.Unmarshal([]byte(body), &answer); err != nil || resp.StatusCode != http.StatusInternalServerError || answer.Error.Code != code {
				t.Fatalf("%s: %d %s, want 500 with the code %v", path, resp.StatusCode, body, code)
			}
			id := regexp.MustCompile(`internal fault ([0-9a-f]{8}): an odd request`).FindStringSubmatch(answer.Error.Message)
			if id == nil || strings.Count(log.String(), "fault="+id[1]) != 1 || !strings.Contains(log.String(), "httpapi.TestAFaultOfAHandler") {
				t.Fatalf("%s: %q does not lead to the log:\n%s", path, answer.Error.Message, log)
			}
		}
		for _, path := range []string{"/v1/half", "/v1/abort", "/dashboard/half"} {
			resp, err := http.Get(base + path)
			if err == nil {
				_, err = io.ReadAll(resp.Body)
				_ = resp.Body.Close()
			}
			if err == nil {
				t.Errorf("%s: the answer looks whole", path)
			}
		}
	}
	if strings.Contains(log.String(), http.ErrAbortHandler.Error()) {
		t.Error("a connection that is cut on purpose is told of as a fault")
	}
	if resp, body := do(t, s, request{method: "POST", path: endpoint, body: "abc"}); resp.StatusCode != http.StatusOK || body != "3 bytes" {
		t.Errorf("another request: %d %s", resp.StatusCode, body)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}
