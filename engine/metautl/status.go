package metautl

import (
	"time"

	"asterism/engine/utl"
	"asterism/models"
)

// EscalationStatus says what is being done about a low accuracy.
type EscalationStatus string

// The statuses.
const (
	NotEscalated  EscalationStatus = "none"
	Bayesian      EscalationStatus = "bayesian" // λ was optimised; accuracy has not recovered yet
	HumanRequired EscalationStatus = "human_required"
)

// Status shows how well the system predicts, and its weights.
type Status struct {
	Enabled              bool
	Accuracy             float64 // mean over the spaces with predictions; .5 before any
	ConsecutiveLow       int
	Current, Base        utl.Lambdas
	Deviation            utl.Lambdas // current − base
	Escalation           EscalationStatus
	Adjustments, Cycles  uint64
	RecentEvents         int       // in the last 24 hours
	LastAdjustment       time.Time // zero: never
	History              []float64 // accuracy after each of the last 100 cycles, oldest first
	Spaces               [models.Count]float64
	Predictions          [models.Count]uint64    // number ever made in a space
	Domains              map[Domain]DomainStatus // those with predictions
	Outcomes, Replayable int                     // recorded ever; of those, the ones that the optimiser can use
	Judged               uint64                  // judged hits of answers since the weights of search were last reset
	Settings             Settings
	Helped               Helped // whether learning improves searches
}

// DomainStatus shows how well one domain is predicted.
type DomainStatus struct {
	Accuracy    float64
	Spaces      [models.Count]float64 // .5 before any prediction
	Predictions [models.Count]uint64
}

// Status returns the current status.
func (s *Service) Status(now time.Time) Status {
	s.mu.RLock()
	defer s.mu.RUnlock()
	h := &s.state.head
	out := Status{Enabled: h.Enabled == 1, Accuracy: s.state.blocks[0].accuracy(), ConsecutiveLow: int(h.LowCycles), Current: s.rules.lambdas(h, h.Base), Base: pair(h.Base),
		Escalation: h.escalation(), Adjustments: h.Adjustments, Cycles: h.Cycles, RecentEvents: len(s.log.times) - s.log.from(now.Add(-24*time.Hour).UnixNano()),
		History: h.History.inOrder(), Spaces: s.state.blocks[0].accuracies(), Predictions: s.state.blocks[0].counts(), Domains: map[Domain]DomainStatus{},
		Outcomes: int(h.Outcomes), Replayable: len(s.state.replayed("")), Judged: s.state.weights.Outcomes, Helped: s.state.helpedDays(now), Settings: s.rules}
	out.Deviation = utl.Lambdas{S: out.Current.S - out.Base.S, C: out.Current.C - out.Base.C}
	if h.LastAdjustment != 0 {
		out.LastAdjustment = time.Unix(0, h.LastAdjustment).UTC()
	}
	for i, d := range Domains {
		if b := &s.state.blocks[i+1]; b.counts() != [models.Count]uint64{} {
			out.Domains[d] = DomainStatus{b.accuracy(), b.accuracies(), b.counts()}
		}
	}
	return out
}

func (h *head) escalation() EscalationStatus {
	switch {
	case h.Human == 1:
		return HumanRequired
	case h.Escalations > 0:
		return Bayesian
	}
	return NotEscalated
}

func (b *block) accuracies() (out [models.Count]float64) {
	for i := range b {
		out[i] = b[i].accuracy()
	}
	return out
}

func (b *block) counts() (out [models.Count]uint64) {
	for i := range b {
		out[i] = b[i].Count
	}
	return out
}
