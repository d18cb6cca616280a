package wire

import (
	"container/list"
	"net/http"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// mostEnded is how many ended sessions are remembered: about 400 kB.
const mostEnded = 4096

// ended remembers the sessions that clients have ended, so that a request with such an id gets 404, as the protocol requires, and not a new session. The library does not remember
// them. A session that was only idle, or began with an earlier process, continues without its client noticing. If there are too many, the oldest are forgotten. The zero value is
// ready.
type ended struct {
	mu    sync.Mutex
	ids   map[string]bool
	order list.List // of ids, oldest first
}

func (e *ended) add(id string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.ids[id] {
		return
	}
	if e.ids == nil {
		e.ids = map[string]bool{}
	}
	if e.order.Len() == mostEnded {
		delete(e.ids, e.order.Remove(e.order.Front()).(string))
	}
	e.ids[id] = true
	e.order.PushBack(id)
}

func (e *ended) has(id string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.ids[id]
}

// refuse answers a request of an ended session, and records the session that this request ends. Requests of the stateless revision have no session.
func (e *ended) refuse(w http.ResponseWriter, r *http.Request) bool {
	id := r.Header.Get(server.HeaderKeySessionID)
	const longest = 128 // ours have 48 bytes
	if id == "" || len(id) > longest || protocol.IsModernProtocol(r.Header.Get(protocol.HeaderProtocolVersion)) {
		return false
	}
	if e.has(id) {
		http.Error(w, "this session has ended: begin another one with initialize", http.StatusNotFound)
		return true
	}
	if r.Method == http.MethodDelete {
		e.add(id)
	}
	return false
}
