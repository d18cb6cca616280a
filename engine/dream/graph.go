package dream

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"asterism/kernels"

	"gonum.org/v1/gonum/graph"
	"gonum.org/v1/gonum/graph/iterator"
)

// nearest is how many of its nearest memories each is joined to in the graph.
const nearest = 10

// likenessGraph joins memories that are near to each other, with their likeness as the weight. It is a graph.WeightedUndirected
// whose lists are in order, so that whoever walks it does so in the same order each time (gonum's own graphs are maps).
type likenessGraph struct{ joined []map[int64]float64 }

// newGraph joins each row to its nearest that are more alike than usual; step is called after each row, from several goroutines.
func newGraph(ctx context.Context, f *fusion, workers int, step func()) (*likenessGraph, error) {
	near := make([][]int32, f.rows)
	weights := make([][]float32, f.rows)
	err := eachBlock(ctx, f.rows, workers, func(rows []int) error {
		all := make([][]float32, len(rows))
		for i := range all {
			all[i] = make([]float32, f.rows)
		}
		if err := f.likenesses(rows, nil, all); err != nil {
			return err
		}
		for i, row := range rows {
			near[row] = kernels.TopK(all[i], 0, nearest)
			for _, to := range near[row] {
				weights[row] = append(weights[row], all[i][to])
			}
			step()
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	g := &likenessGraph{joined: make([]map[int64]float64, f.rows)}
	for row := range g.joined {
		g.joined[row] = map[int64]float64{}
	}
	for row := range near {
		for i, to := range near[row] {
			g.join(row, int(to), float64(weights[row][i]))
		}
	}
	return g, nil
}

// join adds an edge. Two rows that are each among the other's nearest come here twice, with likenesses that differ by rounding: the smaller row's counts.
func (g *likenessGraph) join(a, b int, weight float64) {
	if _, ok := g.joined[a][int64(b)]; !ok && weight > 0 {
		g.joined[a][int64(b)], g.joined[b][int64(a)] = weight, weight
	}
}

// node is a row.
type node int64

// ID implements graph.Node.
func (n node) ID() int64 { return int64(n) }

func nodes(ids []int64) graph.Nodes {
	out := make([]graph.Node, len(ids))
	for i, id := range ids {
		out[i] = node(id)
	}
	return iterator.NewOrderedNodes(out)
}

// Node implements graph.Graph.
func (g *likenessGraph) Node(id int64) graph.Node {
	if id < 0 || id >= int64(len(g.joined)) {
		return nil
	}
	return node(id)
}

// Nodes implements graph.Graph.
func (g *likenessGraph) Nodes() graph.Nodes {
	ids := make([]int64, len(g.joined))
	for i := range ids {
		ids[i] = int64(i)
	}
	return nodes(ids)
}

// From implements graph.Graph.
func (g *likenessGraph) From(id int64) graph.Nodes {
	return nodes(slices.SortedFunc(maps.Keys(g.joined[id]), cmp.Compare[int64]))
}

// HasEdgeBetween implements graph.Graph.
func (g *likenessGraph) HasEdgeBetween(a, b int64) bool { return g.joined[a][b] > 0 }

// Edge implements graph.Graph.
func (g *likenessGraph) Edge(a, b int64) graph.Edge { return g.EdgeBetween(a, b) }

// EdgeBetween implements graph.Undirected.
func (g *likenessGraph) EdgeBetween(a, b int64) graph.Edge { return g.WeightedEdgeBetween(a, b) }

// WeightedEdge implements graph.Weighted.
func (g *likenessGraph) WeightedEdge(a, b int64) graph.WeightedEdge {
	return g.WeightedEdgeBetween(a, b)
}

// WeightedEdgeBetween implements graph.WeightedUndirected.
func (g *likenessGraph) WeightedEdgeBetween(a, b int64) graph.WeightedEdge {
	w, ok := g.joined[a][b]
	if !ok {
		return nil
	}
	return edge{node(a), node(b), w}
}

// Weight implements graph.Weighted: 0 where there is no edge.
func (g *likenessGraph) Weight(a, b int64) (float64, bool) {
	w, ok := g.joined[a][b]
	return w, ok || a == b
}

// edge implements graph.WeightedEdge.
type edge struct {
	from, to node
	weight   float64
}

// From implements graph.Edge.
func (j edge) From() graph.Node { return j.from }

// To implements graph.Edge.
func (j edge) To() graph.Node { return j.to }

// ReversedEdge implements graph.Edge.
func (j edge) ReversedEdge() graph.Edge { return edge{j.to, j.from, j.weight} }

// Weight implements graph.WeightedEdge.
func (j edge) Weight() float64 { return j.weight }
