package metrics

import "asterism/engine"

// gpu writes the figures of the GPU that runs the program's kernels, if there is one. rate(asterism_card_busy_seconds_total[1m]) is the busy share of the last minute.
func (p sink) gpu(c *engine.GPUStatus) {
	if c == nil {
		return
	}
	p.counter("card_busy_seconds_total", "Seconds in which the GPU had a batch at work, since it was opened.", c.Busy.Seconds())
	p.gauge("card_memory_bytes", "Bytes of the GPU's memory.", float64(c.Total))
	p.gauge("card_memory_free_bytes", "Bytes of it that are free.", float64(c.Free))
}
