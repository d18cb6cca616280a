package toolcall

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

// Caller calls tools of a server without a session, as the revision 2026-07-28 of the protocol allows. It is safe for concurrent use.
type Caller struct {
	address, token string
	http           *http.Client
	calls          atomic.Int64
}

// ErrGone says that no answer came: what was asked for may have been done or not.
var ErrGone = errors.New("no answer came")

// callWithin is how long an answer may take; a server that hangs is found by it.
const callWithin = time.Minute

// New makes a caller of a server's address, with its token. It keeps so many connections open for those who call at once. dial connects to the server; nil: as usual.
func New(address, token string, connections int, dial func(ctx context.Context, network, addr string) (net.Conn, error)) *Caller {
	t := &http.Transport{MaxIdleConns: connections, MaxIdleConnsPerHost: connections, DialContext: dial}
	return &Caller{address: address, token: token, http: &http.Client{Transport: t, Timeout: callWithin}}
}

// Error is what a tool answered instead of a result.
type Error struct {
	Name    string `json:"name"`
	Message string `json:"message"`
	RetryMs int64  `json:"retry_after_ms"`
}

// Error says it in the server's words.
func (e *Error) Error() string { return e.Name + ": " + e.Message }

// Call runs a tool until it is not told to come again, and decodes what it answers. An error that is [ErrGone] leaves open what was done.
func (c *Caller) Call(ctx context.Context, tool string, arguments map[string]any, answer any) error {
	for {
		err := c.Once(ctx, tool, arguments, answer)
		var busy *Error
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

// Once runs a tool. It is not asked again when the server is busy.
func (c *Caller) Once(ctx context.Context, tool string, arguments map[string]any, answer any) error {
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
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	defer resp.Body.Close()
	said, err := io.ReadAll(resp.Body)
	if err != nil {
		return fmt.Errorf("%w: it broke off: %w", ErrGone, err)
	}
	return decode(resp.StatusCode, said, answer)
}

// decode reads an answer: a result, a tool's error, or a refusal before the tool.
func decode(status int, said []byte, answer any) error {
	var a struct {
		Error *struct {
			Message string `json:"message"`
			Data    Error  `json:"data"`
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
			Error Error `json:"error"`
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
