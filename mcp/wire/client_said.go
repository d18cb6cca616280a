package wire

import (
	"bytes"
	"encoding/json"
	"sync"

	"asterism/mcp/project"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// clientSaid is a client's description of itself in its handshake. Safe for concurrent use.
type clientSaid struct {
	mu   sync.Mutex
	info protocol.Implementation
	can  protocol.ClientCapabilities
}

// GetClientInfo implements server.SessionWithClientInfo.
func (s *session) GetClientInfo() protocol.Implementation {
	s.client.mu.Lock()
	defer s.client.mu.Unlock()
	return s.client.info
}

// SetClientInfo implements server.SessionWithClientInfo.
func (s *session) SetClientInfo(info protocol.Implementation) {
	s.client.mu.Lock()
	defer s.client.mu.Unlock()
	s.client.info = info
}

// GetClientCapabilities implements server.SessionWithClientInfo.
func (s *session) GetClientCapabilities() protocol.ClientCapabilities {
	s.client.mu.Lock()
	defer s.client.mu.Unlock()
	return s.client.can
}

// SetClientCapabilities implements server.SessionWithClientInfo.
func (s *session) SetClientCapabilities(can protocol.ClientCapabilities) {
	s.client.mu.Lock()
	defer s.client.mu.Unlock()
	s.client.can = can
}

// sayHome adds a home to a handshake. It does not change other messages, or one that it cannot read.
func sayHome(line []byte, home project.Home) []byte {
	if !bytes.Contains(line, []byte(protocol.MethodInitialize)) {
		return line
	}
	var fields map[string]json.RawMessage
	var method string
	if json.Unmarshal(line, &fields) != nil || json.Unmarshal(fields["method"], &method) != nil || method != string(protocol.MethodInitialize) {
		return line
	}
	b, err := json.Marshal(home)
	if err != nil {
		return line
	}
	if out, ok := put(line, b, "params", "capabilities", "experimental", project.Key); ok {
		return out
	}
	return line
}

// put sets a member of an object, or of a nested object. It creates missing objects on the way.
func put(object, value json.RawMessage, path ...string) (json.RawMessage, bool) {
	if len(path) == 0 {
		return value, true
	}
	fields := map[string]json.RawMessage{}
	if len(object) > 0 && json.Unmarshal(object, &fields) != nil {
		return nil, false
	}
	if fields == nil { // null
		fields = map[string]json.RawMessage{}
	}
	inner, ok := put(fields[path[0]], value, path[1:]...)
	if !ok {
		return nil, false
	}
	fields[path[0]] = inner
	out, err := json.Marshal(fields)
	return out, err == nil
}
