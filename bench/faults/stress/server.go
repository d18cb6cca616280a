package stress

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// Program makes a command of the program that is tested, with these arguments.
type Program func(ctx context.Context, args ...string) *exec.Cmd

// startWithin is how long a server may take from its start until it is ready: it reads its models and its store meanwhile.
const startWithin = 2 * time.Minute

// storeCache is so little that it is full when the load is measured: what grows from then on is no cache that fills.
const storeCache = "32MiB"

// server is a running server over a store.
type server struct {
	cmd     *exec.Cmd
	address string
	token   string
	ended   chan struct{} // closed when all of its standard error was read
	said    *strings.Builder
}

// serve starts a server over a store and returns when it is ready.
func (p Program) serve(ctx context.Context, data string) (*server, error) {
	cmd := p(ctx, "--data", data, "--store-cache", storeCache, "serve", "--http", "127.0.0.1:0")
	errs, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a server (`make build` makes the program): %w", err)
	}
	ctx, stop := context.WithTimeoutCause(ctx, startWithin, fmt.Errorf("the server is not ready after %v", startWithin))
	defer stop()
	s := &server{cmd: cmd, ended: make(chan struct{}), said: &strings.Builder{}}
	address := make(chan string, 1)
	go s.listen(errs, address)
	select {
	case s.address = <-address:
	case <-s.ended:
		_ = cmd.Wait()
		return nil, fmt.Errorf("the server ended before it listened, with %v:\n%s", cmd.ProcessState, s.said)
	case <-ctx.Done():
		s.kill()
		return nil, fmt.Errorf("wait for the server's address: %w; it said:\n%s", context.Cause(ctx), s.said)
	}
	token, err := os.ReadFile(filepath.Join(data, "token"))
	if err == nil {
		s.token = strings.TrimSpace(string(token))
		err = s.ready(ctx)
	}
	if err != nil {
		s.kill()
		return nil, err
	}
	return s, nil
}

// listen reads the server's output: its address, and errors.
func (s *server) listen(errs io.Reader, address chan<- string) {
	defer close(s.ended)
	for lines := bufio.NewScanner(errs); lines.Scan(); {
		if v, ok := strings.CutPrefix(lines.Text(), "asterism serves MCP at "); ok {
			address <- v
		}
		if s.said.Len() < 1<<16 {
			fmt.Fprintln(s.said, lines.Text())
		}
	}
	_, _ = io.Copy(io.Discard, errs) // what follows a line that is too long: a server must not wait for us to read it
}

// ready waits until the store is open.
func (s *server) ready(ctx context.Context) error {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(s.address, "/mcp")+"/readyz", nil)
	if err != nil {
		return err
	}
	for {
		if resp, err := http.DefaultClient.Do(ask); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-s.ended:
			return errors.New("the server ended before it was ready")
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// kill ends the server with SIGKILL: nothing of it runs on, and nothing that it only held in memory is written.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	<-s.ended
	_ = s.cmd.Wait()
}
