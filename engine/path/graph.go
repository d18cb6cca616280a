package path

import "context"

// Node names a node: the id of a memory.
type Node = [16]byte

// Hop is a step to another node. Score lies in (0, 1].
type Hop struct {
	To    Node
	Score float64
}

// Graph is what is searched. The hops of a graph are those that Hops gives, and those that Direct gives to the target of the
// search: a graph that shows only the nearest of many hops can so still have every hop to the target.
type Graph interface {
	// Hops returns the hops that leave a node, each To at most once. It may be costly; it is called once a node.
	Hops(ctx context.Context, from Node) ([]Hop, error)
	// Direct returns the score of the hop from a node to the target; 0: there is none. It is cheap.
	Direct(ctx context.Context, from Node) (float64, error)
}
