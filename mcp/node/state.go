package node

import (
	"context"
	"errors"
	"fmt"
	"time"

	"asterism/engine/cluster/member"
	"asterism/engine/store"
)

// State is the state of a node, as it reports it.
type State struct {
	Node      string         `json:"node"`
	Version   string         `json:"version"`
	Bus       int            `json:"bus_peers"`                // number of other nodes' servers to which its own is connected
	Ends      time.Time      `json:"certificate_ends"`         // of the node's own
	Authority time.Time      `json:"authority_ends"`           // of the cluster's
	Replicas  []ReplicaState `json:"replicas"`                 // of the shards that it keeps
	Warning   string         `json:"warning,omitempty"`        // what needs attention soon
	Fixed     bool           `json:"fixed,omitempty"`          // it wants replicas to stay where they are
	Refuses   string         `json:"writes_refused,omitempty"` // why the shards that it keeps accept no new memories; empty: they do
}

// ReplicaState is the state of a replica, as its node reports it.
type ReplicaState struct {
	Shard   int    `json:"shard"`
	Node    string `json:"node"`
	Role    string `json:"role"`
	Engine  string `json:"engine,omitempty"` // of a leader: open, opening, or the error of opening it
	Applied uint64 `json:"applied"`          // place in the log
	Behind  uint64 `json:"behind"`           // records of the log that it has not applied yet
	Trouble string `json:"trouble,omitempty"`
}

// state returns this node's state.
func (n *Node) state() *State {
	own, authority := n.cfg.Member.Ends()
	out := &State{Node: n.cluster.Name(), Version: n.cfg.Version, Bus: n.bus.Peers(), Ends: own, Authority: authority, Fixed: n.cfg.Fixed, Replicas: []ReplicaState{}}
	if time.Until(own) < member.WarnBefore {
		out.Warning = fmt.Sprintf("its certificate ends at %s: `asterism cluster renew`, and start it again", own.Format(time.RFC3339))
	}
	for shard := range n.cluster.Shards() {
		if r, ok := n.replicaState(shard); ok {
			out.Replicas = append(out.Replicas, r)
		}
	}
	return out
}

// refuses says why the stores of this node accept no new memories, such as a nearly full disk, or that a store cannot say; empty: they do. Shards that other nodes lead are checked
// too, because their writes are applied here and their leadership may move here.
func refuses(ctx context.Context, n *Node) string {
	select {
	case <-n.opened:
	default:
		return ""
	}
	for shard := range n.cluster.Shards() {
		s := n.cluster.Shard(shard)
		if s == nil {
			continue
		}
		switch info, err := s.Store().Info(ctx); {
		case errors.Is(err, store.ErrClosed): // it is being opened again
		case err != nil:
			return fmt.Sprintf("read the state of the store: %v", err)
		case info.Refuses != "":
			return info.Refuses
		}
	}
	return ""
}

func (n *Node) replicaState(shard int) (ReplicaState, bool) {
	s := n.cluster.Shard(shard)
	if s == nil {
		return ReplicaState{}, false
	}
	r := ReplicaState{Shard: shard, Node: n.cluster.Name(), Role: s.Role().String(), Applied: s.Applied(), Behind: s.Behind()}
	if t, ok := s.(interface{ Trouble() error }); ok && t.Trouble() != nil {
		r.Trouble = t.Trouble().Error()
	}
	if leads, known := n.host.Leads()[shard]; known {
		r.Engine = "opening"
		if _, err := n.host.Engine(shard); leads {
			r.Engine = "open"
		} else if err != nil {
			r.Engine = err.Error()
		}
	}
	return r, true
}
