package metrics

import (
	"github.com/prometheus/client_golang/prometheus"

	"asterism/engine/caught"
)

// Traffic is the present load of an HTTP server, and its refused requests since the start, by reason.
type Traffic struct {
	Connections, Requests, Streams, BodyBytes int64
	Refused                                   map[string]int64
}

// Front returns the state of the HTTP server.
type Front func() Traffic

// frontCollector reads the HTTP server's state at each scrape.
type frontCollector struct {
	front Front
}

// Describe implements [prometheus.Collector]. Sending nothing makes the collector unchecked, like the engine's.
func (c *frontCollector) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector].
func (c *frontCollector) Collect(to chan<- prometheus.Metric) {
	p, t := sink{to}, Traffic{}
	if fault := caught.Do(func() { t = c.front() }); fault != nil {
		to <- prometheus.NewInvalidMetric(prometheus.NewDesc("asterism_http_connections", "", nil, nil), fault)
		return
	}
	p.gauge("http_connections", "Connections that are open.", float64(t.Connections))
	p.gauge("http_requests", "Requests at work, streams apart.", float64(t.Requests))
	p.gauge("http_streams", "Streams that are open.", float64(t.Streams))
	p.gauge("http_body_bytes", "Bytes of memory that the bodies of requests at work take.", float64(t.BodyBytes))
	for reason, n := range t.Refused {
		p.counter("http_refused_total", "Requests and connections refused, by reason.", float64(n), "reason", reason)
	}
}
