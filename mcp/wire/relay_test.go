package wire

import (
	"asterism/mcp/project"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// far is a mock server: it receives what the relay sends and answers what the test says.
type far struct {
	t    *testing.T
	conn *net.UnixConn
	dec  *json.Decoder
}

// pair returns a link and the server at its other end.
func pair(t *testing.T) (*net.UnixConn, *far) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "s"), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	near, err := net.DialUnix("unix", nil, l.Addr().(*net.UnixAddr))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := l.AcceptUnix()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return near, &far{t, conn, json.NewDecoder(conn)}
}

// hears fails unless exactly these messages come next, by method and id.
func (f *far) hears(want ...string) {
	f.t.Helper()
	for _, w := range want {
		var h head
		if err := f.dec.Decode(&h); err != nil {
			f.t.Fatalf("instead of %q: %v", w, err)
		}
		if got := strings.TrimSpace(h.Method + " " + string(h.ID)); got != w {
			f.t.Fatalf("the server hears %q, want %q", got, w)
		}
	}
}

func (f *far) says(line string) {
	f.t.Helper()
	if _, err := io.WriteString(f.conn, line+"\n"); err != nil {
		f.t.Fatal(err)
	}
}

// relayed is a client with a running relay.
func relayed(t *testing.T, style string) (*conn, *Relay) {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	c := &conn{t: t, in: inW, lines: make(chan string, 1024)}
	go c.collect(outR)
	t.Cleanup(func() { _ = inW.Close(); _ = outW.Close() })
	return c, NewRelay(inR, outW, style, []string{"search_graph", "get_memory"}, project.Home{})
}

// through starts Through and returns a channel with its result.
func through(r *Relay, link Link) <-chan error {
	ended := make(chan error, 1)
	go func() { ended <- r.Through(link) }()
	return ended
}

// TestRelayPassesOn: messages in both directions unchanged, and an end that waits for the server's last message.
func TestRelayPassesOn(t *testing.T) {
	c, r := relayed(t, StyleResult)
	link, server := pair(t)
	ended := through(r, link)
	c.send(request(1, "initialize", `{}`))
	server.hears("initialize 1")
	server.says(answerTo(1))
	server.says(`{"jsonrpc":"2.0","method":"notifications/progress","params":{}}`)
	if m := c.next(); m["id"] != 1. {
		t.Errorf("got %v", m)
	}
	if m := c.next(); m["method"] != "notifications/progress" {
		t.Errorf("got %v", m)
	}
	c.send(request(2, "tools/call", `{"name":"x"}`))
	_ = c.in.Close()
	server.hears("tools/call 2")
	if err := server.dec.Decode(&head{}); !errors.Is(err, io.EOF) {
		t.Fatalf("the client's end is heard as %v", err)
	}
	server.says(answerTo(2))
	_ = server.conn.Close()
	if m := c.next(); m["id"] != 2. {
		t.Errorf("the last word: %v", m)
	}
	if err := <-ended; err != nil {
		t.Errorf("ended with %v", err)
	}
}

