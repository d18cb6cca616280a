package utl

// pulseWeight is the weight of the newest memory in the running means.
const pulseWeight = 0.1

// Pulse is the running state of a namespace: means of entropy and coherence, in which the newest has weight 0.1.
type Pulse struct {
	Entropy, Coherence float64
	Samples            int
}

// Observe adds a measured memory to the means; the first one initialises them.
func (p *Pulse) Observe(entropy, coherence float64) {
	if p.Samples == 0 {
		p.Entropy, p.Coherence = entropy, coherence
	} else {
		p.Entropy += pulseWeight * (entropy - p.Entropy)
		p.Coherence += pulseWeight * (coherence - p.Coherence)
	}
	p.Samples++
}
