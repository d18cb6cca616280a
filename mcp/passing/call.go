package passing

import (
	"bytes"
	"encoding/gob"

	"asterism/mcp"
)

// call is a tool call on its way to a shard.
type call struct {
	mcp.Call
	Shard int
}

// The kinds of questions between nodes.
const (
	kindCall = "call"
	kindMeet = "meet" // what a shard brings to a gathering
	kindPart = "part" // a shard's part of a question that concerns several
)

// question is what a node asks another. Nodes of different versions meet while a cluster is upgraded: gob leaves out fields that one of them does not know.
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
