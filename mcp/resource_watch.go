package mcp

import (
	"context"
	"slices"
	"sync"

	"asterism/engine/caught"
	"asterism/engine/workspace"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// watch notifies subscribed clients when a memory enters a workspace. The library keeps no list of subscriptions of HTTP sessions, so this list is for all transports.
type watch struct {
	once sync.Once // guards the subscription to the engine's entries

	mu          sync.Mutex
	sessions    map[string]server.ClientSession // sessions that the library can reach, by id
	subscribers []subscriber                    // in the order in which they subscribed
}

// subscriber is a client that subscribed with resources/subscribe, or with subscriptions/listen, whose id its notifications carry.
type subscriber struct {
	session server.ClientSession
	listen  any // nil: resources/subscribe
}

// hook registers for sessions that begin, subscribe, unsubscribe and end.
func (w *watch) hook(s *Server, h *server.Hooks) {
	h.AddOnRegisterSession(func(_ context.Context, c server.ClientSession) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.sessions[c.SessionID()] = c
	})
	h.AddOnUnregisterSession(func(_ context.Context, c server.ClientSession) {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.sessions, c.SessionID())
		w.removeLocked(func(o subscriber) bool { return o.session.SessionID() == c.SessionID() && o.listen == nil })
	})
	h.AddAfterSubscribe(func(ctx context.Context, _ any, r *protocol.SubscribeRequest, _ *protocol.EmptyResult) {
		if r.Params.URI == workspaceURI {
			w.subscribe(ctx)
			s.startWatching()
		}
	})
	h.AddAfterUnsubscribe(func(ctx context.Context, _ any, r *protocol.UnsubscribeRequest, _ *protocol.EmptyResult) {
		if c := server.ClientSessionFromContext(ctx); c != nil && r.Params.URI == workspaceURI {
			w.remove(func(o subscriber) bool { return o.session.SessionID() == c.SessionID() && o.listen == nil })
		}
	})
	h.AddBeforeSubscriptionsListen(func(ctx context.Context, id any, r *protocol.SubscriptionsListenRequest) {
		if slices.Contains(r.Params.Notifications.ResourceSubscriptions, workspaceURI) {
			w.listen(ctx, id)
			s.startWatching()
		}
	})
}

// subscribe adds the session of a request, once. A session that the library no longer knows has no stream for notifications.
func (w *watch) subscribe(ctx context.Context) {
	c := server.ClientSessionFromContext(ctx)
	if c == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	known := w.sessions[c.SessionID()]
	if known == nil || slices.ContainsFunc(w.subscribers, func(o subscriber) bool { return o.session == known && o.listen == nil }) {
		return
	}
	w.subscribers = append(w.subscribers, subscriber{session: known})
}

// listen adds the session of a request for as long as the request lasts.
func (w *watch) listen(ctx context.Context, id any) {
	c := server.ClientSessionFromContext(ctx)
	if c == nil || id == nil {
		return
	}
	one := subscriber{c, id}
	w.mu.Lock()
	w.subscribers = append(w.subscribers, one)
	w.mu.Unlock()
	context.AfterFunc(ctx, func() { w.remove(func(o subscriber) bool { return o == one }) })
}

func (w *watch) remove(which func(subscriber) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.removeLocked(which)
}

func (w *watch) removeLocked(which func(subscriber) bool) {
	w.subscribers = slices.DeleteFunc(w.subscribers, which)
}

// startWatching subscribes to the engine as soon as there is one. A call that gets the engine does the same before its work begins, so that a subscriber does not miss the effects
// of its own calls.
func (s *Server) startWatching() {
	go func() {
		_ = caught.Do(func() {
			if e, err := s.opt.Engine(context.Background()); err == nil {
				s.watchEngine(e)
			}
		})
	}()
}

// watchEngine subscribes to the engine's entries while the engine exists. A second call does nothing.
func (s *Server) watchEngine(e *tools.Engine) {
	s.watch.once.Do(func() { e.WatchWorkspaces(s.notifyEntry) })
}

// notifyEntry sends one update to each subscriber. It does not wait for slow clients: if the queue of one is full, the update is lost and logged. An HTTP client without an open
// stream gets it with the answer to its next request.
func (s *Server) notifyEntry(entry workspace.Entry) {
	s.watch.mu.Lock()
	all := slices.Clone(s.watch.subscribers)
	s.watch.mu.Unlock()
	for _, one := range all {
		if one.listen == nil && s.Notify(one.session.SessionID(), updateOf(entry, nil)) {
			continue
		}
		if c, ok := one.session.(server.SessionWithStreamableHTTPConfig); ok {
			c.UpgradeToSSEWhenReceiveNotification()
		}
		select {
		case one.session.NotificationChannel() <- updateOf(entry, one.listen):
		default:
			s.opt.Log.Warn("a client does not read its updates, one is lost", "resource", workspaceURI, "client", one.session.SessionID())
		}
	}
}

func updateOf(entry workspace.Entry, listen any) protocol.JSONRPCNotification {
	meta := map[string]any{
		"asterism/memory": entry.Member.ID.String(), "asterism/namespace": entry.Namespace, "asterism/session": entry.Session,
		"asterism/state": string(entry.State),
	}
	if listen != nil {
		meta[protocol.MetaKeySubscriptionID] = listen
	}
	n := protocol.JSONRPCNotification{JSONRPC: protocol.JSONRPC_VERSION}
	n.Method = protocol.MethodNotificationResourceUpdated
	n.Params = protocol.NotificationParams{Meta: meta, AdditionalFields: map[string]any{"uri": workspaceURI}}
	return n
}
