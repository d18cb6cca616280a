package stress

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
	"time"
)

// caller calls tools of a server without a session, as the revision 2026-07-28 of the protocol allows. It is safe for concurrent use.
type caller struct {
	address, token string
	http           *http.Client
	calls          atomic.Int64
}

// errGone says that no answer came: what was asked for may have been done or not.
var errGone = errors.New("no answer came")

// callWithin is how long an answer may take; a server that hangs is found by it.
const callWithin = time.Minute

func newCaller(address, token string, connections int) *caller {
	t := &http.Transport{MaxIdleConns: connections, MaxIdleConnsPerHost: connections}
	return &caller{address: address, token: token, http: &http.Client{Transport: t, Timeout: callWithin}}
}

// toolError is what a tool answered instead of a result.
type toolError struct {
	Name    string `json:"name"`
	Message string `json:"message"`
	RetryMs int64  `json:"retry_after_ms"`
}

// Error says it in the server's words.
func (e *toolError) Error() string { return e.Name + ": " + e.Message }

// call runs a tool until it is not told to come again, and decodes what it answers. An error that is [errGone] leaves open what was done.
func (c *caller) call(ctx context.Context, tool string, arguments map[string]any, answer any) error {
	for {
		err := c.once(ctx, tool, arguments, answer)
		var busy *toolError
		if !errors.As(err, &busy) || busy.RetryMs == 0 {
			return err
		}
		select {
		case <-time.After(time.Duration(busy.RetryMs) * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

const revision = "2026-07-28"

func (c *caller) once(ctx context.Context, tool string, arguments map[string]any, answer any) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": c.calls.Add(1), "method": "tools/call", "params": map[string]any{"name": tool, "arguments": arguments,
		"_meta": map[string]any{"io.modelcontextprotocol/protocolVersion": revision, "io.modelcontextprotocol/clientCapabilities": map[string]any{}}}})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Authorization": "Bearer " + c.token,
		"Mcp-Protocol-Version": revision, "Mcp-Method": "tools/call", "Mcp-Name": tool} {
		r.Header.Set(name, value)
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return fmt.Errorf("%w: %w", errGone, err)
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("%w: it broke off: %w", errGone, err)
	}
	return decode(resp.StatusCode, said, answer)
}

// decode reads an answer: a result, a tool's error, or a refusal before the tool.
func decode(status int, said []byte, answer any) error {
	var a struct {
		Error *struct {
			Message string    `json:"message"`
			Data    toolError `json:"data"`
		} `json:"error"`
		Result struct {
			IsError bool            `json:"isError"`
			Content json.RawMessage `json:"structuredContent"`
		} `json:"result"`
	}
	if err := json.Unmarshal(said, &a); err != nil {
		return fmt.Errorf("status %d, not JSON (%w): %.200s", status, err, said)
	}
	if a.Error != nil {
		e := a.Error.Data
		e.Message = a.Error.Message
		return &e
	}
	if a.Result.IsError {
		var failed struct {
			Error toolError `json:"error"`
		}
		if err := json.Unmarshal(a.Result.Content, &failed); err != nil || failed.Error.Message == "" {
			return fmt.Errorf("status %d, an error without words: %.200s", status, said)
		}
		return &failed.Error
	}
	if err := json.Unmarshal(a.Result.Content, answer); err != nil {
		return fmt.Errorf("status %d, a strange answer (%w): %.200s", status, err, said)
	}
	return nil
}
