package cluster

import (
	"cmp"
	"slices"
)

// Look is how the nodes are, as whoever moves replicas sees it.
type Look struct {
	Answers func(node string) bool            // it answers now
	Gone    func(node string) bool            // it has not answered for a while
	Ready   func(node string, shard int) bool // it answers, and has all of a shard
	Leads   func(node string, shard int) bool
}

// Step is one change of who keeps a shard.
type Step struct {
	Shard int // -1: nothing is to be done now
	// Begin has the shard move from one node to another.
	Begin    bool
	From, To string
	// Drop is the node that keeps the shard no more, where nothing begins.
	Drop string
	Why  string // of that, in words
}

// nothing is no step.
var nothing = Step{Shard: -1}

// NextStep says what is to be done so that all nodes keep as many replicas as any other, give or take one. One shard moves at a time: it is added to the node that keeps fewest, and taken from the one that keeps most when all that keep it
// have all of it. Nothing begins with a shard of which a replica is not there or behind. A move of which a node is gone ends without that node, when at least as many replicas as there should be have everything.
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

// inOrder goes through the shards by their numbers.
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

// goOn is what is to be done with a shard that is on its way.
func (p *Places) goOn(shard int, l Look) Step {
	nodes := p.Of[shard]
	if len(nodes) <= p.Replicas { // somebody took a replica away meanwhile
		return nothing
	}
	drop, gone := p.Leaving[shard], 0
	for _, node := range nodes {
		switch {
		case l.Ready(node, shard):
		case l.Gone(node):
			drop = node
			gone++
		default: // it catches up, or is silent for a moment
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

// leastMoved is by how many replicas more a node gives one away: with one more, that would change nothing but names.
const leastMoved = 2

// begin is the move that evens the nodes out most; of several from one node one of a shard that it does not lead, since a lead that goes costs its callers a moment.
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

// movable is the shard that goes from one node to another; -1: none does.
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
