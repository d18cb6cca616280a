package mcp

import (
	"context"
	"sync"

	"asterism/engine"
	"asterism/mcp/answer"

	"github.com/mark3labs/mcp-go/server"
)

// suggested is which actions the sessions were told to take. A pulse comes with every answer and its state changes slowly, so that each suggestion is told once a
// session: who did not follow it has read it.
type suggested struct {
	mu sync.Mutex
	to map[string]map[string]bool // session → action; nil: none yet
}

// mostSessions is how many sessions are kept in mind. When there are more, all are forgotten, and what was suggested may be suggested again.
const mostSessions = 1024

// once is the pulse, without its suggestion where the session of ctx has had that before. Who calls without a session is told each time.
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