// TestRelayGoesOnWithTheNextServer: it gets the handshake and other lasting messages, whose answers the client does not get twice, and waiting requests. Running tool calls get an
// error.
func TestRelayGoesOnWithTheNextServer(t *testing.T) {
	c, r := relayed(t, StyleResult)
	link, first := pair(t)
	ended := through(r, link)
	for _, line := range []string{
		request(1, "initialize", `{}`), `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		request(2, "resources/subscribe", `{"uri":"memory://a"}`), request(3, "resources/subscribe", `{"uri":"memory://b"}`), request(4, "resources/unsubscribe", `{"uri":"memory://a"}`),
		request(5, "logging/setLevel", `{"level":"info"}`), request(6, "logging/setLevel", `{"level":"debug"}`),
	} {
		c.send(line)
	}
	first.hears("initialize 1", "notifications/initialized", "resources/subscribe 2", "resources/subscribe 3", "resources/unsubscribe 4", "logging/setLevel 5", "logging/setLevel 6")
	for id := 1; id <= 6; id++ {
		first.says(answerTo(id))
		if m := c.next(); m["id"] != float64(id) {
			t.Fatalf("got %v", m)
		}
	}
	c.send(request(7, "tools/call", `{"name":"store_memory"}`))
	c.send(request(8, "tools/list", `{}`))
	c.send(request(9, "tools/call", `{"name":"search_graph"}`))
	c.send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9}}`)
	c.send(request(10, "tools/call", `{"name":"search_graph"}`))
	first.hears("tools/call 7", "tools/list 8", "tools/call 9", "notifications/cancelled", "tools/call 10")
	_ = first.conn.Close()
	if err := <-ended; !errors.Is(err, ErrServerGone) {
		t.Fatalf("ended with %v", err)
	}
	m := c.next()
	result, _ := m["result"].(map[string]any)
	body, _ := result["structuredContent"].(map[string]any)
	e, _ := body["error"].(map[string]any)
	if result["isError"] != true || e["code"] != -32004. || !strings.Contains(fmt.Sprint(e["message"]), "may or may not have been carried out") {
		t.Errorf("the call at work: %v", m)
	}

	link, second := pair(t)
	ended = through(r, link)
	second.hears("initialize 1", "notifications/initialized", "resources/subscribe 3", "logging/setLevel 6", "tools/list 8", "tools/call 10")
	for _, id := range []int{1, 3, 6} {
		second.says(answerTo(id))
	}
	second.says(answerTo(8))
	if m := c.next(); m["id"] != 8. {
		t.Errorf("the client got %v, want only the answer that it waits for", m)
	}
	second.says(answerTo(10))
	if m := c.next(); m["id"] != 10. || m["result"] == nil {
		t.Errorf("the search that was at work: %v", m)
	}
	_ = c.in.Close()
	_ = second.conn.Close()
	if err := <-ended; err != nil && !errors.Is(err, ErrServerGone) { // either may notice first
		t.Errorf("ended with %v", err)
	}
}

// TestAReadIsAskedAgainOnce: a search during which two servers end may be the cause, so a third does not get it.
func TestAReadIsAskedAgainOnce(t *testing.T) {
	c, r := relayed(t, StyleResult)
	c2 := make(chan struct{})
	go func() {
		defer close(c2)
		c.send(request(1, "tools/call", `{"name":"get_memory"}`))
	}()
	for range mostLost {
		link, server := pair(t)
		ended := through(r, link)
		server.hears("tools/call 1")
		_ = server.conn.Close()
		if err := <-ended; !errors.Is(err, ErrServerGone) {
			t.Fatalf("ended with %v", err)
		}
	}
	<-c2
	m := c.next()
	if said := fmt.Sprint(m["result"]); m["id"] != 1. || !strings.Contains(said, "2 processes that owned the store ended") || strings.Contains(said, "may or may not") {
		t.Errorf("the search: %v", m)
	}
	link, third := pair(t)
	through(r, link)
	c.send(request(2, "ping", `{}`))
	third.hears("ping 2")
}

// TestRelayBeforeTheFirstAnswer: the next server answers an unanswered handshake.
func TestRelayBeforeTheFirstAnswer(t *testing.T) {
	c, r := relayed(t, StyleResult)
	link, first := pair(t)
	ended := through(r, link)
	c.send(request(1, "initialize", `{}`))
	first.hears("initialize 1")
	_ = first.conn.Close()
	<-ended
	link, second := pair(t)
	through(r, link)
	second.hears("initialize 1")
	second.says(answerTo(1))
	if m := c.next(); m["id"] != 1. {
		t.Errorf("got %v", m)
	}
}

