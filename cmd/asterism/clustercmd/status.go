package clustercmd

import (
	"fmt"
	"strings"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/mcp/client"
	"asterism/mcp/node"

	"github.com/spf13/cobra"
)

func statusCmd(g commands) *cobra.Command {
	return &cobra.Command{
		Use:   "status",
		Short: "Show nodes, shards, who leads them and how far each is behind",
		Long:  "Show the nodes of the cluster, which shards they keep and lead, and how far each replica is behind, as the node in the folder that --data names sees it. The node must run.",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return ask(g, cmd, "cluster_status", client.Arguments{}, show)
		},
	}
}

func show(s *node.Status) error {
	shell.Printf("cluster %s: %s, %s%s\n", s.Cluster, words.Count(len(s.Nodes), "node"), words.Count(len(s.Shards), "shard"), words.During(s.Whole, ", whole"))
	for i := range s.Nodes {
		n := &s.Nodes[i]
		shell.Printf("  %-20s %-22s %s%s\n", n.Node, n.Listen, nodeWords(n), words.During(n.Node == s.Node, "  (asked)"))
	}
	for i := range s.Shards {
		shell.Println("  " + shardWords(&s.Shards[i]))
	}
	for _, t := range s.Trouble {
		shell.Println("→ " + t)
	}
	for _, t := range s.Notes {
		shell.Println("  " + t)
	}
	return nil
}

func nodeWords(n *node.NodeStatus) string {
	if !n.Answers {
		return "does not answer"
	}
	out := fmt.Sprintf("keeps %s, leads %d", words.Count(n.Keeps, "shard"), n.Leads)
	if n.Behind > 0 {
		out += fmt.Sprintf(", up to %s behind", words.Count(int(n.Behind), "record"))
	}
	return out
}

func shardWords(s *node.Shard) string {
	leader := s.Leader
	if leader == "" {
		leader = "nobody"
	}
	var rest []string
	for i := range s.Replicas {
		r := &s.Replicas[i]
		if r.Node == s.Leader && r.Behind == 0 {
			continue
		}
		v := r.Node
		switch {
		case r.Trouble != "":
			v += " (in trouble)"
		case r.Behind > 0:
			v += fmt.Sprintf(" (%d behind)", r.Behind)
		case r.Role == node.NotHeardOf:
			v += " (not heard of)"
		}
		rest = append(rest, v)
	}
	if len(rest) == 0 {
		return fmt.Sprintf("shard %-4d led by %-20s and nowhere else", s.Shard, leader)
	}
	return fmt.Sprintf("shard %-4d led by %-20s also on %s", s.Shard, leader, strings.Join(rest, ", "))
}
