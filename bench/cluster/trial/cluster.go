package trial

import (
	"context"

	"asterism/bench/cluster/network"
	"asterism/bench/toolcall"
)

// Cluster is some nodes, numbered from 0, each a process on a host of its own.
type Cluster interface {
	Nodes() int
	Network() *network.Network
	// Caller calls tools of a node, whether or not it runs. What cannot be connected to is an error that wraps [ErrNotReached].
	Caller(node int) *toolcall.Caller
	// Leader is the node that leads the shard of a namespace; false: no node reports one at the moment.
	Leader(ctx context.Context, namespace string) (node int, ok bool)
	Start(ctx context.Context, node int) error // returns when the node answers health checks; the cluster may not be whole yet
	Kill(node int) error                       // SIGKILL
	Pause(node int) error                      // SIGSTOP
	Resume(node int) error                     // SIGCONT
	// Settled returns when every shard has a leader and all replicas have applied its log to the end.
	Settled(ctx context.Context) error
	// Stop ends all nodes, when their replicas have everything. Their folders stay.
	Stop(ctx context.Context) error
	// Replicas compares what the nodes keep, which must be stopped: a difference between replicas of a shard is an error. fn gets each memory once, as the text of its content and its id.
	Replicas(ctx context.Context, fn func(id, content string)) error
}
