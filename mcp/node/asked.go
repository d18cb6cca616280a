package node

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// ownPrefix begins the questions of nodes to each other that are not tool calls. An encoded call never begins with it.
var ownPrefix = []byte("asterism node 1 ")

// asked is a question of one node to another about that node.
type asked struct {
	Kind  string          `json:"kind"`
	Shard int             `json:"shard,omitempty"`
	Node  string          `json:"node,omitempty"`
	Piece json.RawMessage `json:"piece,omitempty"`
}

// The kinds of questions.
const (
	askState      = "state"      // the state of the node: a [State]
	askCheckpoint = "checkpoint" // the leader of a shard stores a checkpoint in the cluster's object store: a shard.Checkpoint
	askResign     = "resign"     // the leader of a shard gives up leadership to another node
	askPiece      = "piece"      // no answer: it reports the result of a piece of work, see package spread
	askRemove     = "remove"     // takes out the server of a node that leaves
)

// answer answers another node: a question about this one, or a call that was passed on.
func (n *Node) answer(ctx context.Context, question []byte) ([]byte, error) {
	own, ok := bytes.CutPrefix(question, ownPrefix)
	if !ok {
		return n.passer.Answer(ctx, question)
	}
	var q asked
	if err := json.Unmarshal(own, &q); err != nil {
		return nil, fmt.Errorf("read the question of another node: %w", err)
	}
	var out any
	var err error
	switch q.Kind {
	case askState:
		s := n.state()
		s.Refuses = refuses(ctx, n)
		out = s
	case askCheckpoint:
		out, err = n.checkpoint(ctx, q.Shard)
	case askResign:
		out, err = struct{}{}, n.resign(ctx, q.Shard)
	case askPiece:
		out, err = struct{}{}, n.spreader.Heard(q.Piece)
	case askRemove:
		out, err = struct{}{}, n.bus.Remove(ctx, q.Node)
	default:
		err = fmt.Errorf("node %s does not know the question %q: the nodes should be of one version", n.cluster.Name(), q.Kind)
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(out)
}

// ask asks a node, which may be this one.
func (n *Node) ask(ctx context.Context, node string, q asked, into any) error {
	raw, err := json.Marshal(q)
	if err != nil {
		return err
	}
	raw = append(bytes.Clone(ownPrefix), raw...)
	var answer []byte
	if node == n.cluster.Name() {
		answer, err = n.answer(ctx, raw)
	} else {
		answer, err = n.exchange.Ask(ctx, node, raw)
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(answer, into)
}

// stateWait is how long a node may take to report its state.
const stateWait = 3 * time.Second
