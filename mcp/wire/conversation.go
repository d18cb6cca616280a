package wire

import (
	"encoding/json"
	"slices"
	"sync"

	"asterism/mcp/answer"
	"asterism/mcp/failure"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// conversation records the client's messages, so that another server can continue in the middle: messages with a lasting effect, and requests without an answer. Safe for concurrent
// use.
type conversation struct {
	mu       sync.Mutex
	standing []clientMessage // with a lasting effect, in order: initialize, the level of logging, subscriptions
	waiting  []clientMessage // requests without an answer, in order
	repeated map[string]bool // ids of standing requests that were sent again: the client has their answer, and must not get a second one
	reads    map[string]bool // names of the tools that change nothing; constant
}

// clientMessage is a message of the client.
type clientMessage struct {
	id, method, about string // about is the resource of a subscription; there may be several
	line              []byte
	read              bool // a call of a tool that changes nothing
	lost              int  // number of servers that ended during this request
}

// newConversation begins one. Calls of the tools in reads change nothing, so they are sent again to the next server if the last one did not answer.
func newConversation(reads []string) *conversation {
	t := &conversation{repeated: map[string]bool{}, reads: map[string]bool{}}
	for _, name := range reads {
		t.reads[name] = true
	}
	return t
}

// mostLost is how many servers may end during a read before it is not sent again: the read may be what ends them.
const mostLost = 2

// head is the part of a message that says what it is.
type head struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		RequestID json.RawMessage `json:"requestId"`
		URI       string          `json:"uri"`
		Name      string          `json:"name"`
	} `json:"params"`
}

// lasting are the methods whose effect lasts as long as the connection.
var lasting = map[protocol.MCPMethod]bool{protocol.MethodInitialize: true, "notifications/initialized": true, protocol.MethodSetLogLevel: true, protocol.MethodResourcesSubscribe: true}

// fromClient records a message of the client. It ignores what is no message of the protocol: the server refuses that.
func (t *conversation) fromClient(line []byte) {
	var h head
	_ = json.Unmarshal(line, &h) // with parameters of another type the other fields are still read
	if h.Method == "" {
		return
	}
	s := clientMessage{id: string(h.ID), method: h.Method, about: h.Params.URI, line: line, read: h.Method == string(protocol.MethodToolsCall) && t.reads[h.Params.Name]}
	t.mu.Lock()
	defer t.mu.Unlock()
	switch method := protocol.MCPMethod(h.Method); {
	case lasting[method]:
		t.standing = append(slices.DeleteFunc(t.standing, func(o clientMessage) bool { return o.method == s.method && o.about == s.about }), s)
	case method == protocol.MethodResourcesUnsubscribe:
		t.standing = slices.DeleteFunc(t.standing, func(o clientMessage) bool {
			return o.method == string(protocol.MethodResourcesSubscribe) && o.about == s.about
		})
	case method == protocol.MethodNotificationCancelled:
		t.drop(string(h.Params.RequestID)) // a cancelled request gets no answer
	}
	if s.id != "" {
		t.waiting = append(t.waiting, s)
	}
}

// fromServer records a message of the server, and reports whether to pass it on to the client.
func (t *conversation) fromServer(line []byte) bool {
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

// drop removes a request from those that wait for an answer. The caller holds mu.
func (t *conversation) drop(id string) (waited bool) {
	i := slices.IndexFunc(t.waiting, func(o clientMessage) bool { return o.id == id })
	if i >= 0 {
		t.waiting = slices.Delete(t.waiting, i, i+1)
	}
	return i >= 0
}

// lost removes waiting tool calls and returns them: they may have been carried out, so they must not be sent again. Calls that only read stay and are sent again, until [mostLost]
// servers have ended during them.
func (t *conversation) lost() (calls []clientMessage) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.waiting {
		t.waiting[i].lost++
	}
	t.waiting = slices.DeleteFunc(t.waiting, func(o clientMessage) bool {
		if o.method != string(protocol.MethodToolsCall) || o.read && o.lost < mostLost {
			return false
		}
		calls = append(calls, o)
		return true
	})
	return calls
}

// replay returns the first messages for a new server: those with a lasting effect, then the requests that wait for an answer.
func (t *conversation) replay() (lines [][]byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range t.standing {
		lines = append(lines, s.line)
		if s.id != "" && !t.waits(s.id) {
			t.repeated[s.id] = true
		}
	}
	for _, s := range t.waiting {
		if !slices.ContainsFunc(t.standing, func(o clientMessage) bool { return o.id == s.id }) {
			lines = append(lines, s.line)
		}
	}
	return lines
}

func (t *conversation) waits(id string) bool {
	return slices.ContainsFunc(t.waiting, func(o clientMessage) bool { return o.id == id })
}

// lostCall returns the answer to a tool call whose server ended before it answered.
func lostCall(call clientMessage, style string) any {
	id := json.RawMessage(call.id)
	f := failure.New("STORAGE", "Look whether it was done (search_graph, list_memories) before you ask for it again.",
		"the process that owned the store ended during this call: it may or may not have been carried out")
	if call.read {
		f = failure.New("STORAGE", "Nothing was changed. Ask for less, or see the servers' logs (standard error) before you ask again.",
			"%d processes that owned the store ended during this call", call.lost)
	}
	if style == StyleProtocol {
		return protocol.JSONRPCError{JSONRPC: protocol.JSONRPC_VERSION, ID: protocol.NewRequestId(id), Error: protocol.NewJSONRPCErrorDetails(f.Code, f.Message, f)}
	}
	result, err := answer.Failed(f, nil, false)
	if err != nil {
		panic(err) // cannot fail: it contains only strings and numbers
	}
	return protocol.JSONRPCResponse{JSONRPC: protocol.JSONRPC_VERSION, ID: protocol.NewRequestId(id), Result: result}
}
