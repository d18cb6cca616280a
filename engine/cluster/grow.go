package cluster

import (
	"context"
	"time"

	"asterism/engine/cluster/journal/stream"
)

// growPause is the time between two attempts to give the logs more servers, while they have too few.
const growPause = 5 * time.Second

// grow gives every log and bucket of the cluster the chosen number of servers as soon as enough exist, and then ends. All nodes do so; the later ones find it done.
func (n *node) grow(ctx context.Context) {
	for ctx.Err() == nil && !n.grown(ctx) {
		pause(ctx, growPause)
	}
}

// grown reports whether every stream has the chosen number of servers. A log that no node has made yet gets that number when it is made, or later if there are too few servers.
func (n *node) grown(ctx context.Context) bool {
	for _, name := range n.names.streams(n.settings.Shards) {
		once, cancel := context.WithTimeout(ctx, growPause)
		all, err := stream.Grow(once, n.js, name, n.settings.Replicas)
		cancel()
		if err != nil {
			n.log.Debug("ask for more servers of a stream", "stream", name, "error", err)
		}
		if !all {
			return false
		}
	}
	n.log.Debug("all streams have as many servers as they should", "servers", n.settings.Replicas)
	return true
}