// TestRelayTakesOver: this process becomes the server of a client that has done its handshake with another one.
func TestRelayTakesOver(t *testing.T) {
	c, r := relayed(t, StyleResult)
	link, first := pair(t)
	ended := through(r, link)
	c.send(request(0, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}`))
	c.send(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	first.hears("initialize 0", "notifications/initialized")
	first.says(answerTo(0))
	c.next()
	c.send(request(1, "ping", `{}`))
	first.hears("ping 1")
	_ = first.conn.Close()
	if err := <-ended; !errors.Is(err, ErrServerGone) {
		t.Fatal(err)
	}
	s, calls := counting(Options{})
	served := make(chan error, 1)
	in, out := r.Rest()
	go func() { served <- s.ServeStdio(t.Context(), in, out) }()
	if m := c.next(); m["id"] != 1. || m["result"] == nil {
		t.Errorf("the ping that waited: %v", m)
	}
	c.send(request(2, "tools/call", `{"name":"count"}`))
	if m := c.next(); m["id"] != 2. || m["result"] == nil || calls.Load() != 1 {
		t.Errorf("a call of the new server: %v", m)
	}
	long := request(3, "tools/call", `{"x":"`+strings.Repeat("x", MaxMessageBytes)+`"}`)
	c.send(long)
	if m := c.next(); m["id"] != 3. || m["error"] == nil {
		t.Errorf("what is too long: %v", m)
	}
	_ = c.in.Close()
	if err := <-served; err != nil {
		t.Errorf("served: %v", err)
	}
}

// TestRestOfATalkThatHasNotBegun is the original input and output.
func TestRestOfATalkThatHasNotBegun(t *testing.T) {
	in, out := strings.NewReader("x"), &strings.Builder{}
	if i, o := NewRelay(in, out, StyleResult, nil, project.Home{}).Rest(); i != io.Reader(in) || o != io.Writer(out) {
		t.Error("something stands between")
	}
}

// TestRelayEndsWithItsClient: if the client no longer reads, and if reading from it fails.
func TestRelayEndsWithItsClient(t *testing.T) {
	link, server := pair(t)
	r := NewRelay(strings.NewReader(request(1, "ping", `{}`)), brokenPipe{}, StyleResult, nil, project.Home{})
	ended := through(r, link)
	server.hears("ping 1")
	server.says(answerTo(1))
	if err := <-ended; err == nil || !strings.Contains(err.Error(), "broken pipe") {
		t.Errorf("a client that reads no more: %v", err)
	}
	link, server = pair(t)
	ended = through(NewRelay(iotest.ErrReader(errors.New("bad disk")), io.Discard, StyleResult, nil, project.Home{}), link)
	if err := server.dec.Decode(&head{}); !errors.Is(err, io.EOF) {
		t.Errorf("the server hears %v", err)
	}
	_ = server.conn.Close()
	if err := <-ended; err == nil || err.Error() != "bad disk" {
		t.Errorf("a client that cannot be read: %v", err)
	}
}

func TestLostCallInBothStyles(t *testing.T) {
	for style, want := range map[string]string{StyleResult: `"isError":true`, StyleProtocol: `"error":{"code":-32004`} {
		b, err := json.Marshal(lostCall(clientMessage{id: `"a\"b"`}, style))
		if err != nil || !strings.Contains(string(b), want) || !strings.Contains(string(b), `"id":"a\"b"`) {
			t.Errorf("%s: %s %v", style, b, err)
		}
	}
}

// FuzzTalk: for any messages, a waiting tool call that may change something gets an error when the server goes, and other waiting requests are sent again. Nothing is repeated that
// was not sent.
func FuzzTalk(f *testing.F) {
	f.Add(request(1, "initialize", `{}`)+"\n"+request(2, "tools/call", `{}`)+"\n"+request(3, "tools/list", `{}`), answerTo(1))
	f.Add(request(1, "tools/call", `{"name":"read"}`)+"\n"+request(2, "tools/call", `{"name":"write"}`), "")
	f.Add(`{"id":"a","method":"resources/subscribe","params":{"uri":"x"}}`, `{"id":"a","error":{}}`)
	f.Add(`{"id":1,"method":"x","params":3}`+"\n[]\n{", "null")
	f.Fuzz(func(t *testing.T, client, server string) {
		talk := newConversation([]string{"read"})
		lines := strings.Split(client, "\n")
		for _, line := range lines {
			talk.fromClient([]byte(line))
		}
		for _, line := range strings.Split(server, "\n") {
			talk.fromServer([]byte(line))
		}
		waited := slices.Clone(talk.waiting)
		var told, again []string
		for _, call := range talk.lost() {
			told = append(told, call.id)
		}
		for _, line := range talk.replay() {
			again = append(again, string(line))
		}
		for _, s := range waited {
			if s.method == "tools/call" && !s.read {
				if !slices.Contains(told, s.id) {
					t.Errorf("the call %s is not told that its server went", s.line)
				}
			} else if standing := slices.ContainsFunc(talk.standing, func(o clientMessage) bool { return o.id == s.id }); !standing && !slices.Contains(again, string(s.line)) {
				t.Errorf("%s waits and is not asked for again", s.line)
			}
		}
		for _, line := range again {
			if !slices.Contains(lines, line) {
				t.Errorf("%q is said again and was not said", line)
			}
		}
	})
}
