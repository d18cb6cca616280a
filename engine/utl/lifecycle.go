package utl

// Lambdas weigh surprise against coherence; they sum to 1.
type Lambdas struct{ S, C float64 }

// blend is how many memories either side of a border the stages run into each other.
const blend = 25

// Lifecycle gives the weights for a namespace of n memories: infancy below 50 (.7/.3), growth below 500 (.5/.5),
// then maturity (.3/.7), blended linearly across the borders.
func Lifecycle(n int) Lambdas {
	s := .7 - .2*ramp(n, 50) - .2*ramp(n, 500)
	return Lambdas{S: s, C: 1 - s}
}

// ramp rises linearly from 0 to 1 within blend of border.
func ramp(n, border int) float64 {
	return min(max(float64(n-border+blend)/(2*blend), 0), 1)
}
