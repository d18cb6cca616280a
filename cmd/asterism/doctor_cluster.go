package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/words"
	"asterism/engine/cluster/member"
	"asterism/mcp/node"
)

// examineNode reports on the node of the folder: its certificates, and, while it runs, its report on the cluster.
func (g *globals) examineNode(ctx context.Context) []finding {
	m, err := member.Open(g.Data)
	if err == nil {
		err = m.Current(time.Now())
	}
	if err != nil {
		return []finding{failed("node", err)}
	}
	ends, authority := m.Ends()
	out := []finding{nodeFinding(m, ends, authority, time.Now())}
	server, err := owner.FindServer(g.Data)
	switch {
	case err != nil:
		return append(out, failed("cluster", err))
	case server == nil:
		return append(out, finding{Part: "cluster", Words: []string{"the node does not run, so nothing is known of the others"}, WayOut: "start it: asterism serve --cluster " + g.Data})
	}
	s, err := g.clusterStatus(ctx, server)
	if err != nil {
		return append(out, failed("cluster", err))
	}
	return append(out, clusterFinding(s))
}

func nodeFinding(m *member.Member, ends, authority, now time.Time) finding {
	f := finding{Part: "node", OK: true, Words: []string{
		fmt.Sprintf("node %s of cluster %s: other nodes reach it at %s, machines join at %s", m.Node, m.Cluster, m.Listen, m.Door),
		fmt.Sprintf("its certificate holds until %s, the cluster's until %s", ends.Format(time.DateOnly), authority.Format(time.DateOnly)),
	}}
	if ends.Sub(now) < member.WarnBefore {
		f.OK, f.WayOut = false, "asterism cluster renew, and start the node again"
	}
	return f
}

func (g *globals) clusterStatus(ctx context.Context, server *owner.Announcement) (*node.Status, error) {
	r, err := g.Reach(ctx, server)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	body, err := r.Ask(ctx, "cluster_status", nil)
	if err != nil {
		return nil, err
	}
	s := &node.Status{}
	if err := json.Unmarshal(body, s); err != nil {
		return nil, fmt.Errorf("read the answer of cluster_status: %w", err)
	}
	return s, nil
}

// clusterFinding converts a node's report on the cluster.
func clusterFinding(s *node.Status) finding {
	f := finding{Part: "cluster", OK: s.Whole}
	leads := map[string]int{}
	for _, shard := range s.Shards {
		leads[shard.Leader]++
	}
	f.Words = []string{fmt.Sprintf("%s, %s", words.Count(len(s.Nodes), "node"), words.Count(len(s.Shards), "shard"))}
	for i := range s.Nodes {
		n := &s.Nodes[i]
		state := fmt.Sprintf("keeps %d shards, leads %d", n.Keeps, leads[n.Node])
		if !n.Answers {
			state = "does not answer"
		}
		f.Words = append(f.Words, n.Node+" "+state)
	}
	const most = 5
	for i, t := range s.Trouble {
		if i == most {
			f.Words = append(f.Words, fmt.Sprintf("and %d more", len(s.Trouble)-most))
			break
		}
		f.Words = append(f.Words, t)
	}
	if !s.Whole {
		f.WayOut = "asterism cluster status; docs/cluster.md says what to do"
	}
	return f
}
