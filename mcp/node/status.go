package node

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"asterism/engine/caught"
	"asterism/engine/cluster/exchange"
)

// Status is the whole cluster, as this node sees it.
type Status struct {
	Cluster string       `json:"cluster"`
	Node    string       `json:"node"`  // the node that made this status
	Whole   bool         `json:"whole"` // every shard has a leader and accepts writes, every replica is complete, every node answers
	Nodes   []NodeStatus `json:"nodes"`
	Shards  []Shard      `json:"shards"`
	Trouble []string     `json:"trouble"` // in words
	Notes   []string     `json:"notes"`   // moves and the like that need no attention
	Counted []string     `json:"counted"` // nodes whose servers count for the majority; empty: they run elsewhere, or it is not known
}

// NodeStatus is a node.
type NodeStatus struct {
	Node    string `json:"node"`
	Listen  string `json:"listen"`
	Answers bool   `json:"answers"`
	Version string `json:"version"`
	Keeps   int    `json:"keeps"`  // shards
	Leads   int    `json:"leads"`  // of them
	Behind  uint64 `json:"behind"` // records, of the replica that is furthest behind
	Error   string `json:"error,omitempty"`
	Warning string `json:"warning,omitempty"`
	Refuses string `json:"writes_refused,omitempty"` // why the shards that it keeps accept no new memories
}

// Shard is a shard with its replicas.
type Shard struct {
	Shard    int            `json:"shard"`
	Leader   string         `json:"leader"` // empty: no node leads it now
	Epoch    uint64         `json:"epoch"`
	Log      []string       `json:"log"`        // the servers with an up-to-date copy of its log
	LogLed   string         `json:"log_leader"` // the server that leads the log: on another machine than the shard's leader, if possible; empty: none now
	Replicas []ReplicaState `json:"replicas"`
	Leaving  string         `json:"leaving,omitempty"` // the node that drops it when the others have all of it
}

// Status asks every node for its state. What it cannot learn, it reports in Trouble; the rest is complete.
func (n *Node) Status(ctx context.Context) *Status {
	out := &Status{Cluster: n.cfg.Member.Cluster, Node: n.cluster.Name(), Nodes: []NodeStatus{}, Shards: []Shard{}, Trouble: []string{}, Notes: []string{}, Counted: []string{}}
	nodes, err := n.look(ctx)
	if err != nil {
		out.trouble("%v; these are the nodes that were known last", err)
		n.seen.mu.Lock()
		nodes = n.seen.nodes
		n.seen.mu.Unlock()
	}
	states := n.states(ctx, nodes)
	replicas := map[int][]ReplicaState{}
	for _, name := range sortedKeys(nodes) {
		out.Nodes = append(out.Nodes, out.nodeStatus(name, nodes[name], states[name], replicas))
	}
	logs := n.logs(ctx)
	placed, err := n.placement(ctx)
	if err != nil {
		out.trouble("%v", err)
	}
	for shard := range n.cluster.Shards() {
		out.Shards = append(out.Shards, n.shardStatus(out, shard, replicas[shard], placed[shard], logs[shard]))
	}
	out.noteMoves(leaving(ctx, n), states)
	out.countBehind()
	out.countLogs()
	servers, err := counted(ctx, n)
	n.note("ask which servers are counted", err)
	out.countServers(servers)
	if lacks := lacking(servers); lacks != "" {
		out.Trouble = append([]string{lacks}, out.Trouble...)
	}
	out.Whole = len(out.Trouble) == 0
	return out
}

// report is the state that a node reported, or the error of asking it.
type report struct {
	state State
	err   error
}

// states asks all nodes at the same time.
func (n *Node) states(ctx context.Context, nodes map[string]About) map[string]*report {
	ctx, stop := context.WithTimeout(ctx, stateWait)
	defer stop()
	out := map[string]*report{}
	var asking sync.WaitGroup
	for name := range nodes {
		t := &report{}
		out[name] = t
		asking.Go(func() {
			t.err = caught.Run(func() error { return n.ask(ctx, name, asked{Kind: askState}, &t.state) })
		})
	}
	asking.Wait()
	return out
}

