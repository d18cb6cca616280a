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

// counted are the servers that a majority is of; nil where somebody else runs them, or it is not known. Names of nodes that have left are asked for, since their servers may have stayed.
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
		n.note("ask which nodes have left", err) // without a majority: what is known without them is told
		names = append(names, gone...)
	}
	return n.bus.Counted(names...)
}

// needed is how many of so many servers are a majority.
func needed(counted int) int { return counted/2 + 1 }

// countServers tells of servers that count for the majority and are no node's: with them fewer may be lost than it seems.
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

// leaveServer takes out the server of a node that is no member any more, or never became one.
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

// NoSuchNode is the error of a name that no node has.
func NoSuchNode(node string) error {
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("there is no node %q", node), Hint: "`asterism cluster status` lists them"}
}

// Lacks says in words what the cluster lacks that others must bring, where fewer servers run than a majority; empty: nothing, or it is not known here.
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
