package metrics

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves the figures of the source, the front, the other collectors in more, and of Go for the process. An error of the source becomes status 500 with its message. front
// may be nil.
func Handler(version string, source Source, front Front, more ...prometheus.Collector) http.Handler {
	r := prometheus.NewRegistry()
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "asterism_build_info", Help: "The program's version; always 1.", ConstLabels: prometheus.Labels{"version": version}})
	build.Set(1)
	r.MustRegister(build, &collector{source}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if front != nil {
		r.MustRegister(&frontCollector{front})
	}
	r.MustRegister(more...)
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{ErrorHandling: promhttp.HTTPErrorOnError})
}
