package utl

// Lambdas are the weights of surprise and coherence; they sum to 1.
type Lambdas struct{ S, C float64 }

// Blend is how many memories before and after a border the weights change from one stage to the next.
const Blend = 25

// Stages are the weights of a namespace by its number of memories.
type Stages struct {
	Infancy, Growth        int     // the number of memories at which a stage ends; Infancy is at least [Blend], Growth at least 2·[Blend] more than that
	Young, Growing, Mature float64 // λ_s of each stage
}

// DefaultStages are the published stages: infancy below 50 memories (.7/.3), growth below 500 (.5/.5), then maturity (.3/.7).
var DefaultStages = Stages{Infancy: 50, Growth: 500, Young: .7, Growing: .5, Mature: .3}

// Lambdas returns the weights for a namespace of n memories, interpolated linearly at the borders.
func (s Stages) Lambdas(n int) Lambdas {
	v := s.Young + (s.Growing-s.Young)*ramp(n, s.Infancy) + (s.Mature-s.Growing)*ramp(n, s.Growth)
	return Lambdas{S: v, C: 1 - v}
}

// Name returns the name of the stage of a namespace of n memories.
func (s Stages) Name(n int) string {
	switch {
	case n < s.Infancy:
		return "infancy"
	case n < s.Growth:
		return "growth"
	}
	return "maturity"
}

// Lifecycle returns the weights for a namespace of n memories by the published stages.
func Lifecycle(n int) Lambdas { return DefaultStages.Lambdas(n) }

// ramp rises linearly from 0 to 1 within [Blend] of border.
func ramp(n, border int) float64 {
	return min(max(float64(n-border+Blend)/(2*Blend), 0), 1)
}
