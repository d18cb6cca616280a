package node

import (
	"context"
	"slices"
	"time"

	"asterism/mcp/arguments"
	"asterism/mcp/tools"
)

// Tools are those of the user's own commands that concern the cluster. No assistant is offered them.
func (n *Node) Tools() []*tools.Tool {
	return []*tools.Tool{n.statusTool()}
}

// toolNames are their names, which no other tool has.
var toolNames = []string{"cluster_status"}

// ours reports whether a tool is about the cluster itself, and so is carried out by the node that is asked.
func (n *Node) ours(tool string) bool { return slices.Contains(toolNames, tool) }

func (n *Node) statusTool() *tools.Tool {
	return &tools.Tool{
		Name:        "cluster_status",
		Title:       "How the cluster is",
		Description: "The nodes of the cluster, which shards they keep and lead, and how far each is behind.",
		Hints:       tools.Hints{ReadOnly: true, Idempotent: true},
		Input:       `{"type":"object","properties":{},"additionalProperties":false}`,
		Output:      `"cluster":{"type":"string"},"node":{"type":"string"},"whole":{"type":"boolean"},"nodes":{"type":"array"},"shards":{"type":"array"},"trouble":{"type":"array"}`,
		Always:      []string{"cluster", "node", "whole", "nodes", "shards", "trouble"},
		Prepare: func(*arguments.Given) tools.Job {
			return func(ctx context.Context, _ *tools.Engine, _ time.Time) (*tools.Outcome, error) {
				return &tools.Outcome{Payload: n.Status(ctx)}, nil
			}
		},
	}
}
