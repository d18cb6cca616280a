package client

import (
	"asterism/mcp/project"
	"context"
	"errors"
	"net"
	"path/filepath"
	"testing"
	"time"

	"asterism/mcp"
	"asterism/mcp/tools"
	"asterism/mcp/wire"
)

// TestACommandThatIsStoppedStopsItsCall at a server's socket, which otherwise works for nobody. A hook whose deadline has passed leaves its call running, since its memory should
// still be stored.
func TestACommandThatIsStoppedStopsItsCall(t *testing.T) {
	for name, c := range map[string]struct {
		with func(context.Context) (context.Context, context.CancelFunc) // the second ends the first
		ends bool
	}{
		"Ctrl-C": {context.WithCancel, true},
		"a hook's time": {func(ctx context.Context) (context.Context, context.CancelFunc) {
			up := make(chan struct{})
			return late{ctx, up}, func() { close(up) }
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			asked := make(chan context.Context, 1)
			s, err := mcp.New(mcp.Options{WarmUp: time.Hour, EndGrace: time.Millisecond, Engine: func(ctx context.Context) (*tools.Engine, error) {
				asked <- ctx
				<-ctx.Done()
				return nil, ctx.Err()
			}})
			if err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(t.TempDir(), "s")
			l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
			if err != nil {
				t.Fatal(err)
			}
			go s.ServeSocket(t.Context(), l)
			conn, err := wire.DialSocket(path, time.Minute)
			if err != nil {
				t.Fatal(err)
			}
			r, err := Over(t.Context(), conn, path, "test", project.Home{})
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()

			ctx, end := c.with(t.Context())
			told := make(chan error, 1)
			go func() { told <- r.call(ctx, "search_graph", map[string]any{"query": "x"}, nil) }()
			there := <-asked
			end()
			if err := <-told; !errors.Is(err, ctx.Err()) {
				t.Errorf("the command is told %v, want %v", err, ctx.Err())
			}
			if err := r.call(t.Context(), "no_tool", nil, nil); err == nil { // everything sent before it has been read
				t.Error("a tool that is not there was called")
			}
			if there.Err() != nil != c.ends {
				t.Errorf("the call's context at the server says %v; is it to be cancelled: %v", there.Err(), c.ends)
			}
		})
	}
}

// late is a context whose deadline passes when a test says so.
type late struct {
	context.Context
	up chan struct{}
}

func (l late) Done() <-chan struct{} { return l.up }

func (l late) Err() error {
	select {
	case <-l.up:
		return context.DeadlineExceeded
	default:
		return nil
	}
}
