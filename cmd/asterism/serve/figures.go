package serve

import (
	"math"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/engine/store/rocks"
	"asterism/mcp"
	"asterism/mcp/metrics"

	"github.com/prometheus/client_golang/prometheus"
)

// figures are what a server has to be watched beside its engine: the calls to it, by assistants and by the user's own commands, the disk of its store, and its node of a cluster.
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
	failing := func() bool {
		var failed, wrote time.Time
		for _, one := range both {
			f, w := one.StoreLast()
			failed, wrote = later(failed, f), later(wrote, w)
		}
		return failed.After(wrote)
	}
	free := prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "asterism_store_disk_free_bytes", Help: "Bytes that can still be written to the disk of the store; NaN where that is not known."}, func() float64 {
		if n, ok := rocks.FreeSpace(g.Data); ok {
			return float64(n)
		}
		return math.NaN()
	})
	out := []prometheus.Collector{metrics.Calls(calls, failing), free}
	if c, ok := from.(*clustered); ok {
		out = append(out, c.node.Figures())
	}
	return out
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}
