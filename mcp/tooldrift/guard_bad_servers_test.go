package tooldrift

import (
	"strings"
	"testing"
	"time"

	"asterism/engine/testlog"
)

const greeting = `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`

// guardBad starts a guard over a server with a bad habit. The caller does the handshake.
func guardBad(t *testing.T, habit string, change func(*GuardOptions)) *guarded {
	t.Helper()
	c := &guarded{t: t, pins: testPins(t), said: &testlog.Log{}}
	c.start(func(o *GuardOptions) {
		o.Server, o.Fetch.Timeout = badServer(habit), 8*time.Second // for the start, under load
		if change != nil {
			change(o)
		}
	})
	return c
}

// TestGuardOverServersWithBadHabits: pages are joined, noise is skipped, a repeated name is reported, and a list that never ends is marked incomplete. A repeated cursor, or no
// answer, is an error.
func TestGuardOverServersWithBadHabits(t *testing.T) {
	for habit, want := range map[string]struct{ tools, fails, said string }{
		"good":      {"tool0 tool1 tool2 tool3 tool4", "", "the client sees 5 tools"},
		"noise":     {"tool0 tool1 tool2 tool3 tool4", "", "the client sees 5 tools"},
		"duplicate": {"tool0 tool1 tool2 tool0 tool4", "", `name "tool0" is there more than once`},
		"fails":     {"tool0 tool1", "", "the list is incomplete: the new list: page 2: the disk is gone"},
		"hangs":     {"tool0 tool1", "", "the list is incomplete: the new list: page 2: no answer within 8s"},
		"repeats":   {"", "the server repeats a cursor, so its list has no end", "✖ failed"},
		"deaf":      {"", "no answer within 8s", "✖ failed"},
		"dies":      {"", "no key in $SECRET_KEY", "✖ failed"},
	} {
		t.Run(habit, func(t *testing.T) {
			t.Parallel()
			c := guardBad(t, habit, nil)
			a := c.ask("1", "initialize", greeting)
			if want.fails != "" {
				if a.Error == nil || !strings.Contains(string(a.Error), want.fails) {
					t.Errorf("initialize: %s %s, want an error that says %q", a.Result, a.Error, want.fails)
				}
				c.waitLog(want.said, 1)
				return
			}
			if a.Error != nil {
				t.Fatalf("initialize: %s", a.Error)
			}
			if names := c.tools(); names != want.tools {
				t.Errorf("the client sees %s, want %s", names, want.tools)
			}
			c.waitLog(want.said, 1)
		})
	}
}

// TestAPartOfAListTakesNothingAway: if a server's second page does not come, pinned tools do not count as removed.
func TestAPartOfAListTakesNothingAway(t *testing.T) {
	whole, err := fetch(t, badServer("good"), FetchOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []Policy{{}, {Force: true}, {Strict: true}} {
		c := guardBad(t, "fails", func(o *GuardOptions) {
			o.Policy = p
			if _, err := o.Pins.Create(o.Name, o.Server, nil, whole.List); err != nil {
				t.Fatal(err)
			}
		})
		if a := c.ask("1", "initialize", greeting); a.Error != nil {
			t.Fatalf("initialize: %s", a.Error)
		}
		if names := c.tools(); names != joined(whole.List) {
			t.Errorf("%+v: the client sees %s, want all that was pinned", p, names)
		}
		c.waitLog("the list is incomplete", 1)
		if a := c.call("2", "tool4", "echo"); strings.Contains(string(a.Error), "the call was not made") {
			t.Errorf("%+v: a tool on the page that did not come is held back: %s", p, a.Error)
		}
	}
}

// TestAServerThatAlwaysSaysItChanged is not restarted forever, and a real change is not missed.
func TestAServerThatAlwaysSaysItChanged(t *testing.T) {
	c := &guarded{t: t, pins: testPins(t), list: t.TempDir() + "/loud.json", said: &testlog.Log{}}
	c.offer("A")
	c.start(func(o *GuardOptions) { o.Steady = time.Hour })
	c.ask("1", "initialize", `{"protocolVersion":"2025-06-18","capabilities":{"sampling":{}},"clientInfo":{"name":"t","version":"1"}}`)
	first := c.call("2", "read", "echo")
	time.Sleep(200 * time.Millisecond)
	if again := c.call("3", "read", "echo"); pid(again) != pid(first) || strings.Contains(c.said.String(), "reconnect") {
		t.Errorf("started anew: %s then %s\n%s", pid(first), pid(again), c.said)
	}
	c.offer("AB")
	c.send(`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":` + callParams("read", "changed", "") + `}`)
	for range 2 { // its answer and the list change, in any order
		c.next()
	}
	if names := c.tools(); names != "read write" {
		t.Errorf("tools %s", names)
	}
	if pin, err := c.pins.Read("x"); err != nil || !strings.Contains(string(pin.Capabilities), `"sampling"`) {
		t.Errorf("the pin does not know for which client the list was: %+v, %v", pin, err)
	}
}
