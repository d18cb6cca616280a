package serve

import (
	"context"
	"math"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/engine/store/rocks"
	"asterism/mcp"
	"asterism/mcp/metrics"

	"github.com/prometheus/client_golang/prometheus"
)

// figures returns a server's metrics other than its engine's: its calls, by assistants and by the user's own commands, the disk of its store, and its cluster node.
func (g commands) figures(from source, s owner.Served) []prometheus.Collector {
	both := []*mcp.Server{s.Assistants, s.Commands}
	calls := func() (out []metrics.Call) {
		for _, one := range both {
			for _, o := range one.Outcomes() {
				out = append(out, metrics.Call(o))
			}
		}
		return out
	}
	free := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "asterism_store_disk_free_bytes", Help: "Bytes that can still be written to the disk of the store; NaN where that is not known."}, func() float64 {
		if n, ok := rocks.FreeSpace(g.Data); ok {
			return float64(n)
		}
		return math.NaN()
	})
	out := []prometheus.Collector{metrics.Calls(calls, failing(s)), free}
	if c, ok := from.(*clustered); ok {
		out = append(out, c.node.Figures())
	}
	return out
}

// failing reports whether the store failed a call that writes, of assistants or of commands, and has completed none since.
func failing(s owner.Served) func() bool {
	return func() bool {
		var failed, wrote time.Time
		for _, one := range []*mcp.Server{s.Assistants, s.Commands} {
			f, w := one.StoreLast()
			failed, wrote = later(failed, f), later(wrote, w)
		}
		return failed.After(wrote)
	}
}

// refusesWithin is how long the store may take to report whether it is writable: a probe waits for it.
const refusesWithin = time.Second

// refuses returns why new memories cannot be stored. The text is for everybody, so it names no folder. Empty: they can, or the store does not report it.
func refuses(from source, s owner.Served) func(context.Context) string {
	failed := failing(s)
	return func(ctx context.Context) string {
		ctx, cancel := context.WithTimeout(ctx, refusesWithin)
		defer cancel()
		now, err := from.status(ctx)
		switch {
		case err == nil && now != nil && now.Store.Refuses != "":
			return now.Store.Refuses
		case failed():
			return "the store failed the last call that writes: the server's log says why"
		}
		return ""
	}
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
