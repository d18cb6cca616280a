package wire

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// questions are requests of the server to a client that have no answer yet. Safe for concurrent use.
type questions struct {
	mu      sync.Mutex
	ask     func(message any) // writes to the client; nil before the connection is served
	waiting map[string]chan reply
}

// reply is a client's answer.
type reply struct {
	Result json.RawMessage `json:"result"`
	Error  json.RawMessage `json:"error"`
}

// ErrNotAsked means that a client cannot be asked: over HTTP, or because it does not have the capability.
var ErrNotAsked = errors.New("the client cannot be asked")

// Roots asks the client of a connection for the folders in which it works. The error is [ErrNotAsked] if the client does not have that capability.
func Roots(ctx context.Context) ([]protocol.Root, error) {
	s, ok := server.ClientSessionFromContext(ctx).(*session)
	if !ok || s.GetClientCapabilities().Roots == nil {
		return nil, ErrNotAsked
	}
	var out protocol.ListRootsResult
	if err := s.questions.put(ctx, string(protocol.MethodListRoots), &out); err != nil {
		return nil, fmt.Errorf("ask the client for its folders: %w", err)
	}
	return out.Roots, nil
}

// put sends a question to a client and waits for its answer.
func (q *questions) put(ctx context.Context, method string, into any) error {
	id := "asterism-" + rand.Text() // unique among the servers of the same conversation
	answer := make(chan reply, 1)
	q.mu.Lock()
	ask := q.ask
	if q.waiting == nil {
		q.waiting = map[string]chan reply{}
	}
	q.waiting[id] = answer
	q.mu.Unlock()
	defer func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		delete(q.waiting, id)
	}()
	if ask == nil {
		return ErrNotAsked
	}
	ask(map[string]any{"jsonrpc": protocol.JSONRPC_VERSION, "id": id, "method": method})
	select {
	case r := <-answer:
		if len(r.Error) > 0 {
			return fmt.Errorf("%s is answered with the error %.200s", method, r.Error)
		}
		return json.Unmarshal(r.Result, into)
	case <-ctx.Done():
		return ctx.Err()
	}
}

// answered passes on the answer to one of the questions; ok is false for any other message.
func (q *questions) answered(id json.RawMessage, line []byte) (ok bool) {
	var name string
	if json.Unmarshal(id, &name) != nil {
		return false
	}
	q.mu.Lock()
	answer := q.waiting[name]
	delete(q.waiting, name)
	q.mu.Unlock()
	if answer == nil {
		return false
	}
	var r reply
	if err := json.Unmarshal(line, &r); err != nil {
		r = reply{Error: json.RawMessage(`"it cannot be read"`)}
	}
	answer <- r
	return true
}
