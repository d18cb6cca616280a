package wire

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const patience = time.Minute // only used up when a test fails

// counting is a server with one tool, count, that counts its calls.
func counting(opt Options) (s *Server, calls *atomic.Int64) {
	calls = &atomic.Int64{}
	inner := server.NewMCPServer("counting", "1", server.WithToolCapabilities(false))
	inner.AddTool(protocol.NewTool("count"), func(context.Context, protocol.CallToolRequest) (*protocol.CallToolResult, error) {
		return protocol.NewToolResultText(fmt.Sprint(calls.Add(1))), nil
	})
	return New(inner, opt), calls
}

// conn is a raw client: lines out, lines in.
type conn struct {
	t     *testing.T
	in    io.WriteCloser
	lines chan string
}

func (c *conn) collect(r io.Reader) {
	defer close(c.lines)
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<24)
	for s.Scan() {
		c.lines <- s.Text()
	}
}

func (c *conn) send(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatal(err)
	}
}

// next returns the next message, nil at the end of the output.
func (c *conn) next() map[string]any {
	c.t.Helper()
	select {
	case line, ok := <-c.lines:
		if !ok {
			return nil
		}
		var m map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			c.t.Fatalf("the output holds what is no message: %q", line)
		}
		return m
	case <-time.After(patience):
		c.t.Fatal("no message came")
		return nil
	}
}

func answerTo(id int) string { return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{}}`, id) }

func request(id int, method, params string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`, id, method, params)
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }
