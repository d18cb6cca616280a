package utl

import "asterism/models"

// Priors are mean and spread of the neighbour distance and the link threshold of each space before a namespace has
// measured memories of its own. Measured with the compact models over the notes in examples/notes by
// `go test ./engine -run TestPriors -v -priors`.
var Priors = func() (p [models.Count]Prior) {
	for i := range p {
		p[i] = Prior{Mean: .5, Spread: .15, Link: .6}
	}
	return p
}()
