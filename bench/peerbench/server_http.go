package peerbench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/client"
)

// ourServer is our program serving a store over HTTP. It starts with the first client and ends with the last one.
type ourServer struct {
	store ourStore

	cmd     *exec.Cmd
	address string
	clients int
}

// The line on standard error that says where the program listens, and how long it may take to end.
const (
	serves = "asterism serves MCP at "
	ending = 30 * time.Second
)

func (s *ourServer) open(ctx context.Context) (side, error) {
	if s.clients == 0 {
		if err := s.start(ctx); err != nil {
			return nil, err
		}
	}
	s.clients++
	c, err := client.NewStreamableHttpClient(s.address)
	if err != nil {
		return nil, errors.Join(err, s.leave())
	}
	one := &sharedSide{&ourSide{&session{client: c, said: &said{}}}, s}
	if err = c.Start(ctx); err == nil {
		err = one.shakeHands(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, one.close())
	}
	return one, nil
}

// start starts the program and waits until it reports where it listens.
func (s *ourServer) start(ctx context.Context) error {
	s.cmd = exec.CommandContext(ctx, s.store.program, "serve", "--data", s.store.data, "--tools", "all", "--secrets", "redact", "--http", "127.0.0.1:0", "--no-token")
	s.cmd.Cancel = func() error { return s.cmd.Process.Signal(os.Interrupt) }
	s.cmd.WaitDelay = ending
	out, err := s.cmd.StderrPipe()
	if err != nil {
		return err
	}
	if err := s.cmd.Start(); err != nil {
		return fmt.Errorf("start %s (`make build` makes it): %w", s.store.program, err)
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		if address, ok := strings.CutPrefix(lines.Text(), serves); ok {
			s.address = address
			go func() { _, _ = io.Copy(io.Discard, out) }() // so that it can write to its end
			return nil
		}
	}
	return errors.Join(errors.New("the server ended before it listened"), s.cmd.Wait())
}

// leave records that a client has gone, and ends the program after the last one.
func (s *ourServer) leave() error {
	if s.clients--; s.clients > 0 {
		return nil
	}
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		return err
	}
	return s.cmd.Wait()
}

// sharedSide is one client of it.
type sharedSide struct {
	*ourSide
	server *ourServer
}

func (s *sharedSide) close() error { return errors.Join(s.ourSide.close(), s.server.leave()) }
