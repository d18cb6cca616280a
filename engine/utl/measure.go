package utl

import (
	"math"

	"asterism/models"
)

// Namespace is the running state of one namespace. It is a function of the namespace's newest measured memories: a caller restores
// it after a restart by passing them to Observe, oldest first. Not safe for concurrent use.
type Namespace struct {
	Pulse    Pulse
	calibers [models.Count]Calibration
}

// NewNamespace returns the state of a namespace in which nothing was measured yet.
func NewNamespace() *Namespace {
	n := &Namespace{}
	for i := range n.calibers {
		n.calibers[i] = NewCalibration(models.Space(i))
	}
	return n
}

// contentSpaces have equal weight τ in entropy and coherence. The temporal spaces show when a memory came, not what it
// says: if they were in the mean, an unrelated text stored a second after another would not be surprising. They are measured
// (distances, Johari) but have no weight.
var contentSpaces = models.All.Without(models.OfOrigin(models.FromTime))

// Window is how many of the newest measured memories make up the state.
const Window = window

// Input is what is measured: a memory's neighbours in each present space, and what is known about the memory.
type Input struct {
	Present    models.Set
	Neighbours [models.Count]Neighbours
	Unread     [models.Count]float64 // the share of its words that a space's model cannot read, 0…1: they carry no similarity
	Stored     int                   // memories in the namespace before this one
	Importance float64
	Semantic   []float32 // the E1 vector, nil when absent
	Lambdas    Lambdas   // of the learning score; zero: those of the lifecycle
	Beside     Beside    // how it differs from its nearest neighbour, by their words
}

// mostUnread is the share of unreadable words of a text from which its distance is no evidence of how far away memories usually are.
const mostUnread = .5

// Measured is the result of a measurement. Entropy is the mean of DeltaS over contentSpaces, adjusted by Beside. Values of absent spaces are NaN and NotMeasured, and are left out
// of the means. Distance is also NaN while the namespace holds fewer than SurpriseNeighbours memories, and if the space's model cannot read half of the text.
type Measured struct {
	LearningScore, Entropy, Coherence, Surprise float64
	Distance, DeltaS, DeltaC                    [models.Count]float64
	Johari                                      [models.Count]Quadrant
}

// Measure computes how much is learned from a memory, without changing any state.
func (n *Namespace) Measure(in Input, s *Session) Measured {
	var m Measured
	spaces := 0
	for i := range models.Catalog {
		m.Distance[i], m.DeltaS[i], m.DeltaC[i] = math.NaN(), math.NaN(), math.NaN()
		if !in.Present.Has(models.Space(i)) {
			continue
		}
		near := in.Neighbours[i].read(1 - in.Unread[i])
		m.DeltaS[i] = 1
		if len(near) > 0 {
			m.DeltaS[i] = n.calibers[i].Surprise(near.Distance(), in.Stored)
		}
		if len(near) >= SurpriseNeighbours && in.Unread[i] < mostUnread { // with fewer neighbours the measure is another one, which would distort the calibration, and so would unreadable text
			m.Distance[i] = near.Distance()
		}
		m.DeltaC[i] = near.Coherence(n.calibers[i].prior.Link)
		m.Johari[i] = Johari(m.DeltaS[i], m.DeltaC[i])
		if contentSpaces.Has(models.Space(i)) {
			m.Entropy += m.DeltaS[i]
			m.Coherence += m.DeltaC[i]
			spaces++
		}
	}
	if spaces > 0 {
		m.Entropy = in.Beside.entropy(m.Entropy / float64(spaces))
		m.Coherence /= float64(spaces)
	}
	m.Surprise = s.Surprise(in.Semantic)
	m.Surprise += (1 - m.Surprise) * in.Unread[models.Semantic]
	if in.Lambdas == (Lambdas{}) {
		in.Lambdas = Lifecycle(in.Stored)
	}
	m.LearningScore = LearningScore(m.Entropy, m.Coherence, in.Lambdas, in.Importance, s.Phase(m.Entropy, m.Coherence, n.Pulse.Coherence))
	return m
}

// Observe adds a stored memory's measurement to the state.
func (n *Namespace) Observe(distance [models.Count]float64, entropy, coherence float64) {
	for i := range n.calibers {
		n.calibers[i].Observe(distance[i])
	}
	n.Pulse.Observe(entropy, coherence)
}
