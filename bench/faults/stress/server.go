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

// server is a running server over a store.
type server struct {
	cmd     *exec.Cmd
	address string
	token   string
	ended   chan struct{} // closed when all that it says on standard error was read
	said    *strings.Builder
}

// serve starts a server over a store and returns when it is ready.
func (p Program) serve(ctx context.Context, data string, more ...string) (*server, error) {
	cmd := p(ctx, append([]string{"--data", data, "serve", "--http", "127.0.0.1:0"}, more...)...)
	errs, err := cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start a server (`make build` makes the program): %w", err)
	}
	s := &server{cmd: cmd, ended: make(chan struct{}), said: &strings.Builder{}}
	address := make(chan string, 1)
	go s.listen(errs, address)
	select {
	case s.address = <-address:
	case <-s.ended:
		_ = cmd.Wait()
		return nil, fmt.Errorf("the server ended before it listened, with %v:\n%s", cmd.ProcessState, s.said)
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

// listen reads what the server says: its address, and what went wrong.
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
}

// ready waits until the store is open.
func (s *server) ready(ctx context.Context) error {
	for end := time.Now().Add(startWithin); time.Now().Before(end); {
		if resp, err := http.Get(strings.TrimSuffix(s.address, "/mcp") + "/readyz"); err == nil {
			_ = resp.Body.Close()
			if resp.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-s.ended:
			return errors.New("the server ended before it was ready")
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	return fmt.Errorf("the server is not ready after %v", startWithin)
}

// kill ends the server with SIGKILL: nothing of it runs on, and nothing that it only held in memory is written.
func (s *server) kill() {
	_ = s.cmd.Process.Kill()
	<-s.ended
	_ = s.cmd.Wait()
}
