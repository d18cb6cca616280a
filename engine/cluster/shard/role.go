package shard

// Role is what a replica is at the moment.
type Role int

// The roles. A follower applies the log as it comes. A candidate has got the lease, and applies what is left of the log before it leads. A leader answers writes. A leader that finds
// out that another leads is a follower again.
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

// Change is what became of a shard on this node.
type Change struct {
	Shard  int
	Role   Role // of this node's replica
	Leader Leader
	Known  bool // that somebody leads
	// Reloaded says that the store of the replica was opened again, perhaps from a checkpoint: what was made from the old one must be made anew.
	Reloaded bool
	Gone     bool // this node keeps no replica any more
}

// Checkpoint is a shard at one moment in the cluster's object store.
type Checkpoint struct {
	Shard    int
	Place    uint64 // in the log, up to which it holds everything
	Memories int
	Bytes    int64
}
