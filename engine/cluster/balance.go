package cluster

import (
	"cmp"
	"slices"
)

// Look is the state of the nodes, as seen by the process that moves replicas.
type Look struct {
	Answers func(node string) bool            // it answers now
	Gone    func(node string) bool            // it has not answered for some time
	Ready   func(node string, shard int) bool // it answers and has the whole shard
	Leads   func(node string, shard int) bool
}

// Step is one change of the nodes that keep a shard.
type Step struct {
	Shard int // -1: nothing to do now
	// Begin means that a move of the shard from one node to another begins.
	Begin    bool
	From, To string
	// Drop is the node that stops keeping the shard, where no move begins.
	Drop string
	Why  string // the reason of the drop, in words
}

// nothing is the empty step.
var nothing = Step{Shard: -1}

// NextStep returns the next change on the way to a placement where the replica counts of all nodes differ by at most one. One shard moves at a time. It is added to the node that
// keeps the fewest, and taken from the node that keeps the most once every node that keeps it has all of it. No move begins for a shard with a missing or lagging replica. If a node
// of a move is gone, the move ends without that node, provided enough replicas have everything.
func NextStep(p *Places, l Look) Step {
	moving := false
	for shard := range p.inOrder {
		if _, moves := p.Leaving[shard]; !moves {
			continue
		}
		moving = true
		if s := p.goOn(shard, l); s.Shard >= 0 {
			return s
		}
	}
	if moving {
		return nothing
	}
	return p.begin(l)
}

// inOrder iterates over the shards in the order of their numbers.
func (p *Places) inOrder(yield func(shard int) bool) {
	shards := make([]int, 0, len(p.Of))
	for shard := range p.Of {
		shards = append(shards, shard)
	}
	slices.Sort(shards)
	for _, shard := range shards {
		if !yield(shard) {
			return
		}
	}
}

// goOn returns the next step for a shard that is being moved.
func (p *Places) goOn(shard int, l Look) Step {
	nodes := p.Of[shard]
	if len(nodes) <= p.Replicas { // another process removed a replica meanwhile
		return nothing
	}
	drop, gone := p.Leaving[shard], 0
	for _, node := range nodes {
		switch {
		case l.Ready(node, shard):
		case l.Gone(node):
			drop = node
			gone++
		default: // it is catching up, or does not answer at the moment
			return nothing
		}
	}
	if gone == 0 {
		return Step{Shard: shard, Drop: drop, Why: "the others have all of it"}
	}
	if len(nodes)-gone < p.Replicas {
		return nothing
	}
	return Step{Shard: shard, Drop: drop, Why: "it does not answer any more, and the others have all of it"}
}

// leastMoved is the smallest difference in replica counts at which a node gives one away. A difference of one would only swap the two nodes.
const leastMoved = 2

// begin returns the move that evens the counts out most. Of several shards it prefers one that the giving node does not lead, since a change of leader delays callers for a moment.
func (p *Places) begin(l Look) Step {
	counts := map[string]int{}
	for _, nodes := range p.Of {
		for _, node := range nodes {
			counts[node]++
		}
	}
	byCount := slices.Clone(p.Staying)
	slices.SortFunc(byCount, func(a, b string) int { return cmp.Or(cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b)) })
	for _, from := range slices.Backward(byCount) {
		for _, to := range byCount {
			if counts[from]-counts[to] < leastMoved {
				break
			}
			if !l.Answers(to) {
				continue
			}
			if shard := p.movable(from, to, l); shard >= 0 {
				return Step{Shard: shard, Begin: true, From: from, To: to}
			}
		}
	}
	return nothing
}

// movable returns the shard to move from one node to another; -1 if there is none.
func (p *Places) movable(from, to string, l Look) (best int) {
	best = -1
	for shard := range p.inOrder {
		nodes := p.Of[shard]
		if len(nodes) < p.Replicas || !slices.Contains(nodes, from) || slices.Contains(nodes, to) || slices.ContainsFunc(nodes, func(node string) bool { return !l.Ready(node, shard) }) {
			continue
		}
		if !l.Leads(from, shard) {
			return shard
		}
		if best < 0 {
			best = shard
		}
	}
	return best
}
