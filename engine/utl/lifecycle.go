package utl

// Lambdas weigh surprise against coherence; they sum to 1.
type Lambdas struct{ S, C float64 }

// Blend is how many memories either side of a border the stages run into each other.
const Blend = 25

// Stages say which weights a namespace has by how many memories it holds.
type Stages struct {
	Infancy, Growth        int     // how many memories a stage ends at; Infancy is at least [Blend], Growth 2·[Blend] more than that
	Young, Growing, Mature float64 // λ_s of each stage
}

// DefaultStages are the published ones: infancy below 50 memories (.7/.3), growth below 500 (.5/.5), then maturity (.3/.7).
var DefaultStages = Stages{Infancy: 50, Growth: 500, Young: .7, Growing: .5, Mature: .3}

// Lambdas are the weights for a namespace of n memories, blended linearly across the borders.
func (s Stages) Lambdas(n int) Lambdas {
	v := s.Young + (s.Growing-s.Young)*ramp(n, s.Infancy) + (s.Mature-s.Growing)*ramp(n, s.Growth)
	return Lambdas{S: v, C: 1 - v}
}

// Name is that of the stage of a namespace of n memories.
func (s Stages) Name(n int) string {
	switch {
	case n < s.Infancy:
		return "infancy"
	case n < s.Growth:
		return "growth"
	}
	return "maturity"
}

// Lifecycle gives the weights for a namespace of n memories by the published stages.
func Lifecycle(n int) Lambdas { return DefaultStages.Lambdas(n) }

// ramp rises linearly from 0 to 1 within [Blend] of border.
func ramp(n, border int) float64 {
	return min(max(float64(n-border+Blend)/(2*Blend), 0), 1)
}
