package node

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"asterism/engine"
	"asterism/engine/cluster"
	"asterism/engine/cluster/bus"
)

// counted returns the servers that count for the majority; nil if they run elsewhere, or that is not known. It includes the names of nodes that have left, since their servers may
// still count.
func counted(ctx context.Context, n *Node) ([]bus.Counted, error) {
	if n.bus == nil || !n.bus.Own() {
		return nil, nil
	}
	n.seen.mu.Lock()
	names := sortedKeys(n.seen.nodes)
	n.seen.mu.Unlock()
	if mover, ok := n.cluster.(cluster.Mover); ok {
		ctx, stop := context.WithTimeout(ctx, lookWait)
		defer stop()
		gone, err := mover.Gone(ctx)
		n.note("ask which nodes have left", err) // without a majority: the result does not include them
		names = append(names, gone...)
	}
	return n.bus.Counted(names...)
}

// needed returns how many servers are a majority.
func needed(counted int) int { return counted/2 + 1 }

// countServers reports servers that count for the majority but belong to no node. With them, fewer failures are tolerated than the number of nodes suggests.
func (s *Status) countServers(counted []bus.Counted) {
	for _, c := range counted {
		s.Counted = append(s.Counted, c.Node)
		switch {
		case slices.ContainsFunc(s.Nodes, func(v NodeStatus) bool { return v.Node == c.Node }):
		case c.Here:
			s.Notes = append(s.Notes, fmt.Sprintf("the server of node %s counts for the majority, and the node has not joined yet", c.Node))
		case c.Node == "":
			s.trouble("a server that nobody has heard of since this node began still counts for the majority (%d count, %d must run): `asterism cluster leave NODE`, by the name of a node that is gone for good, takes it out",
				len(counted), needed(len(counted)))
		default:
			s.trouble("node %s has left, and its server still counts for the majority (%d count, %d must run): `asterism cluster leave %s` takes it out", c.Node, len(counted), needed(len(counted)), c.Node)
		}
	}
}

// leaveServer takes out the server of a node that is no longer a member, or never became one.
func leaveServer(ctx context.Context, n *Node, node string) (*Left, error) {
	servers, err := counted(ctx, n)
	if err != nil {
		return nil, unavailable(err)
	}
	if slices.ContainsFunc(servers, func(c bus.Counted) bool { return c.Node == node && c.Here }) {
		return nil, &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("node %s is no member of the cluster, and its server runs", node), Hint: "end its process first; one that is just joining is a member in a moment"}
	}
	switch err := n.bus.Remove(ctx, node); {
	case errors.Is(err, bus.ErrNotCounted):
		return nil, NoSuchNode(node)
	case err != nil:
		return nil, unavailable(err)
	}
	return &Left{Node: node, Fewer: []int{}, Removed: true}, nil
}

// NoSuchNode is the error for a name that no node has.
func NoSuchNode(node string) error {
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("there is no node %q", node), Hint: "`asterism cluster status` lists them"}
}

// Lacks says in words what the cluster needs from outside when fewer servers run than a majority; empty: nothing, or this node does not know.
func Lacks(n *Node) string {
	if !n.isOpen() || !n.bus.Own() {
		return ""
	}
	counted, err := n.bus.Counted()
	if err != nil {
		return ""
	}
	return lacking(counted)
}

func lacking(counted []bus.Counted) string {
	here := 0
	for _, c := range counted {
		if c.Here {
			here++
		}
	}
	if counted == nil || here >= needed(len(counted)) {
		return ""
	}
	answer := "answers"
	if here > 1 {
		answer = "answer"
	}
	return fmt.Sprintf("%d of %d nodes %s, %d are needed: start the others (docs/cluster.md, Lose the majority)", here, len(counted), answer, needed(len(counted)))
}
