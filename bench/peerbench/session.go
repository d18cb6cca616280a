package peerbench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	"github.com/mark3labs/mcp-go/mcp"
)

// session is a client of a server that it has started.
type session struct {
	client *client.Client
	said   *said
}

// patience is how long a server may take for its start and for one call.
const patience = 2 * time.Minute

// startSession starts a server and shakes hands.
func startSession(ctx context.Context, program string, env []string, args ...string) (*session, error) {
	s := &session{said: &said{}}
	var err error
	s.client, err = client.NewStdioMCPClientWithOptions(program, env, args, transport.WithCommandFunc(s.command))
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	if err := s.shakeHands(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", program, err), s.close(), s.said.asError())
	}
	return s, nil
}

func (s *session) shakeHands(ctx context.Context) error {
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = "2025-06-18"
	hello.Params.ClientInfo = mcp.Implementation{Name: "bench-peers", Version: "1"}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := s.client.Initialize(ctx, hello); err != nil {
		return fmt.Errorf("shake hands: %w", err)
	}
	return nil
}

// command keeps the server's standard error, and reads it to the server's end: otherwise the server would fail when it writes there.
func (s *session) command(_ context.Context, program string, env, args []string) (*exec.Cmd, error) {
	cmd := exec.Command(program, args...) // not of a context: it ends with its input, in its own time
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = s.said
	return cmd, nil
}

// call calls a tool and reads its structured answer into a value.
func (s *session) call(ctx context.Context, tool string, arguments, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	var r mcp.CallToolRequest
	r.Params.Name, r.Params.Arguments = tool, arguments
	res, err := s.client.CallTool(ctx, r)
	if err != nil {
		return fmt.Errorf("%s: %w", tool, err)
	}
	if res.IsError {
		return fmt.Errorf("%s: %s", tool, wordsIn(res))
	}
	b, err := json.Marshal(res.StructuredContent)
	if err == nil {
		err = json.Unmarshal(b, answer)
	}
	if err != nil {
		return fmt.Errorf("%s: read answer: %w", tool, err)
	}
	return nil
}

// wordsIn is the text of an answer.
func wordsIn(res *mcp.CallToolResult) (out string) {
	for _, c := range res.Content {
		if t, ok := mcp.AsTextContent(c); ok {
			out += t.Text
		}
	}
	return out
}

func (s *session) close() error { return s.client.Close() }

// said collects standard error while it is written.
type said struct {
	mu    sync.Mutex
	words strings.Builder
}

func (s *said) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.words.Write(p)
}

// asError is the server's output, to be reported with an error; nil if it is empty.
func (s *said) asError() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.words.Len() == 0 {
		return nil
	}
	return errors.New("it said: " + strings.TrimSpace(s.words.String()))
}
