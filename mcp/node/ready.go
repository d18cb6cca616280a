package node

import "fmt"

// Doing says in words what is being opened, or what the cluster needs.
func (n *Node) Doing() string {
	if !n.isOpen() {
		return n.stage.Load().(string)
	}
	_, doing := n.Ready()
	return doing
}

// Ready reports whether every call can be served now, and if not, why: a shard without a working leader serves none. If [Lacks] gives the reason, waiting alone does not help.
func (n *Node) Ready() (bool, string) {
	select {
	case <-n.opened:
	default:
		return false, n.stage.Load().(string)
	}
	if n.err != nil {
		return false, n.err.Error()
	}
	if lacks := Lacks(n); lacks != "" {
		return false, lacks
	}
	leaderless, opening := 0, 0
	leads := n.host.Leads()
	for shard := range n.cluster.Shards() {
		l, ok := n.cluster.LeaderOf(shard)
		switch {
		case !ok:
			leaderless++
		case l.Node == n.cluster.Name() && !leads[shard]:
			opening++
		}
	}
	switch shards := n.cluster.Shards(); {
	case leaderless > 0:
		return false, fmt.Sprintf("%d of %d shards are led by nobody", leaderless, shards)
	case opening > 0:
		return false, fmt.Sprintf("opening %d shards of %d", opening, shards)
	}
	return true, ""
}
