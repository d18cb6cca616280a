package metrics

import (
	"net/http"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Handler serves what the source says, and what Go says of the process. A source that fails is an error 500 with its words.
func Handler(version string, source Source) http.Handler {
	r := prometheus.NewRegistry()
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "asterism_build_info", Help: "The program's version; always 1.", ConstLabels: prometheus.Labels{"version": version}})
	build.Set(1)
	r.MustRegister(build, &collector{source}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return promhttp.HandlerFor(r, promhttp.HandlerOpts{ErrorHandling: promhttp.HTTPErrorOnError})
}
