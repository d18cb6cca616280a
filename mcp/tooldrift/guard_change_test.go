package tooldrift

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"
)

// holdPort prevents a new process of the server from starting.
func (c *guarded) holdPort() {
	c.t.Helper()
	if err := os.WriteFile(c.list+held, nil, 0o600); err != nil {
		c.t.Fatal(err)
	}
}

// TestChangedToolsAreRefusedThoughNoNewLifeComes: the old process keeps serving unchanged tools, and is trusted again when it changes back.
func TestChangedToolsAreRefusedThoughNoNewLifeComes(t *testing.T) {
	c := guardOver(t, "AB", nil)
	first := c.call("1", "write", "echo")
	c.holdPort()
	c.offer("A'BC")
	c.call("2", "write", "changed")
	c.waitLog("the old one of x goes on", 1)
	for tool, why := range map[string]string{"read": "was changed by its server, first at /description", "search": "was not accepted"} {
		if a := c.call("3", tool, "echo"); !strings.Contains(string(a.Error), why) || !strings.Contains(string(a.Error), "the call was not made") {
			t.Errorf("%s: %s %s, want an error that says %q", tool, a.Result, a.Error, why)
		}
	}
	if a := c.call("4", "write", "echo"); pid(a) == "" || pid(a) != pid(first) {
		t.Errorf("a tool that is what it was, on the old life: %s %s", a.Result, a.Error)
	}
	c.offer("AB")
	c.call("5", "write", "changed")
	c.waitLog("the old one of x goes on", 2)
	if a := c.call("6", "read", "echo"); pid(a) != pid(first) {
		t.Errorf("changed back: %s %s", a.Result, a.Error)
	}
}

// TestChangedToolsAreRefusedBeforeANewLifeComes: a server cannot delay the judgement by starting slowly, nor by changing again meanwhile.
func TestChangedToolsAreRefusedBeforeANewLifeComes(t *testing.T) {
	c := guardOver(t, "AB", func(o *GuardOptions) { o.Pause = time.Hour })
	first := c.call("1", "write", "echo")
	c.holdPort()
	c.offer("A'B")
	c.call("2", "write", "changed")
	c.waitLog("✖ failed x, attempt 1 of 3", 1) // the second is an hour away
	if a := c.call("3", "read", "echo"); !strings.Contains(string(a.Error), "was changed by its server") {
		t.Errorf("%s %s", a.Result, a.Error)
	}
	if a := c.call("4", "write", "echo"); pid(a) == "" || pid(a) != pid(first) {
		t.Errorf("a tool that is what it was, on the old life: %s %s", a.Result, a.Error)
	}
	c.offer("AB'")
	c.call("5", "write", "changed")
	c.waitRefused("write", "was changed by its server")
	if a := c.call("6", "read", "echo"); pid(a) != pid(first) {
		t.Errorf("changed back: %s %s", a.Result, a.Error)
	}
}

// waitRefused waits until calls of a tool fail with these words.
func (c *guarded) waitRefused(tool, words string) {
	c.t.Helper()
	for begin := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		a := c.call(`"wait"`, tool, "echo")
		if strings.Contains(string(a.Error), words) {
			return
		}
		if time.Since(begin) > 20*time.Second {
			c.t.Fatalf("%s: %s %s, want an error that says %q\n%s", tool, a.Result, a.Error, words, c.said)
		}
	}
}

// TestAnOldLifeThatEndedMeanwhileIsNotSaidToGoOn after the attempts to start a new one have failed.
func TestAnOldLifeThatEndedMeanwhileIsNotSaidToGoOn(t *testing.T) {
	c := guardOver(t, "AB", nil)
	first := c.replaced()
	c.guard.giveUp(event{from: first}, errors.New("the port is held"))
	if strings.Contains(c.said.String(), "goes on") {
		t.Errorf("a life that has ended goes on:\n%s", c.said)
	}
	if a := c.call("2", "read", "echo"); a.Error != nil {
		t.Errorf("the life that came up instead: %s", a.Error)
	}
}

// TestALinkThatDoesNotListItsChangesIsLost: unknown tools are not passed on.
func TestALinkThatDoesNotListItsChangesIsLost(t *testing.T) {
	c := guardOver(t, "AB", nil)
	c.holdPort()
	if err := os.WriteFile(c.list, []byte(`{}`), 0o600); err != nil {
		t.Fatal(err)
	}
	c.call("1", "write", "changed")
	c.waitLog("does not list them: the answer has no tools", 1)
	if a := c.call("2", "write", "echo"); !strings.Contains(string(a.Error), "cannot be reached") || !strings.Contains(string(a.Error), "the port is held") {
		t.Errorf("%s %s", a.Result, a.Error)
	}
}

// heardWire stores the handler of a server's notifications, and counts the requests for the list.
type heardWire struct {
	transport.Interface
	say   func(protocol.JSONRPCNotification)
	asked atomic.Int64
}

func (w *heardWire) SetNotificationHandler(say func(protocol.JSONRPCNotification)) { w.say = say }

func (w *heardWire) SendRequest(context.Context, transport.JSONRPCRequest) (*transport.JSONRPCResponse, error) {
	w.asked.Add(1)
	return &transport.JSONRPCResponse{Result: []byte(`{"tools":[]}`)}, nil
}

// TestAFloodOfChangesIsOneEvent while that event waits, so that a server cannot fill the guard's memory. The next change is reported again.
func TestAFloodOfChangesIsOneEvent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, err := NewGuard(GuardOptions{Pins: testPins(t), Name: "x", Server: badServer("good")})
		if err != nil {
			t.Fatal(err)
		}
		life, end := context.WithCancel(t.Context())
		g.life = life
		wire := &heardWire{}
		l := &link{wire: wire, news: make(chan struct{}, 1), closed: make(chan struct{})}
		g.setHandlers(l)
		flood := func() {
			for range 1000 {
				wire.say(protocol.JSONRPCNotification{Notification: protocol.Notification{Method: protocol.MethodNotificationToolsListChanged}})
			}
			synctest.Wait()
		}
		flood() // before the link is in use
		go g.judge(l)
		synctest.Wait()
		if n := wire.asked.Load(); n != 1 {
			t.Errorf("the list is asked for %d times, want once", n)
		}
		flood()
		if wire.asked.Load() < 2 {
			t.Error("a change after the first look is not looked at")
		}
		waiting := drained(g)
		if len(waiting) != 1 || waiting[0].from != l {
			t.Fatalf("%d events wait, want 1, of this link", len(waiting))
		}
		go g.supervise()
		g.notice(waiting[0])
		synctest.Wait()
		if l.reported.Load() {
			t.Error("a change after this one would not be told")
		}
		end()
	})
}

// drained returns the waiting events.
func drained(g *Guard) (out []event) {
	for {
		synctest.Wait()
		select {
		case e := <-g.events:
			out = append(out, e)
		default:
			return out
		}
	}
}
