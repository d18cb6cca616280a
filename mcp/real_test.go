package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http/httptest"
	"testing"
	"time"

	"asterism/engine"
	"asterism/mcp/failure"
	"asterism/mcp/tools"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// realEngine opens an engine with the compact models over a folder, until the test ends.
func realEngine(t *testing.T, c engine.Config) *engine.Engine {
	t.Helper()
	if c.Data == "" {
		c.Data = t.TempDir()
	}
	e, err := engine.Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return e
}

// provide returns an engine at once.
func provide(e *engine.Engine) tools.Provider {
	return func(context.Context) (*tools.Engine, error) { return tools.EngineOf(e), nil }
}

// speaker is the library's client at a level that keeps whole answers: its own CallTool drops the code of an error.
type speaker struct {
	t  *testing.T
	tr transport.Interface
	n  int64
}

// overStdio and overHTTP connect the library's client to a server.
func overStdio(t *testing.T, opt Options) *speaker {
	t.Helper()
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- s.ServeStdio(context.Background(), inR, outW)
		_ = outW.Close()
	}()
	tr := transport.NewIO(outR, inW, io.NopCloser(bytes.NewReader(nil)))
	t.Cleanup(func() {
		_ = tr.Close()
		_ = inW.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return greet(t, tr)
}

func overHTTP(t *testing.T, opt Options) *speaker {
	t.Helper()
	s, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	h := s.HTTPHandler()
	srv := httptest.NewServer(h)
	tr, err := transport.NewStreamableHTTP(srv.URL, transport.WithHTTPLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = tr.Close()
		if err := h.Close(context.Background()); err != nil {
			t.Error(err)
		}
		srv.Close()
	})
	return greet(t, tr)
}

func greet(t *testing.T, tr transport.Interface) *speaker {
	t.Helper()
	c := client.NewClient(tr)
	if err := c.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	var hello protocol.InitializeRequest
	hello.Params.ProtocolVersion = protocol.LATEST_LEGACY_PROTOCOL_VERSION
	hello.Params.ClientInfo = protocol.Implementation{Name: "test", Version: "1"}
	if _, err := c.Initialize(t.Context(), hello); err != nil {
		t.Fatal(err)
	}
	return &speaker{t: t, tr: tr, n: 1000}
}

// call runs a tool and returns its structured content, or the error of the protocol.
func (s *speaker) call(tool string, args map[string]any) (body map[string]any, refused *protocol.JSONRPCErrorDetails) {
	s.t.Helper()
	s.n++
	if args == nil {
		args = map[string]any{}
	}
	ctx, cancel := context.WithTimeout(s.t.Context(), 5*time.Minute)
	defer cancel()
	answer, err := s.tr.SendRequest(ctx, transport.JSONRPCRequest{
		JSONRPC: protocol.JSONRPC_VERSION, ID: protocol.NewRequestId(s.n), Method: string(protocol.MethodToolsCall),
		Params: map[string]any{"name": tool, "arguments": args},
	})
	if err != nil {
		s.t.Fatalf("%s: %v", tool, err)
	}
	if answer.Error != nil {
		return nil, answer.Error
	}
	var result struct {
		IsError bool           `json:"isError"`
		Content map[string]any `json:"structuredContent"`
	}
	if err := json.Unmarshal(answer.Result, &result); err != nil {
		s.t.Fatalf("%s: %v", tool, err)
	}
	if result.IsError != (result.Content["error"] != nil) {
		s.t.Errorf("%s: isError %v: %v", tool, result.IsError, result.Content)
	}
	return result.Content, nil
}

// failure returns the error of a call in either style; nil if it succeeded.
func (s *speaker) failure(tool string, args map[string]any) *failure.Failure {
	s.t.Helper()
	body, refused := s.call(tool, args)
	from := body["error"]
	if refused != nil {
		from = refused.Data
	}
	if from == nil {
		return nil
	}
	raw, err := json.Marshal(from)
	if err != nil {
		s.t.Fatal(err)
	}
	var f failure.Failure
	if err := json.Unmarshal(raw, &f); err != nil {
		s.t.Fatal(err)
	}
	if refused != nil && (refused.Code != f.Code || refused.Message != f.Message) {
		s.t.Errorf("%s: code %d, %q beside data %+v", tool, refused.Code, refused.Message, f)
	}
	return &f
}
