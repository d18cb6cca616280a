package client

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"asterism/engine"
	"asterism/mcp/failure"
)

// retrier sends a request again after the wait that the server names with status 429 or 503. If the last attempt is refused too, it returns the server's message as an error. A
// refused request was not carried out, so it may be sent again. After a broken connection that is not known, so it is not sent again.
type retrier struct {
	next http.RoundTripper
	wait func(r *http.Request, d time.Duration) error // returns when the request may be sent again, or its context ends
}

const (
	// mostTries is how often one request is sent.
	mostTries = 5
	// longestWait is the longest wait between two attempts.
	longestWait = 5 * time.Second
)

// RoundTrip implements [http.RoundTripper].
func (p *retrier) RoundTrip(r *http.Request) (*http.Response, error) {
	for try := 1; ; try++ {
		resp, err := p.next.RoundTrip(r)
		if err != nil || resp.StatusCode != http.StatusTooManyRequests && resp.StatusCode != http.StatusServiceUnavailable {
			return resp, err
		}
		refusal := busyError(resp)
		if try == mostTries || r.Body != nil && r.Body != http.NoBody && r.GetBody == nil {
			return nil, refusal
		}
		if err := p.wait(r, min(time.Duration(refusal.RetryAfterMs)*time.Millisecond, longestWait)); err != nil {
			return nil, refusal
		}
		if r.GetBody != nil {
			body, err := r.GetBody()
			if err != nil {
				return nil, err
			}
			r = r.Clone(r.Context())
			r.Body = body
		}
	}
}

// waitFor waits for d, unless the request's context ends before.
func waitFor(r *http.Request, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-r.Context().Done():
		return r.Context().Err()
	}
}

// busyError reads a refusal and closes its body.
func busyError(resp *http.Response) *engine.Error {
	const most = 64 << 10
	body, _ := io.ReadAll(io.LimitReader(resp.Body, most)) // without a message the status is enough
	_ = resp.Body.Close()
	var said struct {
		Error struct {
			Message string          `json:"message"`
			Data    failure.Failure `json:"data"`
		} `json:"error"`
	}
	e := &engine.Error{Kind: engine.KindBusy, Message: fmt.Sprintf("the server is busy (%s)", resp.Status), Hint: "try again in a moment"}
	if json.Unmarshal(body, &said) == nil && said.Error.Message != "" {
		e.Message, e.RetryAfterMs = said.Error.Message, said.Error.Data.RetryAfterMs
	}
	if e.RetryAfterMs <= 0 {
		seconds, err := strconv.ParseInt(resp.Header.Get("Retry-After"), 10, 32)
		if err != nil || seconds < 1 {
			seconds = 1
		}
		e.RetryAfterMs = seconds * 1000
	}
	return e
}