func (s *Status) nodeStatus(name string, about About, t *report, replicas map[int][]ReplicaState) NodeStatus {
	v := NodeStatus{Node: name, Listen: about.Listen, Version: about.Version, Answers: t.err == nil}
	if t.err != nil {
		v.Error = t.err.Error()
		if errors.Is(t.err, exchange.ErrGone) {
			v.Error = exchange.ErrGone.Error() // the line names the node already
		}
		s.trouble("node %s does not answer: %s", name, v.Error)
		return v
	}
	v.Version, v.Warning, v.Keeps = t.state.Version, t.state.Warning, len(t.state.Replicas)
	v.Refuses = t.state.Refuses
	if v.Warning != "" {
		s.trouble("node %s: %s", name, v.Warning)
	}
	for _, r := range t.state.Replicas {
		replicas[r.Shard] = append(replicas[r.Shard], r)
		if r.Role == leading {
			v.Leads++
		}
		if r.Trouble != "" {
			s.trouble("shard %d on node %s: %s", r.Shard, name, r.Trouble)
		}
		if r.Engine != "" && r.Engine != "open" {
			s.trouble("shard %d is led by node %s, whose engine is not open: %s", r.Shard, name, r.Engine)
		}
	}
	switch {
	case v.Refuses == "":
	case v.Leads > 0:
		s.trouble("node %s can store nothing new in the shards that it leads: %s", name, v.Refuses)
	default: // writes to other shards do not wait for it
		s.trouble("node %s leads no shard, and cannot take over: it can store nothing new: %s", name, v.Refuses)
	}
	return v
}

// NotHeardOf is the role of a replica whose node did not answer, or does not keep it yet.
const NotHeardOf = "not heard of"

// leading is the text of [shard.Leading].
const leading = "leader"

func (n *Node) shardStatus(s *Status, shard int, replicas []ReplicaState, placed []string, log shardLog) Shard {
	v := Shard{Shard: shard, Replicas: replicas, Log: log.servers, LogLed: log.leader}
	if log.err != nil {
		s.trouble("the log of shard %d: %v", shard, log.err)
	}
	l, ok := n.cluster.LeaderOf(shard)
	if v.Leader, v.Epoch = l.Node, l.Epoch; !ok {
		s.trouble("nobody leads shard %d", shard)
	}
	var most uint64
	led := false
	for _, r := range replicas {
		most, led = max(most, r.Applied), led || r.Role == leading
	}
	for i := range v.Replicas {
		r := &v.Replicas[i]
		if led { // the leader's replica is the measure; a follower only knows that from its last message
			r.Behind = most - r.Applied
		}
		if r.Behind > 0 && r.Trouble == "" {
			records := "records"
			if r.Behind == 1 {
				records = "record"
			}
			s.trouble("shard %d on node %s is %d %s behind", shard, r.Node, r.Behind, records)
		}
	}
	for _, node := range placed {
		if !slices.ContainsFunc(replicas, func(r ReplicaState) bool { return r.Node == node }) {
			v.Replicas = append(v.Replicas, ReplicaState{Shard: shard, Node: node, Role: NotHeardOf})
			if slices.ContainsFunc(s.Nodes, func(n NodeStatus) bool { return n.Node == node && n.Answers }) { // a node that does not answer is in Trouble already
				s.trouble("node %s is to keep shard %d, and has not opened it", node, shard)
			}
		}
	}
	slices.SortFunc(v.Replicas, func(a, b ReplicaState) int { return compare(a.Node, b.Node) })
	return v
}

func (s *Status) trouble(format string, args ...any) {
	s.Trouble = append(s.Trouble, fmt.Sprintf(format, args...))
}

// noteMoves adds notes on shards that are being moved, and on nodes that want them to stay.
func (s *Status) noteMoves(leaving map[int]string, states map[string]*report) {
	for i := range s.Shards {
		if from := leaving[s.Shards[i].Shard]; from != "" {
			s.Shards[i].Leaving = from
			s.Notes = append(s.Notes, fmt.Sprintf("shard %d is being moved: node %s drops it when the others have all of it", s.Shards[i].Shard, from))
		}
	}
	if node := fixedBy(states); node != "" {
		s.Notes = append(s.Notes, fmt.Sprintf("replicas do not spread over the nodes by themselves: node %s was started with --fixed-shards", node))
	}
}

// countBehind sets, for each node, by how much its worst replica is behind.
func (s *Status) countBehind() {
	for i := range s.Nodes {
		for _, shard := range s.Shards {
			for _, r := range shard.Replicas {
				if r.Node == s.Nodes[i].Node {
					s.Nodes[i].Behind = max(s.Nodes[i].Behind, r.Behind)
				}
			}
		}
	}
}

// countLogs reports how many logs are on too few servers, once the cluster has enough nodes.
func (s *Status) countLogs() {
	if len(s.Nodes) < wholeLog {
		return
	}
	fewest, short := wholeLog, 0
	for _, shard := range s.Shards {
		if n := len(shard.Log); shard.Log != nil && n < wholeLog {
			fewest, short = min(fewest, n), short+1
		}
	}
	if short > 0 {
		s.trouble("the logs of %d shards are not whole on %d servers, one of them on %d", short, wholeLog, fewest)
	}
}
