package mcp

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/workspace"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

func entry(n int) workspace.Entry {
	return workspace.Entry{Namespace: "n", Session: "s", Member: workspace.Member{ID: numbered(byte(n))}, State: workspace.Emerging}
}

// TestSubscribersAreToldEachEntryOnce: of four clients over two transports, only subscribers get entries, while they are subscribed.
func TestSubscribersAreToldEachEntryOnce(t *testing.T) {
	fake := newFake()
	fake.watched = make(chan struct{})
	s := newServer(t, Options{Engine: fake.provider})
	url := serveURL(t, s)
	pipe, one, two, none := stdioListener(t, s), httpListener(t, url, "2025-06-18"), httpListener(t, url, "2025-06-18"), httpListener(t, url, "2025-06-18")
	fake.enter(entry(99)) // nobody is subscribed yet
	for _, l := range []*listener{pipe, one, two} {
		l.subscribe(t)
	}
	one.subscribe(t) // a second subscription changes nothing
	<-fake.watched
	var want []string
	enter := func(from, to int) {
		for n := from; n < to; n++ {
			fake.enter(entry(n))
		}
	}
	settle(t, s, pipe, one, two, none) // their streams are open
	enter(1, 31)
	for n := 1; n < 31; n++ {
		want = append(want, numbered(byte(n)).String())
	}
	settle(t, s, pipe, one, two, none)
	one.wait(t, 30, isMethod(protocol.MethodNotificationResourceUpdated))
	two.wait(t, 30, isMethod(protocol.MethodNotificationResourceUpdated))
	for name, l := range map[string]*listener{"stdio": pipe, "one": one, "two": two} {
		if got := l.entered(t); !slices.Equal(got, want) {
			t.Errorf("%s was told %d entries, want %d, in order: %v", name, len(got), len(want), got)
		}
	}
	if got := none.entered(t); len(got) != 0 {
		t.Errorf("a client that did not subscribe was told %d entries", len(got))
	}
	two.unsubscribe(t)
	pipe.unsubscribe(t)
	enter(31, 36)
	settle(t, s, pipe, one, two, none)
	one.wait(t, 35, isMethod(protocol.MethodNotificationResourceUpdated))
	for name, c := range map[string]struct {
		l    *listener
		want int
	}{"stdio, unsubscribed": {pipe, 30}, "one": {one, 35}, "two, unsubscribed": {two, 30}} {
		if got := c.l.entered(t); len(got) != c.want {
			t.Errorf("%s was told %d entries, want %d", name, len(got), c.want)
		}
	}
	if n := len(fake.listeners); n != 1 {
		t.Errorf("the server listens %d times", n)
	}
}

// TestListenersOfTheStatelessRevision subscribe with the stream itself, and are removed when it ends.
func TestListenersOfTheStatelessRevision(t *testing.T) {
	fake := newFake()
	fake.watched = make(chan struct{})
	s := newServer(t, Options{Engine: fake.provider})
	l := httpListener(t, serveURL(t, s), protocol.ProtocolVersion20260728)
	stop, err := l.ListenAsync(t.Context(), protocol.SubscriptionFilter{ResourceSubscriptions: []string{workspaceURI}}, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	<-fake.watched
	l.wait(t, 1, isMethod(protocol.MethodNotificationSubscriptionsAcknowledged))
	for n := range 10 {
		fake.enter(entry(n))
	}
	l.wait(t, 10, isMethod(protocol.MethodNotificationResourceUpdated))
	if got := l.entered(t); len(got) != 10 || got[9] != numbered(9).String() {
		t.Errorf("told %v", got)
	}
	stop()
	gone := func() bool { s.watch.mu.Lock(); defer s.watch.mu.Unlock(); return len(s.watch.subscribers) == 0 }
	for end := time.Now().Add(patience); !gone(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("a stream that was closed is still told")
		}
	}
}

