package wire

import (
	"encoding/json"
	"slices"
	"sync"

	"asterism/mcp/answer"
	"asterism/mcp/failure"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// talk is what a server that comes in the middle of a conversation has to be told again, and who still waits for an answer. Safe for concurrent use.
type talk struct {
	mu       sync.Mutex
	standing []said          // what stays in force, in its order: the greeting, the level of logging, subscriptions
	waiting  []said          // requests without an answer, in their order
	repeated map[string]bool // ids of standing requests that were sent once more: the client has their answer
}

// said is a message of the client.
type said struct {
	id, method, about string // about tells two of a method apart
	line              []byte
}

func newTalk() *talk { return &talk{repeated: map[string]bool{}} }

// head is what a message tells of itself.
type head struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		RequestID json.RawMessage `json:"requestId"`
		URI       string          `json:"uri"`
	} `json:"params"`
}

// keep are the methods whose effect lasts as long as a connection.
var keep = map[protocol.MCPMethod]bool{protocol.MethodInitialize: true, "notifications/initialized": true, protocol.MethodSetLogLevel: true, protocol.MethodResourcesSubscribe: true}

// heard takes note of a message of the client. What is no message at all is the server's to refuse.
func (t *talk) heard(line []byte) {
	var h head
	_ = json.Unmarshal(line, &h) // of parameters of another form, the rest is there
	if h.Method == "" {
		return
	}
	s := said{id: string(h.ID), method: h.Method, about: h.Params.URI, line: line}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch method := protocol.MCPMethod(h.Method); {
	case keep[method]:
		t.standing = append(slices.DeleteFunc(t.standing, func(o said) bool { return o.method == s.method && o.about == s.about }), s)
	case method == protocol.MethodResourcesUnsubscribe:
		t.standing = slices.DeleteFunc(t.standing, func(o said) bool {
			return o.method == string(protocol.MethodResourcesSubscribe) && o.about == s.about
		})
	case method == protocol.MethodNotificationCancelled:
		t.drop(string(h.Params.RequestID)) // and is answered no more
	}
	if s.id != "" {
		t.waiting = append(t.waiting, s)
	}
}

// answered takes note of a message of the server, and reports whether the client is to have it.
func (t *talk) answered(line []byte) bool {
	var h head
	if json.Unmarshal(line, &h) != nil || h.Method != "" || len(h.ID) == 0 {
		return true
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.drop(string(h.ID)) {
		return true
	}
	again := t.repeated[string(h.ID)]
	delete(t.repeated, string(h.ID))
	return !again
}

// drop forgets that a request waits; the caller holds mu.
func (t *talk) drop(id string) (waited bool) {
	i := slices.IndexFunc(t.waiting, func(o said) bool { return o.id == id })
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	return i >= 0
}

// lost gives the ids of the tool calls that wait, and forgets them: they may have been carried out, so they are not sent again.
func (t *talk) lost() (ids []json.RawMessage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.waiting = slices.DeleteFunc(t.waiting, func(o said) bool {
		if o.method != string(protocol.MethodToolsCall) {
			return false
		}
		ids = append(ids, json.RawMessage(o.id))
		return true
	})
	return ids
}

// again gives what a new server has to hear before anything else: what stands, then what waits for an answer.
func (t *talk) again() (lines [][]byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.standing {
		lines = append(lines, s.line)
		if s.id != "" && !t.waits(s.id) {
			t.repeated[s.id] = true
		}
	}
	for _, s := range t.waiting {
		if !slices.ContainsFunc(t.standing, func(o said) bool { return o.id == s.id }) {
			lines = append(lines, s.line)
		}
	}
	return lines
}

func (t *talk) waits(id string) bool {
	return slices.ContainsFunc(t.waiting, func(o said) bool { return o.id == id })
}

// lostCall is the answer to a tool call whose server went before it gave one.
func lostCall(id json.RawMessage, style string) any {
	f := failure.New("STORAGE", "Look whether it was done (search_graph, list_memories) before you ask for it again.",
		"the process that owned the store ended while this call was at work: it may or may not have been carried out")
	if style == StyleProtocol {
		return protocol.JSONRPCError{JSONRPC: protocol.JSONRPC_VERSION, ID: protocol.NewRequestId(id), Error: protocol.NewJSONRPCErrorDetails(f.Code, f.Message, f)}
	}
	result, err := answer.Failed(f, nil)
	if err != nil {
		panic(err) // strings and numbers of our own
	}
	return protocol.JSONRPCResponse{JSONRPC: protocol.JSONRPC_VERSION, ID: protocol.NewRequestId(id), Result: result}
}
