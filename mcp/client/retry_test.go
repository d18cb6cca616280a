package client

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"asterism/engine"
)

// refusing is a mock that answers with a status so many times, and then with the request's body.
type refusing struct {
	status, times int
	header        string
	body          string
	got           []string
}

func (f *refusing) RoundTrip(r *http.Request) (*http.Response, error) {
	b, _ := io.ReadAll(r.Body)
	f.got = append(f.got, string(b))
	w := httptest.NewRecorder()
	if len(f.got) <= f.times {
		w.Header().Set("Retry-After", f.header)
		w.WriteHeader(f.status)
		_, _ = io.WriteString(w, f.body)
	} else {
		_, _ = w.Write(b)
	}
	return w.Result(), nil
}

func TestRetries(t *testing.T) {
	const words = `{"error":{"message":"too many requests","data":{"retry_after_ms":1500}}}`
	for name, c := range map[string]struct {
		server refusing
		waits  []time.Duration
		sent   int
		says   string // "": the answer came
	}{
		"no need":       {refusing{}, nil, 1, ""},
		"once":          {refusing{status: 429, times: 1, header: "9", body: words}, []time.Duration{1500 * time.Millisecond}, 2, ""},
		"by the header": {refusing{status: 503, times: 2, header: "2"}, []time.Duration{2 * time.Second, 2 * time.Second}, 3, ""},
		"no time told":  {refusing{status: 429, times: 1, header: "soon"}, []time.Duration{time.Second}, 2, ""},
		"a long time":   {refusing{status: 429, times: 1, header: "3600"}, []time.Duration{longestWait}, 2, ""},
		"again and again": {refusing{status: 429, times: 99, header: "1", body: words},
			[]time.Duration{1500 * time.Millisecond, 1500 * time.Millisecond, 1500 * time.Millisecond, 1500 * time.Millisecond}, mostTries, "too many requests"},
		"no words":       {refusing{status: 503, times: 99, header: "1"}, []time.Duration{time.Second, time.Second, time.Second, time.Second}, mostTries, "503"},
		"another status": {refusing{status: 500, times: 1}, nil, 1, ""},
	} {
		var waits []time.Duration
		p := &retrier{&c.server, func(_ *http.Request, d time.Duration) error { waits = append(waits, d); return nil }}
		r, _ := http.NewRequest("POST", "http://x/", strings.NewReader("hello"))
		resp, err := p.RoundTrip(r)
		var busy *engine.Error
		switch {
		case c.says == "" && err != nil, c.says != "" && (!errors.As(err, &busy) || busy.Kind != engine.KindBusy || !strings.Contains(busy.Message, c.says)):
			t.Errorf("%s: %v, want %q", name, err, c.says)
		case err == nil:
			_ = resp.Body.Close()
		}
		if len(c.server.got) != c.sent || strings.Join(c.server.got, "") != strings.Repeat("hello", c.sent) {
			t.Errorf("%s: sent %q, want %d times whole", name, c.server.got, c.sent)
		}
		if len(waits) != len(c.waits) {
			t.Errorf("%s: waited %v, want %v", name, waits, c.waits)
			continue
		}
		for i := range waits {
			if waits[i] != c.waits[i] {
				t.Errorf("%s: waited %v, want %v", name, waits, c.waits)
			}
		}
	}
}

// TestRetriesWithoutBody: a request without a body is sent again, although the library has no function to recreate it.
func TestRetriesWithoutBody(t *testing.T) {
	f := &refusing{status: 503, times: 2, header: "1"}
	p := &retrier{f, func(*http.Request, time.Duration) error { return nil }}
	r, err := http.NewRequest("POST", "http://x/", http.NoBody)
	if err != nil || r.GetBody != nil {
		t.Fatalf("the library makes a body anew (%v): this test tests nothing", err)
	}
	resp, err := p.RoundTrip(r)
	if err != nil || len(f.got) != 3 {
		t.Fatalf("sent %d times, want 3: %v", len(f.got), err)
	}
	_ = resp.Body.Close()
}

// TestRetriesEnd if a body cannot be sent again, and if the caller no longer waits.
func TestRetriesEnd(t *testing.T) {
	f := &refusing{status: 429, times: 99, header: "1"}
	p := &retrier{f, waitFor}
	r, _ := http.NewRequest("POST", "http://x/", io.NopCloser(strings.NewReader("once")))
	var busy *engine.Error
	if _, err := p.RoundTrip(r); !errors.As(err, &busy) || len(f.got) != 1 {
		t.Errorf("a body that is gone: %v, sent %d times", err, len(f.got))
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, _ = http.NewRequestWithContext(ctx, "POST", "http://x/", strings.NewReader("hello"))
	if _, err := p.RoundTrip(r); !errors.As(err, &busy) || len(f.got) != 2 {
		t.Errorf("nobody waits: %v, sent %d times", err, len(f.got))
	}
}
