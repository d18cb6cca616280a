package stress

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestAServerThatSaysNothing: who waits for its address can give up.
func TestAServerThatSaysNothing(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	silent := Program(func(context.Context, ...string) *exec.Cmd { return exec.Command("sleep", "600") })
	if _, err := silent.serve(ctx, t.TempDir()); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "address") {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestAServerThatDoesNotAnswer: who waits until it is ready can give up, also in the middle of a question.
func TestAServerThatDoesNotAnswer(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	h := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer h.Close()
	if err := (&server{address: h.URL + "/mcp"}).ready(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestAClientEndsWithItsServer: it does not go on asking where nobody is, and that nobody answered is counted once.
func TestAClientEndsWithItsServer(t *testing.T) {
	h := httptest.NewServer(http.NotFoundHandler())
	h.Close()
	d := &driver{load: Load{Held: 1}, server: &server{address: h.URL + "/mcp"}}
	d.client(t.Context(), 0, []string{"a", "b"})
	if d.failed != 1 || !strings.HasPrefix(d.first().Error(), "inject_context after ") {
		t.Errorf("%d failures, the first: %v", d.failed, d.first())
	}
}

// TestAClientWithoutSenseIsReadToItsEnd, or it would wait for ever for somebody who reads.
func TestAClientWithoutSenseIsReadToItsEnd(t *testing.T) {
	out := strings.NewReader("nonsense\n" + strings.Repeat("kept 1 x\n", 10_000))
	if err := readLines(out, nil); err == nil || out.Len() != 0 {
		t.Errorf("error %v, %d bytes left", err, out.Len())
	}
}
