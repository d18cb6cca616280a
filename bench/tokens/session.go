package tokens

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"asterism/engine"
	"asterism/mcp"
	"asterism/mcp/tools"

	"github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// session is a client of a server in this process, over a store of its own that is removed at the end.
type session struct {
	dir    string
	engine *engine.Engine
	client *client.Client

	structured []string // content of the answers so far, as JSON
}

// open starts a session with the compact models; closing it is the caller's.
func open(ctx context.Context) (s *session, err error) {
	s = &session{}
	defer func() {
		if err != nil {
			err = errors.Join(err, s.close())
		}
	}()
	if s.dir, err = os.MkdirTemp("", "asterism-bench-tokens-"); err != nil {
		return s, err
	}
	if s.engine, err = engine.Open(ctx, engine.Config{Data: s.dir}); err != nil {
		return s, err
	}
	server, err := mcp.New(mcp.Options{Tools: "all", Engine: func(context.Context) (*tools.Engine, error) { return tools.EngineOf(s.engine), nil }})
	if err != nil {
		return s, err
	}
	if s.client, err = client.NewInProcessClient(server.Inner()); err != nil {
		return s, err
	}
	if err = s.client.Start(ctx); err != nil {
		return s, err
	}
	_, err = s.client.Initialize(ctx, protocol.InitializeRequest{})
	return s, err
}

func (s *session) close() (err error) {
	if s.client != nil {
		err = s.client.Close()
	}
	if s.engine != nil {
		err = errors.Join(err, s.engine.Close(context.Background()))
	}
	return errors.Join(err, os.RemoveAll(s.dir))
}

// call calls a tool and returns the text for the model, with the structured content read into what, unless that is nil.
func (s *session) call(ctx context.Context, tool string, arguments map[string]any, what any) (text string, err error) {
	var r protocol.CallToolRequest
	r.Params.Name, r.Params.Arguments = tool, arguments
	result, err := s.client.CallTool(ctx, r)
	if err != nil {
		return "", fmt.Errorf("%s: %w", tool, err)
	}
	for _, c := range result.Content {
		if t, ok := protocol.AsTextContent(c); ok {
			text += t.Text
		}
	}
	if result.IsError {
		return "", fmt.Errorf("%s: %s", tool, text)
	}
	body, err := json.Marshal(result.StructuredContent)
	if err != nil {
		return "", fmt.Errorf("%s: %w", tool, err)
	}
	s.structured = append(s.structured, string(body))
	if what == nil {
		return text, nil
	}
	return text, json.Unmarshal(body, what)
}

//go:embed memories.txt
var memoriesText string

// memories are what the session's store holds.
func memories() []string { return strings.Split(strings.TrimSpace(memoriesText), "\n") }
