package tooldrift

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"asterism/engine/caught"
)

// revive connects again with the client's own handshake, and notifies the client if its list has changed.
func (g *Guard) revive() error {
	g.mu.Lock()
	hello, version := g.hello, g.version
	g.mu.Unlock()
	l, welcome, list, err := g.dial(hello)
	if err != nil {
		return err
	}
	if v := versionOf(welcome); v != version {
		l.close()
		return fmt.Errorf("it now speaks version %q of the protocol, and the client began with %q", v, version)
	}
	changed, err := g.adopt(l, list)
	if err != nil {
		l.close()
		return err
	}
	if changed && g.initialized() {
		g.client.notify(protocol.MethodNotificationToolsListChanged, nil)
	}
	g.watch(l)
	return nil
}

// first connects for the client's initialize and returns the answer.
func (g *Guard) first(hello json.RawMessage) (json.RawMessage, error) {
	l, welcome, list, err := g.dial(hello)
	if err == nil {
		g.mu.Lock()
		g.hello, g.version = hello, versionOf(welcome)
		g.mu.Unlock()
		if _, err = g.adopt(l, list); err != nil {
			l.close()
		}
	}
	if err != nil {
		g.logf("✖ failed %s: %v", g.opt.Name, err)
		return nil, err
	}
	g.compareClients()
	g.logf("✓ connected %s: the client sees %d tools", g.opt.Name, g.tools())
	g.watch(l)
	return announcing(welcome), nil
}

// dial starts the server, or connects to it, does the handshake and reads its list.
func (g *Guard) dial(hello json.RawMessage) (*link, json.RawMessage, List, error) {
	//lint:ignore SA1019 a session that began with a handshake has no other way to hear that tools changed
	wire, child, err := openTransport(g.opt.Server, transport.WithContinuousListening())
	if err != nil {
		return nil, nil, List{}, err
	}
	l := &link{wire: wire, child: child, news: make(chan struct{}, 1), closed: make(chan struct{}), began: time.Now()}
	g.setHandlers(l)
	limited, cancel := context.WithTimeoutCause(g.life, g.opt.Fetch.Timeout, fmt.Errorf("no answer within %s", g.opt.Fetch.Timeout))
	defer cancel()
	if err = wire.Start(g.life); err == nil {
		var welcome json.RawMessage
		var list List
		if welcome, list, err = l.handshake(limited, hello, g.opt.Fetch); err == nil {
			return l, welcome, list, nil
		}
	}
	err = (&connection{child: child}).explain(limited, err)
	l.close()
	return nil, nil, List{}, err
}

// setHandlers passes on notifications and requests of the server.
func (g *Guard) setHandlers(l *link) {
	l.wire.SetNotificationHandler(func(n protocol.JSONRPCNotification) {
		if n.Method == protocol.MethodNotificationToolsListChanged {
			l.changes.Add(1)
			select {
			case l.news <- struct{}{}:
			default: // judge handles this change together with the waiting one
			}
			return
		}
		g.client.notify(n.Method, n.Params)
	})
	if b, ok := l.wire.(transport.BidirectionalInterface); ok {
		b.SetRequestHandler(func(ctx context.Context, r transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
			return g.client.ask(ctx, r, l.closed)
		})
	}
}

// watch judges changes of tools that a link in use announces, and notices the end of a server that runs as our child. Over HTTP the next request notices it.
func (g *Guard) watch(l *link) {
	go func() {
		if err := caught.Do(func() { g.judge(l) }); err != nil {
			g.lose(l, err.Error()) // nothing would refuse its later changes
		}
	}()
	if l.child == nil {
		return
	}
	go func() {
		select {
		case <-l.child.silent:
			g.lose(l, "the server has ended")
		case <-l.closed:
		case <-g.life.Done():
		}
	}()
}

// announcing sets tools.listChanged in the answer to initialize: the guard sends list changes even if the server does not.
func announcing(welcome json.RawMessage) json.RawMessage {
	var all, can map[string]json.RawMessage
	var tools map[string]any
	if json.Unmarshal(welcome, &all) != nil || json.Unmarshal(all["capabilities"], &can) != nil || json.Unmarshal(can["tools"], &tools) != nil || tools == nil {
		return welcome // the server has no tools
	}
	tools["listChanged"] = true
	can["tools"], _ = json.Marshal(tools)
	all["capabilities"], _ = json.Marshal(can)
	out, err := json.Marshal(all)
	if err != nil {
		return welcome
	}
	return out
}
