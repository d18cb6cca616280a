package cluster

import (
	"context"
	"time"

	"asterism/engine/cluster/journal/stream"
)

// growPause is how often it is tried to give the logs more servers, while there are too few.
const growPause = 5 * time.Second

// grow gives every log and bucket of the cluster as many servers as were chosen, as soon as they are there, and then ends. All nodes do so: the second finds it done.
func (n *node) grow(ctx context.Context) {
	for ctx.Err() == nil && !n.grown(ctx) {
		pause(ctx, growPause)
	}
}

// grown reports whether all have as many. A log that no node has made yet is made with as many, if there are servers for it, or comes later.
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
