package metrics

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves what the source and the front say, and what Go says of the process. A source that fails is an error 500 with its words. front may be
// nil: then nothing is said of it.
func Handler(version string, source Source, front Front) http.Handler {
	r := prometheus.NewRegistry()
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "asterism_build_info", Help: "The program's version; always 1.", ConstLabels: prometheus.Labels{"version": version}})
	build.Set(1)
	r.MustRegister(build, &collector{source}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	if front != nil {
		r.MustRegister(&frontCollector{front})
	}
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{ErrorHandling: promhttp.HTTPErrorOnError})
}
