package processes

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"asterism/bench/toolcall"
)

// Alone is a server of one machine next to the cluster, on the host of its first node.
type Alone struct{ n *node }

// aloneAddress is where it serves, on that host's loopback.
const aloneAddress = "127.0.0.1:7738"

// Alone starts one, with a store of its own.
func (c *Cluster) Alone(ctx context.Context) (*Alone, error) {
	n := &node{cluster: c, number: 0, name: "alone", data: filepath.Join(c.Dir, "alone"), at: aloneAddress}
	a := &Alone{n}
	if err := n.begin(ctx, "--data", n.data, "serve"); err != nil {
		return nil, errors.Join(err, n.kill())
	}
	for within := time.Now().Add(startWithin); ; { // the first call waits for the models
		err := a.Caller().Call(ctx, "store_memory", map[string]any{"content": "the first", "rationale": "to begin", "namespace": "begun"}, &struct{}{})
		if err == nil {
			return a, nil
		}
		if ctx.Err() != nil || time.Now().After(within) {
			return nil, errors.Join(fmt.Errorf("the server of one machine does not begin: %w", err), n.kill())
		}
	}
}

// Caller calls its tools.
func (a *Alone) Caller() *toolcall.Caller { return a.n.caller() }

// Close ends it.
func (a *Alone) Close() error { return a.n.kill() }
