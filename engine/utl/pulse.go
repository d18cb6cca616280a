package utl

// pulseWeight is the weight of the newest memory in the running means.
const pulseWeight = 0.1

// Pulse is the running state of a namespace: means of entropy and coherence, newest weighted 0.1.
type Pulse struct {
	Entropy, Coherence float64
	Samples            int
}

// Observe takes one measured memory into the means; the first one starts them.
func (p *Pulse) Observe(entropy, coherence float64) {
	if p.Samples == 0 {
		p.Entropy, p.Coherence = entropy, coherence
	} else {
		p.Entropy += pulseWeight * (entropy - p.Entropy)
		p.Coherence += pulseWeight * (coherence - p.Coherence)
	}
	p.Samples++
}

// leastSamples is from how many measured memories on something is suggested. The first of a store surprise and fit nothing, whatever they say: there is
// nothing yet that they could fit, and nothing that a dream could link them with.
const leastSamples = 20

// SuggestedAction names what would help now; "continue" also before enough was measured to tell.
func (p Pulse) SuggestedAction() string {
	switch {
	case p.Samples < leastSamples:
		return "continue"
	case p.Entropy > .7 && p.Coherence > .5:
		return "epistemic_action"
	case p.Entropy > .7 && p.Coherence < .4:
		return "trigger_dream"
	case p.Entropy < .4 && p.Coherence < .4:
		return "get_neighborhood"
	default:
		return "continue"
	}
}
