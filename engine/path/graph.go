package path

import "context"

// Node identifies a node: the id of a memory.
type Node = [16]byte

// Hop is a step to another node. Score is in (0, 1].
type Hop struct {
	To    Node
	Score float64
}

// Graph is what is searched. Its hops are those that Hops returns, and those that Direct returns to the target of the
// search. So a graph that returns only the nearest of many hops can still have every hop to the target.
type Graph interface {
	// Hops returns the hops from a node, each To at most once. It may be expensive; it is called once per node.
	Hops(ctx context.Context, from Node) ([]Hop, error)
	// Direct returns the score of the hop from a node to the target; 0: there is none. It is cheap.
	Direct(ctx context.Context, from Node) (float64, error)
}
