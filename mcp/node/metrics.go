package node

import (
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
)

// Figures are the metrics of this node for Prometheus. They use only what the node knows without asking others, so a scrape is cheap and works while the others are away.
func (n *Node) Figures() prometheus.Collector { return figures{n} }

type figures struct{ n *Node }

var (
	figureMembers    = describe("members", "Nodes that had joined and not left when that was last known.")
	figurePeers      = describe("bus_peers", "Servers of other nodes that this node's own is connected to.")
	figureLeaderless = describe("shards_leaderless", "Shards that nobody leads, as far as this node knows.")
	figureLeads      = describe("shard_leads", "Whether this node leads a shard that it keeps.", "shard")
	figureApplied    = describe("shard_applied", "The place in the log of a shard up to which this node's replica has applied it.", "shard")
	figureBehind     = describe("shard_behind_records", "Records of the log of a shard that this node's replica has not applied yet.", "shard")
	figureTrouble    = describe("shard_trouble", "Whether something keeps this node's replica of a shard from following.", "shard")
	figureEnds       = describe("certificate_end_timestamp_seconds", "When the certificate of this node ends.")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("asterism_cluster_"+name, help, labels, nil)
}

// Describe implements [prometheus.Collector]. It sends nothing, which makes the collector unchecked, because the set of shards changes.
func (f figures) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector]. It sends nothing while the node is being opened.
func (f figures) Collect(to chan<- prometheus.Metric) {
	if !f.n.isOpen() {
		return
	}
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	f.n.seen.mu.Lock()
	members := len(f.n.seen.nodes)
	f.n.seen.mu.Unlock()
	gauge(figureMembers, float64(members))
	s := f.n.state()
	gauge(figurePeers, float64(s.Bus))
	gauge(figureEnds, float64(s.Ends.Unix()))
	leaderless := 0
	for shard := range f.n.cluster.Shards() {
		if _, ok := f.n.cluster.LeaderOf(shard); !ok {
			leaderless++
		}
	}
	gauge(figureLeaderless, float64(leaderless))
	for _, r := range s.Replicas {
		shard := strconv.Itoa(r.Shard)
		gauge(figureLeads, one(r.Role == leading), shard)
		gauge(figureApplied, float64(r.Applied), shard)
		gauge(figureBehind, float64(r.Behind), shard)
		gauge(figureTrouble, one(r.Trouble != ""), shard)
	}
}

func one(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
