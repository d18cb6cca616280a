package mcp

import (
	"context"
	"sync"

	"asterism/engine"
	"asterism/mcp/answer"

	"github.com/mark3labs/mcp-go/server"
)

// suggested remembers which actions were suggested to each session. Every answer has a pulse, and its state changes slowly, so each suggestion is sent only once a session.
type suggested struct {
	mu sync.Mutex
	to map[string]map[string]bool // session → action; nil: none yet
}

// mostSessions is how many sessions are remembered. When there are more, all are forgotten, and a suggestion may be sent again.
const mostSessions = 1024

// once returns the pulse. It removes the suggestion if the session of ctx got that before. A caller without a session gets the suggestion each time.
func (s *suggested) once(ctx context.Context, p *engine.Pulse) *engine.Pulse {
	c := server.ClientSessionFromContext(ctx)
	if c == nil || p == nil || p.SuggestedAction == answer.NothingSuggested {
		return p
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id := c.SessionID()
	if s.to == nil || s.to[id] == nil && len(s.to) >= mostSessions {
		s.to = map[string]map[string]bool{}
	}
	if s.to[id] == nil {
		s.to[id] = map[string]bool{}
	}
	if !s.to[id][p.SuggestedAction] {
		s.to[id][p.SuggestedAction] = true
		return p
	}
	quiet := *p
	quiet.SuggestedAction = answer.NothingSuggested
	return &quiet
}

// suggest returns the pulse for an answer to the session of ctx.
func (s *Server) suggest(ctx context.Context, p *engine.Pulse) *engine.Pulse {
	if p = s.suggested.once(ctx, p); p == nil {
		return nil
	}
	out := *p
	out.SuggestedAction = s.unlisted.say(p.SuggestedAction)
	return &out
}
