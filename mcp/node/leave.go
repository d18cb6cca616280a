package node

import (
	"context"
	"fmt"
	"slices"

	"asterism/engine"
	"asterism/engine/cluster"
)

// Left says where the shards of a leaving node went.
type Left struct {
	Node    string `json:"node"`
	Moved   int    `json:"moved"`   // shards that another node keeps instead
	Fewer   []int  `json:"fewer"`   // shards with one replica less, because every other node keeps them already
	Removed bool   `json:"removed"` // its server keeps no logs any more, or the servers run elsewhere
}

// Leave takes a node out of the cluster: this one, or another that is gone for good. Its shards go to the nodes that keep the fewest; then its server is taken out, too. For a node
// that still runs, the call must go to that node, and its operator ends it afterwards. If the node has left before and only its server remained, that is taken out.
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
	if mover, ok := n.cluster.(cluster.Mover); ok { // before any move, so that the node gets nothing meanwhile
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

// giveUp moves a shard from the leaving node to another node, and counts that in out.
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
	spare := to == "" && len(placed[shard]) > wholeLog // a move was under way: the other node may not have everything yet
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
		return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("node %s runs", node), Hint: "let it leave: `asterism --data ITS-FOLDER cluster leave`; or end it for good first"}
	}
	return nil
}

// checkMember returns an error for a name that no node has. The empty name is allowed.
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

// heir returns the node that gets a shard: of the members that do not keep it, the one that keeps the fewest. Empty: there is none. It may choose a node that does not run; the move
// then waits until the call is cancelled.
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

// removeServer takes the server of a node out of NATS. A leaving node asks another node to do it, since its own server is the one to go.
func (n *Node) removeServer(ctx context.Context, node string) bool {
	if !n.bus.Own() {
		return true // the node has no server of its own
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
