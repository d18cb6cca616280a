package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// session is a client of a server that it has started.
type session struct{ client *client.Client }

// patience is how long a server may take for its start and for one call.
const patience = 2 * time.Minute

// startSession starts a server and shakes hands.
func startSession(ctx context.Context, program string, env []string, args ...string) (*session, error) {
	c, err := client.NewStdioMCPClient(program, env, args...)
	if err != nil {
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	s := &session{c}
	var hello mcp.InitializeRequest
	hello.Params.ProtocolVersion = "2025-06-18"
	hello.Params.ClientInfo = mcp.Implementation{Name: "bench-peers", Version: "1"}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if _, err := c.Initialize(ctx, hello); err != nil {
		return nil, errors.Join(fmt.Errorf("shake hands with %s: %w", program, err), s.close())
	}
	return s, nil
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
