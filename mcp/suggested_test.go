package mcp

import (
	"context"
	"fmt"
	"testing"

	"asterism/engine"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// namedSession is a mock session that only has a name.
type namedSession string

func (namedSession) Initialize()                                              {}
func (namedSession) Initialized() bool                                        { return true }
func (namedSession) NotificationChannel() chan<- protocol.JSONRPCNotification { return nil }
func (n namedSession) SessionID() string                                      { return string(n) }

// TestASuggestionIsToldOnceASession: each action once, to each session, and the figures always.
func TestASuggestionIsToldOnceASession(t *testing.T) {
	inner := server.NewMCPServer("x", "1")
	var s suggested
	ask := func(session, action string) string {
		ctx := context.Background()
		if session != "" {
			ctx = inner.WithContext(ctx, namedSession(session))
		}
		p := s.once(ctx, &engine.Pulse{Entropy: .8, Coherence: .3, SuggestedAction: action})
		if p.Entropy != .8 || p.Coherence != .3 {
			t.Errorf("figures %v, %v", p.Entropy, p.Coherence)
		}
		return p.SuggestedAction
	}
	for i, c := range []struct{ session, action, want string }{
		{"a", "trigger_dream", "trigger_dream"}, {"a", "trigger_dream", "continue"}, {"a", "look around", "look around"},
		{"b", "trigger_dream", "trigger_dream"}, {"a", "trigger_dream", "continue"}, {"a", "continue", "continue"},
		{"", "trigger_dream", "trigger_dream"}, {"", "trigger_dream", "trigger_dream"},
	} {
		if got := ask(c.session, c.action); got != c.want {
			t.Errorf("%d: session %q is told %s, want %s", i, c.session, got, c.want)
		}
	}
	for i := range 2 * mostSessions {
		ask(fmt.Sprint(i), "trigger_dream")
	}
	if n := len(s.to); n > mostSessions {
		t.Errorf("%d sessions are kept in mind, at most %d may be", n, mostSessions)
	}
	if s.once(context.Background(), nil) != nil {
		t.Error("no pulse became one")
	}
}
