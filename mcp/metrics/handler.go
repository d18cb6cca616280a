package metrics

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves the figures of the source and the front, and those of Go for the process. A source that fails gives an error 500 with its message. front may
// be nil: then it has no figures; more are figures of other parts.
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
