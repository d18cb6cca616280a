package node

import (
	"context"
	"fmt"
	"slices"

	"asterism/engine"
	"asterism/engine/cluster"
)

// Left is what became of what a node kept.
type Left struct {
	Node    string `json:"node"`
	Moved   int    `json:"moved"`   // shards that another node keeps instead
	Fewer   []int  `json:"fewer"`   // shards that are kept by one node less, for want of another that did not keep them yet
	Removed bool   `json:"removed"` // its server keeps no logs any more, or somebody else runs the servers
}

// Leave takes a node out of the cluster: this one, or another that is gone for good. What it keeps goes to the nodes that keep least; then its server is taken out, too. A node that runs is asked
// itself, and ends afterwards by whoever started it. Where it has left before and its server stayed behind, that is taken out.
func (n *Node) Leave(ctx context.Context, node string) (*Left, error) {
	nodes, err := n.look(ctx)
	if err != nil {
		return nil, unavailable(err)
	}
	if _, member := nodes[node]; !member && n.bus.Own() {
		return leaveServer(ctx, n, node)
	}
	if err := n.checkLeave(ctx, node); err != nil {
		return nil, err
	}
	if mover, ok := n.cluster.(cluster.Mover); ok { // before anything moves, so that nothing comes to it meanwhile
		if err := mover.Part(ctx, node); err != nil {
			return nil, unavailable(err)
		}
	}
	out := &Left{Node: node, Fewer: []int{}}
	for shard := range n.cluster.Shards() {
		if err := giveUp(ctx, n, shard, node, out); err != nil {
			return nil, err
		}
	}
	if err := n.cluster.Forget(ctx, node); err != nil {
		return nil, unavailable(err)
	}
	out.Removed = n.removeServer(ctx, node)
	return out, nil
}

// giveUp has a shard kept by another node than the one that leaves, and notes that.
func giveUp(ctx context.Context, n *Node, shard int, leaves string, out *Left) error {
	placed, err := n.placement(ctx)
	if err != nil {
		return unavailable(err)
	}
	if !slices.Contains(placed[shard], leaves) {
		return nil
	}
	to := n.heir(placed, shard, leaves)
	if to == "" && len(placed[shard]) == 1 {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("node %s alone keeps shard %d, and no other node is there to get it", leaves, shard), Hint: "let another machine join first; of a single node make a backup"}
	}
	spare := to == "" && len(placed[shard]) > wholeLog // it was on its way to another node, which may not have all of it yet
	for _, node := range placed[shard] {
		if !spare || node == leaves {
			continue
		}
		if err := n.catchUp(ctx, shard, node); err != nil {
			return err
		}
	}
	if _, err := n.Move(ctx, shard, leaves, to); err != nil {
		return err
	}
	if to == "" && !spare {
		out.Fewer = append(out.Fewer, shard)
	} else {
		out.Moved++
	}
	return nil
}

func (n *Node) checkLeave(ctx context.Context, node string) error {
	if err := n.checkMember(ctx, node); err != nil {
		return err
	}
	if node == n.cluster.Name() {
		return nil
	}
	asking, stop := context.WithTimeout(ctx, stateWait)
	defer stop()
	if err := n.ask(asking, node, asked{Kind: askState}, &State{}); err == nil {
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("node %s runs", node), Hint: "ask it to leave by itself: `asterism --data ITS-FOLDER cluster leave`; or end it for good first"}
	}
	return nil
}

// checkMember refuses a name that no node has; none is none.
func (n *Node) checkMember(ctx context.Context, node string) error {
	if node == "" {
		return nil
	}
	nodes, err := n.look(ctx)
	if err != nil {
		return unavailable(err)
	}
	if _, ok := nodes[node]; !ok {
		return NoSuchNode(node)
	}
	return nil
}

// heir is the node that gets a shard: the member that keeps least of those that do not keep it yet; empty: there is none. One that does not run never catches up: the move then waits until the call is given up.
func (n *Node) heir(placed map[int][]string, shard int, leaving string) string {
	n.seen.mu.Lock()
	names := sortedKeys(n.seen.nodes)
	n.seen.mu.Unlock()
	best, least := "", 0
	for _, name := range names {
		if name == leaving || slices.Contains(placed[shard], name) {
			continue
		}
		keeps := 0
		for _, nodes := range placed {
			if slices.Contains(nodes, name) {
				keeps++
			}
		}
		if best == "" || keeps < least {
			best, least = name, keeps
		}
	}
	return best
}

// removeServer takes the server of a node out of NATS. A node that leaves asks another to do it, since its own is the one that goes.
func (n *Node) removeServer(ctx context.Context, node string) bool {
	if !n.bus.Own() {
		return true // it has none
	}
	if node != n.cluster.Name() {
		err := n.bus.Remove(ctx, node)
		n.note("take the server of a node out", err)
		return err == nil
	}
	n.seen.mu.Lock()
	names := sortedKeys(n.seen.nodes)
	n.seen.mu.Unlock()
	for _, other := range names {
		if other == node {
			continue
		}
		err := n.ask(ctx, other, asked{Kind: askRemove, Node: node}, &struct{}{})
		if err == nil {
			return true
		}
		n.note("ask a node to take this one's server out", err)
	}
	return false
}
