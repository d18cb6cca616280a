package node

import (
	"cmp"
	"context"
	"slices"
	"time"

	"asterism/engine/cluster/member"
	"asterism/mcp/arguments"
	"asterism/mcp/tools"
)

// Tools are the tools of the user's own commands for the cluster. They are not offered to assistants.
func (n *Node) Tools() []*tools.Tool {
	return []*tools.Tool{statusTool(n), moveTool(n), leaveTool(n), backupTool(n), checkpointTool(n), rememberTool(n)}
}

// toolNames are their names, which no other tool has.
var toolNames = []string{"cluster_status", "cluster_move", "cluster_leave", "cluster_backup", "cluster_checkpoint", rememberName}

// ours reports whether a tool is about the cluster itself. The node that is asked carries it out.
func (n *Node) ours(tool string) bool { return slices.Contains(toolNames, tool) }

func statusTool(n *Node) *tools.Tool {
	return &tools.Tool{
		Name:        "cluster_status",
		Title:       "How the cluster is",
		Description: "The nodes of the cluster, which shards they keep and lead, and how far each is behind.",
		Hints:       tools.Hints{ReadOnly: true, Idempotent: true},
		Input:       `{"type":"object","properties":{},"additionalProperties":false}`,
		Output:      `"cluster":{"type":"string"},"node":{"type":"string"},"whole":{"type":"boolean"},"nodes":{"type":"array"},"shards":{"type":"array"},"trouble":{"type":"array"},"notes":{"type":"array"},"counted":{"type":"array"}`,
		Always:      []string{"cluster", "node", "whole", "nodes", "shards", "trouble", "notes", "counted"},
		Prepare: func(*arguments.Given) tools.Job {
			return func(ctx context.Context, _ *tools.Engine, _ time.Time) (*tools.Outcome, error) {
				return &tools.Outcome{Payload: n.Status(ctx)}, nil
			}
		},
	}
}

func moveTool(n *Node) *tools.Tool {
	return &tools.Tool{
		Name:        "cluster_move",
		Title:       "Have another node keep a shard",
		Description: "Have a shard kept by one node instead of another.",
		Hints:       tools.Hints{Idempotent: true},
		Input:       `{"type":"object","properties":{"shard":{"type":"integer"},"from":{"type":"string"},"to":{"type":"string"}},"required":["shard"],"additionalProperties":false}`,
		Output:      `"shard":{"type":"integer"},"nodes":{"type":"array"}`,
		Always:      []string{"shard", "nodes"},
		Prepare: func(a *arguments.Given) tools.Job {
			shard, from, to := a.Integer("shard", 0, member.MaxShards-1, -1), a.Text("from", mostName), a.Text("to", mostName)
			return func(ctx context.Context, _ *tools.Engine, _ time.Time) (*tools.Outcome, error) {
				moved, err := n.Move(ctx, shard, from, to)
				return outcome(moved, err)
			}
		},
	}
}

// mostName bounds the name of a node, in bytes, and mostPath the path of a folder.
const (
	mostName = 64
	mostPath = 4096
)

func outcome(payload any, err error) (*tools.Outcome, error) {
	if err != nil {
		return nil, err
	}
	return &tools.Outcome{Payload: payload}, nil
}

func leaveTool(n *Node) *tools.Tool {
	return &tools.Tool{
		Name:        "cluster_leave",
		Title:       "Take a node out of the cluster",
		Description: "Take this node out of the cluster, or one that is gone for good.",
		Hints:       tools.Hints{Destructive: true, Idempotent: true},
		Input:       `{"type":"object","properties":{"node":{"type":"string"}},"additionalProperties":false}`,
		Output:      `"node":{"type":"string"},"moved":{"type":"integer"},"fewer":{"type":"array"},"removed":{"type":"boolean"}`,
		Always:      []string{"node", "moved", "fewer", "removed"},
		Prepare: func(a *arguments.Given) tools.Job {
			node := a.Text("node", mostName)
			return func(ctx context.Context, _ *tools.Engine, _ time.Time) (*tools.Outcome, error) {
				left, err := n.Leave(ctx, cmp.Or(node, n.cluster.Name()))
				return outcome(left, err)
			}
		},
	}
}

func backupTool(n *Node) *tools.Tool {
	return &tools.Tool{
		Name:        "cluster_backup",
		Title:       "Back up the cluster",
		Description: "Add all shards to the archive in a folder on this node's machine.",
		Input:       `{"type":"object","properties":{"archive":{"type":"string"}},"required":["archive"],"additionalProperties":false}`,
		Output:      `"id":{"type":"string"},"archive":{"type":"string"},"files":{"type":"integer"},"bytes":{"type":"integer"},"memories":{"type":"integer"},"shards":{"type":"integer"},"damaged":{"type":"integer"}`,
		Always:      []string{"id", "archive", "files", "bytes", "memories", "shards"},
		Prepare: func(a *arguments.Given) tools.Job {
			dir := a.RequiredText("archive", mostPath, "it is where the backup goes")
			return func(ctx context.Context, _ *tools.Engine, _ time.Time) (*tools.Outcome, error) {
				made, err := n.Backup(ctx, dir, tools.BackupProgress(ctx))
				return outcome(made, err)
			}
		},
	}
}

func checkpointTool(n *Node) *tools.Tool {
	return &tools.Tool{
		Name:        "cluster_checkpoint",
		Title:       "Cut the logs",
		Description: "Put every shard into the cluster's object store as it is now, and cut its log behind that.",
		Hints:       tools.Hints{Idempotent: true},
		Input:       `{"type":"object","properties":{},"additionalProperties":false}`,
		Output:      `"checkpoints":{"type":"array"}`,
		Always:      []string{"checkpoints"},
		Prepare: func(*arguments.Given) tools.Job {
			return func(ctx context.Context, _ *tools.Engine, _ time.Time) (*tools.Outcome, error) {
				made, err := n.Checkpoint(ctx)
				return outcome(map[string]any{"checkpoints": made}, err)
			}
		},
	}
}
