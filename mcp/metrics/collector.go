package metrics

import (
	"context"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/engine/sched"

	"github.com/prometheus/client_golang/prometheus"
)

// Source returns the engine's status; nil, nil while it is being opened.
type Source func(ctx context.Context) (*engine.Status, error)

// statusWait is how long the engine may take to report its status.
const statusWait = 5 * time.Second

// collector reads the engine's status at each scrape.
type collector struct {
	source Source
}

// Describe implements [prometheus.Collector]. Sending nothing makes the collector unchecked: the metrics depend on the models.
func (c *collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector].
func (c *collector) Collect(to chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), statusWait)
	defer cancel()
	var st *engine.Status
	err := caught.Run(func() (err error) { st, err = c.source(ctx); return err }) // after a panic the library would send the stack to the scraper and log nothing
	if err != nil {
		to <- prometheus.NewInvalidMetric(prometheus.NewDesc("asterism_ready", "", nil, nil), err)
		return
	}
	p := sink{to}
	if st == nil {
		p.gauge("ready", "Whether calls can be served: 1, or 0 while models and store are being opened.", 0)
		return
	}
	p.gauge("ready", "Whether calls can be served: 1, or 0 while models and store are being opened.", 1)
	p.store(st)
	p.gpu(st.GPU)
	p.background(st.Background)
	p.queue(&st.Lanes)
	for i := range st.Lanes.Lanes {
		p.lane(&st.Lanes.Lanes[i])
	}
}

// sink writes metrics.
type sink struct{ to chan<- prometheus.Metric }

func (p sink) send(kind prometheus.ValueType, name, help string, v float64, labels ...string) {
	var names, values []string
	for i := 0; i+1 < len(labels); i += 2 {
		names, values = append(names, labels[i]), append(values, labels[i+1])
	}
	p.to <- prometheus.MustNewConstMetric(prometheus.NewDesc("asterism_"+name, help, names, nil), kind, v, values...)
}

// gauge and counter take the labels as name, value, …
func (p sink) gauge(name, help string, v float64, labels ...string) {
	p.send(prometheus.GaugeValue, name, help, v, labels...)
}

func (p sink) counter(name, help string, v float64, labels ...string) {
	p.send(prometheus.CounterValue, name, help, v, labels...)
}

// store writes the figures of the store. Namespaces are not named: their names belong to the user.
func (p sink) store(st *engine.Status) {
	live, forgotten := 0, 0
	for _, ns := range st.Store.Namespaces {
		live, forgotten = live+ns.Live, forgotten+ns.Forgotten
	}
	const memories = "Memories in the store, in all namespaces."
	p.gauge("memories", memories, float64(live), "state", "live")
	p.gauge("memories", memories, float64(forgotten), "state", "forgotten")
	p.gauge("namespaces", "Namespaces in the store.", float64(len(st.Store.Namespaces)))
	p.gauge("store_disk_bytes", "Bytes of the store's sorted files.", float64(st.Store.DiskBytes))
	p.gauge("store_memory_bytes", "Bytes of memory that the store takes: writes not yet in files, indexes and cached blocks.", float64(st.Store.MemBytes+st.Store.CacheBytes))
	p.gauge("index_memories", "Memories that search holds.", float64(st.Indexed))
	p.gauge("index_cold_memories", "Memories of those whose vectors are left to the store.", float64(st.Cold))
	p.gauge("index_bytes", "Bytes of memory that search takes.", float64(st.IndexMem))
	p.gauge("index_card_memories", "Memories of which search has a copy on a GPU.", float64(st.OnGPU.OnGPU))
	p.gauge("index_card_bytes", "Bytes of a GPU's memory that search takes.", float64(st.OnGPU.Bytes))
}

func (p sink) queue(s *sched.Stats) {
	const jobs = "Texts accepted and not finished, by side."
	p.gauge("jobs", jobs, float64(s.InWork-s.Questions), "side", "passages")
	p.gauge("jobs", jobs, float64(s.Questions), "side", "questions")
	p.gauge("jobs_most", "Texts that may be accepted and not finished.", float64(s.Cap))
	p.gauge("workers", "Batches that may be in work at a time.", float64(s.Workers))
	p.gauge("embed_call_p50_seconds", "Median duration of the calls that embed, since the start.", s.CallP50.Seconds())
	p.gauge("embed_call_p99_seconds", "Duration that 99 of 100 calls that embed stayed below, since the start.", s.CallP99.Seconds())
}

func (p sink) lane(l *sched.LaneStats) {
	space := l.Space.Info().Name
	p.counter("rows_total", "Texts and windows embedded, by space.", float64(l.Rows), "space", space)
	p.counter("tokens_total", "Tokens embedded, by space.", float64(l.Tokens), "space", space)
	p.counter("padded_tokens_total", "Tokens that padding every batch to its longest row would have made, by space.", float64(l.Padded), "space", space)
	p.counter("failed_rows_total", "Rows that failed on every backend, by space.", float64(l.Failed), "space", space)
	p.counter("demotions_total", "Backends given up, by space.", float64(l.Demotions), "space", space)
	p.gauge("queued", "Texts that wait and rows planned, by space.", float64(l.Queued), "space", space)
	p.gauge("backend_info", "The backend that embeds a space; always 1.", 1, "space", space, "backend", l.Backend)
	p.to <- prometheus.MustNewConstSummary(prometheus.NewDesc("asterism_batch_seconds", "Duration of batches in backends since the start, by space.", []string{"space"}, nil),
		uint64(l.Batches), l.Busy.Seconds(), map[float64]float64{0.5: l.BatchP50.Seconds(), 0.99: l.BatchP99.Seconds()}, space)
}
