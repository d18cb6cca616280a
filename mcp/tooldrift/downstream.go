package tooldrift

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"asterism/engine/caught"
)

// downstream is the client's side of a guard: lines in, lines out, and requests in both directions that wait for an answer.
type downstream struct {
	stop context.CancelFunc // when the client is gone

	writing sync.Mutex
	out     io.Writer
	broken  error

	mu      sync.Mutex
	calls   map[string]*clientCall // by the client's id, as JSON
	asked   map[string]chan *transport.JSONRPCResponse
	serial  int
	running sync.WaitGroup
}

// clientCall is a running request of the client.
type clientCall struct {
	cancel context.CancelFunc
	link   *link // the link that it was sent on; nil while it waits
	id     int64 // its id on that link
}

func newDownstream(out io.Writer, stop context.CancelFunc) *downstream {
	return &downstream{out: out, stop: stop, calls: map[string]*clientCall{}, asked: map[string]chan *transport.JSONRPCResponse{}}
}

// packet is any message.
type packet struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   json.RawMessage `json:"error,omitempty"`
}

// read processes messages until the input or ctx ends. A blocking read cannot be interrupted, so it runs in its own goroutine.
func (d *downstream) read(ctx context.Context, in io.Reader, g *Guard) error {
	type read struct {
		line []byte
		err  error
	}
	next := make(chan read)
	go func() {
		r := bufio.NewReaderSize(in, 64<<10)
		for {
			var line []byte
			err := caught.Run(func() (err error) { line, err = readLine(r); return err })
			select {
			case next <- read{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	for {
		select {
		case <-ctx.Done():
			return nil
		case r := <-next:
			if line := bytes.TrimSpace(r.line); len(line) > 0 {
				d.dispatch(ctx, line, g)
			}
			if errors.Is(r.err, io.EOF) {
				return nil
			}
			if r.err != nil {
				return r.err
			}
		}
	}
}

// dispatch handles one message of the client.
func (d *downstream) dispatch(ctx context.Context, line []byte, g *Guard) {
	var m packet
	if err := json.Unmarshal(line, &m); err != nil {
		d.fail(json.RawMessage("null"), protocol.PARSE_ERROR, "not one JSON-RPC message: "+err.Error(), nil)
		return
	}
	switch {
	case m.Method == "" && m.ID != nil:
		d.answered(m)
	case m.Method == "":
		d.fail(json.RawMessage("null"), protocol.INVALID_REQUEST, "a message has a method or an id", nil)
	case m.ID == nil:
		g.passNotification(ctx, m)
	default:
		d.begin(ctx, m, g)
	}
}

// begin starts the work on a request. The request is in the table before the next message is read, so that a cancellation finds it.
func (d *downstream) begin(ctx context.Context, m packet, g *Guard) {
	ctx, cancel := context.WithCancel(ctx)
	call := &clientCall{cancel: cancel}
	key := string(m.ID)
	d.mu.Lock()
	_, twice := d.calls[key]
	if !twice {
		d.calls[key] = call
	}
	d.mu.Unlock()
	if twice {
		cancel()
		d.fail(m.ID, protocol.INVALID_REQUEST, "a request with this id is at work", nil)
		return
	}
	d.running.Go(func() {
		defer cancel()
		var result, problem json.RawMessage
		if err := caught.Do(func() { result, problem = g.handle(ctx, m, call) }); err != nil {
			result, problem = nil, fault(protocol.INTERNAL_ERROR, "the guard failed unexpectedly: "+err.Error(), nil)
		}
		d.mu.Lock()
		wanted := d.calls[key] == call // and not a later one with the same id
		if wanted {
			delete(d.calls, key)
		}
		d.mu.Unlock()
		if wanted { // a cancelled request gets no answer
			d.write(packet{ID: m.ID, Result: result, Error: problem})
		}
	})
}

// cancel removes a request from the table, so that it sends no answer, and returns where it was sent.
func (d *downstream) cancel(id json.RawMessage) (clientCall, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	call, ok := d.calls[string(id)]
	if !ok {
		return clientCall{}, false
	}
	delete(d.calls, string(id))
	return *call, true
}

// finish waits for running requests, at most grace.
func (d *downstream) finish(ctx context.Context, grace time.Duration) {
	done := make(chan struct{})
	go func() { defer close(done); d.running.Wait() }()
	t := time.NewTimer(grace)
	defer t.Stop()
	select {
	case <-done:
		return
	case <-t.C:
	case <-ctx.Done():
	}
	d.stop()
	<-done
}

func (d *downstream) notify(method string, params any) {
	raw, err := json.Marshal(params)
	if err != nil || params == nil {
		raw = nil
	}
	d.write(packet{Method: method, Params: raw})
}

func (d *downstream) fail(id json.RawMessage, code int, message string, data any) {
	d.write(packet{ID: id, Error: fault(code, message, data)})
}

// fault returns the error member of an answer.
func fault(code int, message string, data any) json.RawMessage {
	raw, err := json.Marshal(protocol.JSONRPCErrorDetails{Code: code, Message: message, Data: data})
	if err != nil {
		panic(err) // data was read from JSON
	}
	return raw
}

// write sends one message. When the client is gone, the guard ends.
func (d *downstream) write(p packet) {
	p.JSONRPC = protocol.JSONRPC_VERSION
	line, err := json.Marshal(p)
	d.writing.Lock()
	defer d.writing.Unlock()
	if d.broken != nil {
		return
	}
	if err == nil {
		_, err = d.out.Write(append(line, '\n'))
	}
	if err != nil {
		d.broken = err
		d.stop()
	}
}

func (d *downstream) failed() error {
	d.writing.Lock()
	defer d.writing.Unlock()
	return d.broken
}
