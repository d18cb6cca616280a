package shard

// Role is the present role of a replica.
type Role int

// The roles. A follower applies the log as it arrives. A candidate has the lease, and applies the rest of the log before it leads. A leader answers writes. A leader that finds that
// another node leads is a follower again.
const (
	Follower Role = iota
	Candidate
	Leading
)

func (r Role) String() string {
	switch r {
	case Follower:
		return "follower"
	case Candidate:
		return "candidate"
	case Leading:
		return "leader"
	}
	return "unknown role"
}

// Leader is who leads a shard.
type Leader struct {
	Node  string
	Epoch uint64 // grows with each change of leader
}

// Change is a change of a shard on this node.
type Change struct {
	Shard  int
	Role   Role // of this node's replica
	Leader Leader
	Known  bool // whether Leader is known
	// Reloaded means that the replica's store was opened again, maybe from a checkpoint. Anything built from the old store must be built again.
	Reloaded bool
	Gone     bool // this node keeps no replica any more
}

// Checkpoint is the state of a shard at one moment, in the cluster's object store.
type Checkpoint struct {
	Shard    int
	Place    uint64 // in the log; the checkpoint contains everything up to it
	Memories int
	Bytes    int64
}
