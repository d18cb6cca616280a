package passing

import (
	"bytes"
	"encoding/gob"
	"encoding/json"

	"asterism/mcp"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// call is a tool call for a shard.
type call struct {
	mcp.Call
	Shard int
}

// The kinds of questions between nodes.
const (
	kindCall = "call"
	kindMeet = "meet" // what a shard contributes to a gathering
	kindPart = "part" // a shard's part of a question that concerns several
)

// question is what a node asks another. Nodes of different versions work together during an upgrade of the cluster: gob skips fields that one of them does not know.
type question struct {
	Kind   string
	Call   call
	Shard  int
	Method string
	Given  []byte // of the method, as gob
}

func (q *question) encode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(q)
	return b.Bytes(), err
}

func (q *question) decode(raw []byte) error { return gob.NewDecoder(bytes.NewReader(raw)).Decode(q) }

// answered is a node's answer to a call: the result, and up to which place of the shard's log its replica has then applied it.
type answered struct {
	Result json.RawMessage `json:"result"`
	Place  uint64          `json:"place"`
	result *protocol.CallToolResult
}

func answerTo(r *protocol.CallToolResult, place uint64) ([]byte, error) {
	raw, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	return json.Marshal(answered{Result: raw, Place: place})
}

// answerFrom decodes it. Structured content keeps its bytes, and so its numbers.
func answerFrom(raw []byte) (*answered, error) {
	a := &answered{result: &protocol.CallToolResult{}}
	if err := json.Unmarshal(raw, a); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(a.Result, a.result); err != nil {
		return nil, err
	}
	if a.result.StructuredContent != nil {
		var structured struct {
			Content json.RawMessage `json:"structuredContent"`
		}
		if err := json.Unmarshal(a.Result, &structured); err != nil {
			return nil, err
		}
		a.result.StructuredContent = structured.Content
	}
	return a, nil
}
