package wire

import (
	"bytes"
	"encoding/json"
	"net/http"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Several messages in one list are a batch, which only the revision of 2025-03-26 allowed. The library does not accept batches. Each request of a batch gets an error with its own
// id, since its sender waits for that.

// inBatch returns the messages of a batch; nil: the message is not a list.
func inBatch(message json.RawMessage) []json.RawMessage {
	var all []json.RawMessage
	if trimmed := bytes.TrimSpace(message); len(trimmed) == 0 || trimmed[0] != '[' || json.Unmarshal(trimmed, &all) != nil {
		return nil
	}
	return all
}

// refusedBatch returns the answer to a batch: a list with an error for each request, or one error for a batch without requests.
func refusedBatch(all []json.RawMessage) any {
	refusal := func(id json.RawMessage) protocol.JSONRPCError {
		return protocol.JSONRPCError{JSONRPC: protocol.JSONRPC_VERSION, ID: protocol.NewRequestId(id),
			Error: protocol.NewJSONRPCErrorDetails(protocol.INVALID_REQUEST, "several messages in one list are not taken: nothing was done; send each message by itself", nil)}
	}
	var out []protocol.JSONRPCError
	for _, one := range all {
		var h head
		_ = json.Unmarshal(one, &h) // with parameters of another type the id is still read
		if len(h.ID) > 0 && h.Method != "" {
			out = append(out, refusal(h.ID))
		}
	}
	if out == nil {
		return refusal(json.RawMessage("null"))
	}
	return out
}

// refuseBatch answers a batch over HTTP; false: the message is not a batch.
func refuseBatch(w http.ResponseWriter, message json.RawMessage) bool {
	all := inBatch(message)
	if all == nil {
		return false
	}
	body, err := json.Marshal(refusedBatch(all))
	if err != nil {
		return false
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusBadRequest)
	_, _ = w.Write(body) // the client may be gone
	return true
}
