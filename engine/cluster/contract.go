package cluster

import (
	"context"

	"asterism/engine/cluster/shard"
	"asterism/engine/store"
)

// Leader is who leads a shard, and for the how-manieth time somebody does.
type Leader = shard.Leader

// Change is what became of a shard on this node.
type Change = shard.Change

// Node is this machine's part of a cluster: the shards of which it keeps a replica. It is safe for concurrent use.
type Node interface {
	// Name is the node's own, as other nodes know it.
	Name() string
	// Shards is how many shards the cluster has, as it was chosen when the cluster was made; [ShardOf] says in which a namespace lies.
	Shards() int
	// Shard returns this node's replica of a shard; nil: it keeps none.
	Shard(number int) Shard
	// LeaderOf is who leads a shard, be a replica here or not; false: nobody does at the moment.
	LeaderOf(number int) (Leader, bool)
	// Subscribe calls fn for each change of a shard's role here, or of its leader, in order, from one goroutine, and first once for each shard as it is now; fn must be
	// quick. stop ends that.
	Subscribe(fn func(Change)) (stop func())
	// Members are the nodes that have joined and not left, by name, with what each said of itself ([Config.About]).
	Members(ctx context.Context) (map[string]string, error)
	// Placement says which nodes keep which shard.
	Placement(ctx context.Context) (map[int][]string, error)
	// AddReplica and RemoveReplica change that. The node that is named acts on it as soon as it hears of it; the last replica of a shard is not removed.
	AddReplica(ctx context.Context, number int, node string) error
	RemoveReplica(ctx context.Context, number int, node string) error
	// Leave takes the node out of the members. It must keep no replica any more.
	Leave(ctx context.Context) error
	// Forget does the same with another node, which is gone for good.
	Forget(ctx context.Context, node string) error
	// Close gives up what the node leads, so that others lead at once, and closes its stores.
	Close(ctx context.Context) error
}

// Shard is this node's replica of a shard. It is safe for concurrent use.
type Shard interface {
	// Number is which shard.
	Number() int
	// Role is what the replica is at the moment.
	Role() shard.Role
	// Leader is who leads; false: nobody does at the moment.
	Leader() (Leader, bool)
	// Store reads from this node's RocksDB. It writes while the node leads, and otherwise refuses with an error that wraps [store.ErrDeposed]; without a quorum with one that
	// wraps [store.ErrUnavailable]. Both say that nothing was changed. Closing it leaves the replica open. After a [Change] that says Reloaded it is another.
	Store() store.Store
	// Applied is the place in the log up to which this replica has applied it. After a write was answered it is at or behind that write, so it is what a caller needs who
	// wants to see his own write elsewhere.
	Applied() uint64
	// Behind is how many records of the log this replica has not applied yet, as far as it knows.
	Behind() uint64
	// WaitFor returns when the log has been applied up to the place, or with the error of ctx.
	WaitFor(ctx context.Context, place uint64) error
	// Confirm returns nil when this node was leading at a moment after the call: what was read before Confirm returned was then the newest state. Within a lease it costs
	// nothing; otherwise it asks a quorum. The error wraps [store.ErrDeposed] or [store.ErrUnavailable].
	Confirm(ctx context.Context) error
	// OnApplied calls fn for each write after it was applied here, in the order of the log, also on the leader; fn must be quick. It is for what is kept in memory
	// beside a store: an index. Writes that the store refused are left out. stop ends that.
	OnApplied(fn func(place uint64, w *store.Write)) (stop func())
	// Checkpoint puts the shard as it is here into the cluster's object store, and cuts the log behind it.
	Checkpoint(ctx context.Context) (shard.Checkpoint, error)
	// Resign gives the lead up; another node takes it at once, if there is one.
	Resign(ctx context.Context) error
}

var _ Shard = (*shard.Shard)(nil)