// TestStdioGoesOnWhileAClientListens: a long request must not delay later ones.
func TestStdioGoesOnWhileAClientListens(t *testing.T) {
	fake := newFake()
	c := dial(t, Options{Engine: fake.provider})
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	c.send(`{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["memory://workspace"]},` + meta + `}}`)
	if m := c.next(); m["method"] != protocol.MethodNotificationSubscriptionsAcknowledged {
		t.Fatalf("got %v", m)
	}
	c.send(callLine(1, "search_graph", `{"query":"x"}`, `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`))
	if m := c.next(); m["id"] != 1. {
		t.Fatalf("got %v", m)
	}
	fake.enter(entry(1))
	m := c.next()
	if p, _ := m["params"].(map[string]any); m["method"] != protocol.MethodNotificationResourceUpdated || p["uri"] != workspaceURI || p["_meta"].(map[string]any)[protocol.MetaKeySubscriptionID] != "l" {
		t.Errorf("got %v", m)
	}
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"l"}}`)
}

// TestStdioDoesNotWaitForWhoListens: at the end of the input nobody can stop a request that runs until it is stopped, so the server ends it. Before that it still gets the entries
// of the calls that are running.
func TestStdioDoesNotWaitForWhoListens(t *testing.T) {
	fake, opened := newFake(), make(chan struct{})
	c := dial(t, Options{EndGrace: time.Hour, WarmUp: time.Hour, Engine: func(context.Context) (*tools.Engine, error) { <-opened; return fake.parts(), nil }})
	const meta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	c.send(`{"jsonrpc":"2.0","id":"l","method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["memory://workspace"]},"_meta":` + meta + `}}`)
	if m := c.next(); m["method"] != protocol.MethodNotificationSubscriptionsAcknowledged {
		t.Fatalf("got %v", m)
	}
	c.send(callLine(1, "search_graph", `{"query":"x"}`, meta))
	_ = c.in.Close()
	close(opened)
	if m := c.next(); m["id"] != 1. || m["result"] == nil {
		t.Errorf("got %v, want the answer of the call at work", m)
	}
	if m := c.next(); m["id"] != "l" || m["result"] == nil {
		t.Errorf("got %v, want the end of listening", m)
	}
	if err := <-c.ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

func TestResourcesAreListedAndRead(t *testing.T) {
	fake := newFake()
	s := newServer(t, Options{Engine: fake.provider})
	for name, l := range map[string]*listener{"stdio": stdioListener(t, s), "http": httpListener(t, serveURL(t, s), "2025-06-18")} {
		list, err := l.ListResources(t.Context(), protocol.ListResourcesRequest{})
		if err != nil {
			t.Fatal(err)
		}
		var uris []string
		for _, r := range list.Resources {
			if uris = append(uris, r.URI); r.Description == "" || r.MIMEType != "application/json" {
				t.Errorf("%s: %+v", name, r)
			}
		}
		if slices.Sort(uris); !slices.Equal(uris, []string{statsURI, workspaceURI}) {
			t.Errorf("%s: %v", name, uris)
		}
		if c := l.GetServerCapabilities(); c.Resources == nil || !c.Resources.Subscribe {
			t.Errorf("%s: capabilities %+v", name, c.Resources)
		}
		stats, err := l.read(t, statsURI)
		if err != nil || stats["store"].(map[string]any)["profile"] != "compact" {
			t.Errorf("%s: %v, %v", name, stats, err)
		}
		if _, err := l.read(t, "memory://nothing"); err == nil {
			t.Errorf("%s: an unknown resource was read", name)
		}
	}
	l := stdioListener(t, newServer(t, Options{Engine: fake.provider}))
	if w, err := l.read(t, workspaceURI); err != nil || w["namespace"] != engine.DefaultNamespace {
		t.Errorf("before anything was injected: %v, %v", w, err)
	}
	if _, err := fake.Inject(t.Context(), engine.Note{Content: "a quokka", Rationale: "x", Namespace: "n", SessionID: "s"}); err != nil {
		t.Fatal(err)
	}
	w, err := l.read(t, workspaceURI)
	if err != nil || w["namespace"] != "n" || w["session_id"] != "s" || w["untrusted"] != true {
		t.Fatalf("%v, %v", w, err)
	}
	if m := w["members"].([]any)[0].(map[string]any); m["snippet"] != "a quokka" {
		t.Errorf("%v", m)
	}
}

// TestAResourceThatCannotBeReadSaysWhy, with our code, over both transports.
func TestAResourceThatCannotBeReadSaysWhy(t *testing.T) {
	locked := &engine.Error{Kind: engine.KindStorage, Message: "open store: locked by process 7"}
	opt := Options{Engine: func(context.Context) (*tools.Engine, error) { return nil, locked }}
	const ask = `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"memory://workspace"}}`
	check := func(m map[string]any) {
		t.Helper()
		if e, _ := m["error"].(map[string]any); e["code"] != -32004. || e["message"] != locked.Message {
			t.Errorf("got %v", m)
		}
	}
	c := dial(t, opt)
	c.handshake()
	c.send(ask)
	check(c.next())
	w := serveHTTP(t, opt)
	w.handshake()
	check(w.ask(ask)[0])

	fake := newFake()
	if _, err := fake.Inject(t.Context(), engine.Note{Content: "x", Rationale: "x", SessionID: "fail STORAGE"}); err != nil {
		t.Fatal(err)
	}
	_, err := stdioListener(t, newServer(t, Options{Engine: fake.provider})).read(t, workspaceURI)
	if err == nil || !strings.Contains(err.Error(), "made to fail") {
		t.Errorf("got %v", err)
	}
}

// TestEntriesOfARealSessionReachASubscriber: of three clients of a real engine one injects. Two get each entry once, and the third none.
func TestEntriesOfARealSessionReachASubscriber(t *testing.T) {
	e := realEngine(t, engine.Config{})
	s := newServer(t, Options{Engine: provide(e)})
	url := serveURL(t, s)
	one, two, none := httpListener(t, url, "2025-06-18"), stdioListener(t, s), httpListener(t, url, "2025-06-18")
	one.subscribe(t)
	two.subscribe(t)
	settle(t, s, one, two, none) // their streams are open
	var mu sync.Mutex
	var want []string
	defer e.WatchWorkspaces(func(entry workspace.Entry) {
		mu.Lock()
		defer mu.Unlock()
		want = append(want, entry.Member.ID.String())
	})()
	for _, text := range []string{
		"The sourdough starter doubled in five hours.", "Rye dough is sticky; bake it in a tin.", "Let the bread cool before cutting it.",
		"Salt slows the yeast of the dough.", "The replica lags behind the primary database.", "The oven must be hot before the loaf goes in.",
	} {
		r := protocol.CallToolRequest{}
		r.Params.Name, r.Params.Arguments = "inject_context", map[string]any{"content": text, "rationale": "worth keeping", "session_id": "talk"}
		if out, err := one.CallTool(t.Context(), r); err != nil || out.IsError {
			t.Fatalf("%+v, %v", out, err)
		}
	}
	state, err := e.Workspace(t.Context(), "", "talk") // when it answers, the workspace is up to date
	if err != nil {
		t.Fatal(err)
	}
	settle(t, s, one, two, none)
	one.wait(t, len(want), isMethod(protocol.MethodNotificationResourceUpdated))
	if len(want) < 3 || len(state.Members) == 0 {
		t.Fatalf("%d memories entered, %d are in mind", len(want), len(state.Members))
	}
	if got := two.entered(t); !slices.Equal(got, want) {
		t.Errorf("stdio was told %v, want %v", got, want)
	}
	if got := one.entered(t); !slices.Equal(got, want) {
		t.Errorf("http was told %v, want %v", got, want)
	}
	if got := none.entered(t); len(got) != 0 {
		t.Errorf("a client that did not subscribe was told %v", got)
	}
	w, err := two.read(t, workspaceURI)
	if err != nil || len(w["members"].([]any)) != len(state.Members) || w["session_id"] != "talk" {
		t.Errorf("%v, %v", w, err)
	}
	var bad *engine.Error
	if _, err := e.Workspace(t.Context(), "*", ""); !errors.As(err, &bad) || bad.Kind != engine.KindInvalid {
		t.Errorf("%v", err)
	}
}
