package tooldrift

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Codes of the guard's own errors, from the range that JSON-RPC reserves for servers.
const (
	codeLost    = -32010 // the server was lost during the call, which may or may not have been carried out
	codeRefused = -32011 // the tool differs from the accepted one: the call was not made
	codeNoneYet = -32012 // there is no server: the call was not made
)

// handle answers one request of the client with either a result or an error.
func (g *Guard) handle(ctx context.Context, m packet, call *clientCall) (result, problem json.RawMessage) {
	switch protocol.MCPMethod(m.Method) {
	case protocol.MethodInitialize:
		return g.initialize(m)
	case protocol.MethodServerDiscover:
		return nil, fault(protocol.METHOD_NOT_FOUND, "begin with initialize: a guard speaks the versions of the protocol that have a handshake", nil)
	case protocol.MethodToolsList:
		if !g.initialized() {
			return nil, fault(codeNoneYet, "begin with initialize", nil)
		}
		return g.standing(), nil
	}
	return g.forward(ctx, m, call)
}

func (g *Guard) initialize(m packet) (result, problem json.RawMessage) {
	g.initializing.Lock()
	defer g.initializing.Unlock()
	if g.initialized() {
		return nil, fault(protocol.INVALID_REQUEST, "initialize came already", nil)
	}
	welcome, err := g.first(m.Params)
	if err != nil {
		return nil, fault(codeNoneYet, fmt.Sprintf("connect to %s: %v", g.opt.Server, err), nil)
	}
	g.mu.Lock()
	g.ready = true
	g.mu.Unlock()
	return welcome, nil
}

func (g *Guard) initialized() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.ready
}

// forward passes a request on when there is a link, and returns the answer.
func (g *Guard) forward(ctx context.Context, m packet, call *clientCall) (result, problem json.RawMessage) {
	if !g.initialized() {
		return nil, fault(codeNoneYet, "begin with initialize", nil)
	}
	l, refused, err := g.begin(ctx, m, call)
	if err != nil {
		return nil, fault(codeNoneYet, err.Error(), nil)
	}
	if refused != "" {
		return nil, fault(codeRefused, refused, nil)
	}
	defer l.calls.Done()
	var params any
	if m.Params != nil {
		params = m.Params
	}
	answer, err := l.send(ctx, call.id, m.Method, params)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, fault(codeLost, "the guard is ending; whether the call was carried out is not known", nil)
	case err != nil && !l.lostBy(err):
		return nil, fault(codeLost, "the server did not answer as the protocol says; whether the call was carried out is not known: "+err.Error(), nil)
	case err != nil:
		g.lose(l, "a request failed: "+err.Error())
		return nil, fault(codeLost, "the server was lost; whether the call was carried out is not known: "+err.Error(), nil)
	case answer.Error != nil:
		return nil, fault(answer.Error.Code, answer.Error.Message, answer.Error.Data)
	case answer.Result == nil:
		return json.RawMessage("null"), nil
	}
	return answer.Result, nil
}

// begin waits for a link, checks whether the tool may be called, and registers the call. It does so under one lock, so that the list cannot change in between.
func (g *Guard) begin(ctx context.Context, m packet, call *clientCall) (l *link, refused string, err error) {
	for {
		g.mu.Lock()
		if g.cur != nil {
			defer g.mu.Unlock()
			if m.Method == string(protocol.MethodToolsCall) {
				if refused = g.refuses(toolOf(m.Params)); refused != "" {
					return nil, refused, nil
				}
			}
			g.cur.calls.Add(1)
			g.client.sent(call, g.cur)
			return g.cur, "", nil
		}
		if g.failure != nil { // no attempt is running, so this request starts the next one
			g.holdRequests()
			g.notice(event{why: "the client asks again", lost: true})
		}
		settled := g.decided
		g.mu.Unlock()
		select {
		case <-settled:
		case <-ctx.Done():
			return nil, "", ctx.Err()
		}
		g.mu.Lock()
		failure := g.failure
		g.mu.Unlock()
		if failure != nil {
			return nil, "", failure
		}
	}
}

func toolOf(params json.RawMessage) string {
	var p struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(params, &p) // a missing name is "", which no list contains
	return p.Name
}

// sent records where a call was sent, so that a cancellation can follow it.
func (d *downstream) sent(call *clientCall, l *link) {
	d.mu.Lock()
	defer d.mu.Unlock()
	call.link, call.id = l, l.ids.Add(1)
}

// passNotification passes on notifications of the client. The guard has sent notifications/initialized itself.
func (g *Guard) passNotification(ctx context.Context, m packet) {
	n := protocol.JSONRPCNotification{JSONRPC: protocol.JSONRPC_VERSION, Notification: protocol.Notification{Method: m.Method}}
	if m.Params != nil {
		if err := json.Unmarshal(m.Params, &n.Params); err != nil {
			return // a notification cannot be answered
		}
	}
	g.mu.Lock()
	l := g.cur
	g.mu.Unlock()
	switch protocol.MCPMethod(m.Method) {
	case "notifications/initialized":
		return
	case protocol.MethodNotificationCancelled:
		var p struct {
			ID json.RawMessage `json:"requestId"`
		}
		_ = json.Unmarshal(m.Params, &p)
		call, ok := g.client.cancel(p.ID)
		if !ok {
			return
		}
		defer call.cancel()
		if l = call.link; l == nil {
			return
		}
		n.Params.AdditionalFields["requestId"] = call.id
	}
	if l == nil {
		return
	}
	if err := l.wire.SendNotification(ctx, n); err != nil && !errors.Is(err, context.Canceled) {
		g.logf("notification %s was not passed on: %v", m.Method, err)
	}
}
