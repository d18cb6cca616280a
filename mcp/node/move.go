package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"asterism/engine"
)

// movePause is how often the progress of a replica that is catching up is checked.
const movePause = 300 * time.Millisecond

// Moved is the result of a move.
type Moved struct {
	Shard int      `json:"shard"`
	Nodes []string `json:"nodes"` // that keep it now
}

// Move moves a shard from one node to another. It removes the old replica only when the new one has everything. Without from it adds a replica, and without to it removes one; the
// last replica cannot be removed.
func (n *Node) Move(ctx context.Context, shard int, from, to string) (*Moved, error) {
	placed, err := n.placement(ctx)
	if err != nil {
		return nil, unavailable(err)
	}
	if err := n.checkMove(placed, shard, from, to); err != nil {
		return nil, err
	}
	if err := n.checkMember(ctx, to); err != nil {
		return nil, err
	}
	if to != "" && !slices.Contains(placed[shard], to) {
		if err := n.cluster.AddReplica(ctx, shard, to); err != nil {
			return nil, unavailable(err)
		}
	}
	if to != "" {
		if err := n.catchUp(ctx, shard, to); err != nil {
			return nil, err
		}
	}
	if from != "" {
		if err := n.part(ctx, shard, from); err != nil {
			return nil, err
		}
	}
	if placed, err = n.placement(ctx); err != nil {
		return nil, unavailable(err)
	}
	return &Moved{shard, placed[shard]}, nil
}

func (n *Node) checkMove(placed map[int][]string, shard int, from, to string) error {
	invalid := func(hint, format string, args ...any) error {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf(format, args...), Hint: hint}
	}
	switch keep := placed[shard]; {
	case shard < 0 || shard >= n.cluster.Shards():
		return invalid("`asterism cluster status` lists them", "there is no shard %d: they are 0 to %d", shard, n.cluster.Shards()-1)
	case from == "" && to == "":
		return invalid("name --to, --from or both", "nothing says where shard %d is to be kept", shard)
	case from == to:
		return invalid("name another", "shard %d is moved from node %s to itself", shard, from)
	case from != "" && !slices.Contains(keep, from):
		return invalid("`asterism cluster status` shows which do", "node %s does not keep shard %d", from, shard)
	case from != "" && to == "" && len(keep) == 1:
		return invalid("name --to, which gets it", "node %s alone keeps shard %d", from, shard)
	}
	return nil
}

// catchUp waits until a node's replica of a shard has what the leader had at the time of the call.
func (n *Node) catchUp(ctx context.Context, shard int, node string) error {
	var goal uint64
	for known := false; ; {
		if !known {
			goal, known = n.leadersPlace(ctx, shard)
		}
		if r, err := n.replicaAt(ctx, shard, node); known && err == nil && r.Trouble == "" && r.Applied >= goal {
			return nil
		}
		select {
		case <-time.After(movePause):
		case <-ctx.Done():
			return fmt.Errorf("wait until node %s has all of shard %d, which goes on: %w", node, shard, ctx.Err())
		}
	}
}

func (n *Node) leadersPlace(ctx context.Context, shard int) (uint64, bool) {
	l, ok := n.cluster.LeaderOf(shard)
	if !ok {
		return 0, false
	}
	r, err := n.replicaAt(ctx, shard, l.Node)
	return r.Applied, err == nil
}

var errNotKept = errors.New("it keeps no replica of the shard yet")

// replicaAt returns the state of a node's replica of a shard, as reported by that node.
func (n *Node) replicaAt(ctx context.Context, shard int, node string) (ReplicaState, error) {
	ctx, stop := context.WithTimeout(ctx, stateWait)
	defer stop()
	var s State
	if err := n.ask(ctx, node, asked{Kind: askState}, &s); err != nil {
		return ReplicaState{}, err
	}
	for _, r := range s.Replicas {
		if r.Shard == shard {
			return r, nil
		}
	}
	return ReplicaState{}, errNotKept
}

// part removes a node's replica. If the node leads the shard it gives up leadership first, so that others need not wait for its lease to expire.
func (n *Node) part(ctx context.Context, shard int, node string) error {
	if l, ok := n.cluster.LeaderOf(shard); ok && l.Node == node {
		if err := n.ask(ctx, node, asked{Kind: askResign, Shard: shard}, &struct{}{}); err != nil {
			n.cfg.Log.Warn("a node does not give a lead away, and is left out all the same", "node", node, "shard", shard, "error", err)
		}
	}
	if err := n.cluster.RemoveReplica(ctx, shard, node); err != nil {
		return unavailable(err)
	}
	return nil
}

// unavailable returns an error for state that needs a majority of the nodes.
func unavailable(err error) error {
	return &engine.Error{Kind: engine.KindBusy, Message: err.Error(), Hint: "a majority of the nodes must answer; `asterism cluster status` shows who does", RetryAfterMs: 2000}
}
