package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"asterism/engine/caught"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// ServeStdio serves the protocol over in and out, one message a line, until in or ctx ends. Nothing else is ever written to out. At the end of in, running calls get
// Options.EndGrace to finish, so that a piped script gets its answers; then they are cancelled.
//
// The library's own stdio loop is not used: it cancels calls at the end of input, drops a last line without an end, reads lines of any length into memory, answers cancelled calls,
// and can miss a cancellation directly after its call. Calls run concurrently and answers may overtake one another, which JSON-RPC allows.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	client := newSession(s.connections.Add(1))
	if err := s.inner.RegisterSession(ctx, client); err != nil {
		return fmt.Errorf("serve stdio: %w", err)
	}
	defer s.inner.UnregisterSession(context.WithoutCancel(ctx), client.SessionID())
	c := &stdioConn{server: s, client: client, out: out, stop: cancel, calls: map[string]context.CancelFunc{}}
	client.questions.mu.Lock()
	client.questions.ask = func(message any) { c.write(message) }
	client.questions.mu.Unlock()
	notesDone := make(chan struct{})
	go func() {
		defer close(notesDone)
		if caught.Do(func() { c.pumpNotes(ctx) }) != nil {
			c.stop() // without notifications the client would not know what it missed
		}
	}()

	err := c.readAll(s.inner.WithContext(ctx, client), newLineReader(in, MaxMessageBytes))
	c.finish(ctx, s.opt.EndGrace)
	cancel()
	<-notesDone
	if err == nil {
		err = c.writeError()
	}
	if err != nil {
		return fmt.Errorf("serve stdio: %w", err)
	}
	return nil
}

// stdioConn is one served connection.
type stdioConn struct {
	server *Server
	client *session
	stop   context.CancelFunc // ends the connection

	writing  sync.Mutex // owns out and writeErr
	out      io.Writer
	writeErr error

	mu        sync.Mutex // owns calls
	calls     map[string]context.CancelFunc
	running   sync.WaitGroup // calls that end by themselves
	listening sync.WaitGroup // calls that run until they are stopped
}

// readAll serves messages until the input or ctx ends. A blocking read cannot be interrupted, so it has its own goroutine. If ctx ends first, which only happens when the process is
// about to end, that goroutine is left behind.
func (c *stdioConn) readAll(ctx context.Context, lines *lineReader) error {
	type read struct {
		line []byte
		err  error
	}
	next := make(chan read)
	go func() {
		for {
			var line []byte
			err := caught.Run(func() (err error) { line, err = lines.next(); return err })
			select {
			case next <- read{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil && !errors.Is(err, errTooLong) {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case r := <-next:
			switch {
			case errors.Is(r.err, errTooLong):
				c.write(refusedAsLong(r.line))
			case errors.Is(r.err, io.EOF):
				return nil
			case r.err != nil:
				return r.err
			default:
				c.dispatch(ctx, bytes.TrimSpace(r.line))
			}
		}
	}
}

// dispatch starts the work on one message. Only requests that may last leave the reading goroutine. Everything else is quick, and answering it in order keeps the handshake simple.
func (c *stdioConn) dispatch(ctx context.Context, line []byte) {
	if len(line) == 0 {
		return
	}
	var head struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
		Params struct {
			RequestID json.RawMessage `json:"requestId"`
		} `json:"params"`
	}
	if err := json.Unmarshal(line, &head); err != nil && head.Method == "" {
		c.write(c.server.Handle(ctx, line)) // the library returns an error if it is no message
		return
	}
	switch {
	case head.Method == "" && c.client.questions.answered(head.ID, line):
	case head.Method == string(protocol.MethodNotificationCancelled):
		c.cancel(string(head.Params.RequestID))
	case mayLast[protocol.MCPMethod(head.Method)] && len(head.ID) > 0:
		c.start(ctx, protocol.MCPMethod(head.Method), string(head.ID), line)
	default:
		c.write(c.server.Handle(ctx, line))
	}
}

// mayLast are the requests that wait for the engine, or run until the client ends them.
var mayLast = map[protocol.MCPMethod]bool{protocol.MethodToolsCall: true, protocol.MethodResourcesRead: true, protocol.MethodPromptsGet: true,
	protocol.MethodCompletionComplete: true, protocol.MethodSubscriptionsListen: true}

func (c *stdioConn) start(ctx context.Context, method protocol.MCPMethod, id string, line []byte) {
	group := &c.running
	if method == protocol.MethodSubscriptionsListen {
		group = &c.listening
	}
	ctx, cancel := context.WithCancel(ctx)
	c.mu.Lock()
	c.calls[id] = cancel
	c.mu.Unlock()
	group.Go(func() {
		defer cancel()
		if caught.Do(func() { c.answer(ctx, id, line) }) != nil {
			c.stop() // nothing would answer the call
		}
	})
}

// answer runs a request that may last.
func (c *stdioConn) answer(ctx context.Context, id string, line []byte) {
	answer := c.server.Handle(ctx, line)
	c.mu.Lock()
	_, wanted := c.calls[id]
	delete(c.calls, id)
	c.mu.Unlock()
	if wanted { // a cancelled call gets no answer
		c.write(answer)
	}
}

// cancel stops a call. It removes the call's id from the table, so that the call sends no answer.
func (c *stdioConn) cancel(id string) {
	c.mu.Lock()
	stop, ok := c.calls[id]
	delete(c.calls, id)
	c.mu.Unlock()
	if ok {
		stop()
	}
}

// finish waits for running calls, at most grace (or until ctx ends), then cancels the rest and waits again. Subscriptions have then got all notifications.
func (c *stdioConn) finish(ctx context.Context, grace time.Duration) {
	done := make(chan struct{})
	go func() { defer close(done); c.running.Wait() }()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	case <-ctx.Done():
	}
	c.stop()
	<-done
	c.listening.Wait()
}

// refusedAsLong returns the answer to a message that was too long; id is nil if it had none.
func refusedAsLong(id []byte) any {
	if id == nil {
		id = []byte("null")
	}
	return protocol.JSONRPCError{
		JSONRPC: protocol.JSONRPC_VERSION,
		ID:      protocol.NewRequestId(json.RawMessage(id)),
		Error: protocol.NewJSONRPCErrorDetails(protocol.INVALID_REQUEST,
			fmt.Sprintf("message is longer than %d bytes: nothing was done; send long texts in parts, or with `asterism ingest`", MaxMessageBytes), nil),
	}
}
