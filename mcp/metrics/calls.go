package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"asterism/engine/caught"
)

// Call counts the calls of a tool that have ended in one way since the start.
type Call struct {
	Tool, Outcome string
	Calls         int64
}

// callCollector reads the counts at each scrape.
type callCollector struct {
	calls   func() []Call
	failing func() bool
}

// Calls returns a collector of how calls of tools end, and of whether writes fail in the store. The same tool and outcome may come from several servers; they are added.
func Calls(calls func() []Call, failing func() bool) prometheus.Collector {
	return &callCollector{calls, failing}
}

// Describe implements [prometheus.Collector]. Sending nothing makes the collector unchecked, like the engine's.
func (c *callCollector) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector].
func (c *callCollector) Collect(to chan<- prometheus.Metric) {
	sum, fails := map[[2]string]int64{}, 0.
	fault := caught.Do(func() {
		for _, one := range c.calls() {
			sum[[2]string{one.Tool, one.Outcome}] += one.Calls
		}
		if c.failing() {
			fails = 1
		}
	})
	if fault != nil {
		to <- prometheus.NewInvalidMetric(prometheus.NewDesc("asterism_tool_calls_total", "", nil, nil), fault)
		return
	}
	p := sink{to}
	for key, n := range sum {
		p.counter("tool_calls_total", "Calls of tools that have ended, by tool and outcome: ok, given_up, or the name of the error.", float64(n), "tool", key[0], "outcome", key[1])
	}
	p.gauge("store_failing", "Whether the store failed a call, as on a full disk, and none that writes was carried out since: 1, else 0.", fails)
}
