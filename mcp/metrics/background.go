package metrics

import "asterism/engine/background"

// background writes the state of background work. It leaves out errors, which may name a namespace.
func (p sink) background(loops []background.State) {
	for i := range loops {
		s := &loops[i]
		p.counter("background_failures_total", "Tries of background work that failed, by loop.", float64(s.Failures), "loop", s.Name)
		if !s.LastSuccess.IsZero() {
			p.gauge("background_last_success_timestamp_seconds", "When background work last ended well, by loop.", float64(s.LastSuccess.UnixMilli())/1000, "loop", s.Name)
		}
	}
}
