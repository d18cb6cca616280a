package node

import "asterism/mcp/dashboard"

// Glance returns what this node knows about the cluster without asking others; nil while it is being opened.
func (n *Node) Glance() *dashboard.Cluster {
	if !n.isOpen() {
		return nil
	}
	out := &dashboard.Cluster{Cluster: n.cfg.Member.Cluster, Node: n.cluster.Name(), Shards: n.cluster.Shards(), Nodes: []dashboard.ClusterNode{}}
	leads := map[string]int{}
	for shard := range n.cluster.Shards() {
		l, ok := n.cluster.LeaderOf(shard)
		if !ok {
			out.Leaderless++
			continue
		}
		leads[l.Node]++
	}
	for _, r := range n.state().Replicas {
		out.Keeps, out.Behind = out.Keeps+1, max(out.Behind, r.Behind)
	}
	n.seen.mu.Lock()
	defer n.seen.mu.Unlock()
	for _, name := range sortedKeys(n.seen.nodes) {
		out.Nodes = append(out.Nodes, dashboard.ClusterNode{Node: name, Listen: n.seen.nodes[name].Listen, Leads: leads[name]})
	}
	return out
}
