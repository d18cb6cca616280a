package cluster

import (
	"context"

	"asterism/engine/cluster/shard"
	"asterism/engine/store"
)

// Leader is the node that leads a shard, with the term: the count of leaders so far.
type Leader = shard.Leader

// Change is a change of a shard on this node.
type Change = shard.Change

// Node is this machine's part of a cluster: the shards of which it keeps a replica. It is safe for concurrent use.
type Node interface {
	// Name returns the node's own name, as other nodes know it.
	Name() string
	// Shards returns how many shards the cluster has. That was chosen when the cluster was made. [ShardOf] returns the shard of a namespace.
	Shards() int
	// Shard returns this node's replica of a shard, or nil if the node keeps none.
	Shard(number int) Shard
	// LeaderOf returns the leader of a shard, whether or not this node keeps a replica. false: no node leads at the moment.
	LeaderOf(number int) (Leader, bool)
	// Subscribe calls fn once for the present state of each shard, and then for each change of a shard's role here or of its leader. The calls come in order, from one goroutine. fn
	// must be quick. stop ends the calls.
	Subscribe(fn func(Change)) (stop func())
	// Members returns the nodes that have joined and not left, by name, with their [Config.About].
	Members(ctx context.Context) (map[string]string, error)
	// Placement returns the nodes that keep each shard.
	Placement(ctx context.Context) (map[int][]string, error)
	// AddReplica and RemoveReplica change the placement. The named node acts as soon as it learns of the change. The last replica of a shard cannot be removed.
	AddReplica(ctx context.Context, number int, node string) error
	RemoveReplica(ctx context.Context, number int, node string) error
	// Leave takes this node out of the members. It must not keep any replica.
	Leave(ctx context.Context) error
	// Forget takes out another node, which is gone for good.
	Forget(ctx context.Context, node string) error
	// Close gives up all shards that the node leads, so that other nodes lead them at once, and closes its stores.
	Close(ctx context.Context) error
}

// Shard is this node's replica of a shard. It is safe for concurrent use.
type Shard interface {
	// Number is the number of the shard.
	Number() int
	// Role is the present role of the replica.
	Role() shard.Role
	// Leader returns the leader; false: no node leads at the moment.
	Leader() (Leader, bool)
	// Store reads from this node's RocksDB. It accepts writes while the node leads. Otherwise a write fails with an error that wraps [store.ErrDeposed], or [store.ErrUnavailable]
	// without a quorum. In both cases nothing was changed. Closing the store leaves the replica open. After a [Change] with Reloaded set, Store returns another store.
	Store() store.Store
	// Applied is the log position up to which this replica has applied the log. When a write returns, Applied is at or after that write. A caller passes it to another node's
	// WaitFor to read its own write there.
	Applied() uint64
	// Behind is how many log records this replica has not applied yet, as far as it knows.
	Behind() uint64
	// WaitFor returns when the log has been applied up to the position, or with the error of ctx.
	WaitFor(ctx context.Context, place uint64) error
	// Confirm returns nil if this node was the leader at some moment after the call. What was read before Confirm returned was then the newest state. Within a lease it costs
	// nothing; otherwise it asks a quorum. The error wraps [store.ErrDeposed] or [store.ErrUnavailable].
	Confirm(ctx context.Context) error
	// OnApplied calls fn for each write after it was applied here, in log order, on the leader too. fn must be quick. It is meant for state in memory that follows the store, such
	// as an index. Writes that the store refused are left out. stop ends the calls.
	OnApplied(fn func(place uint64, w *store.Write)) (stop func())
	// Checkpoint stores the present state of the shard in the cluster's object store, and cuts the log behind it.
	Checkpoint(ctx context.Context) (shard.Checkpoint, error)
	// Resign gives up leadership. Another node takes it at once, if there is one.
	Resign(ctx context.Context) error
}

var _ Shard = (*shard.Shard)(nil)
