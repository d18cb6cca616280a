package utl

import "asterism/models"

// Priors are mean and spread of the neighbour distance and the link threshold of each space before a namespace has measured
// memories of its own: those of the notes in examples/notes, each against the others, with the compact models. A pair
// counts as linked when it is a fifth closer than the mean neighbour. `go test ./engine -run TestPriors` holds the table to
// what the models give, and prints it with -v -priors.
var Priors = [models.Count]Prior{
	{Mean: 0.643, Spread: 0.065, Link: 0.485}, // E1 semantic
	{Mean: 0.006, Spread: 0.044, Link: 0.995}, // E2 temporal_recent
	{Mean: 0.737, Spread: 0.088, Link: 0.411}, // E3 temporal_periodic
	{Mean: 0.908, Spread: 0.023, Link: 0.274}, // E4 temporal_positional
	{Mean: 0.593, Spread: 0.057, Link: 0.525}, // E5 causal
	{Mean: 0.867, Spread: 0.050, Link: 0.306}, // E6 sparse
	{Mean: 0.697, Spread: 0.070, Link: 0.443}, // E7 code
	{Mean: 0.741, Spread: 0.056, Link: 0.407}, // E8 graph
	{Mean: 0.605, Spread: 0.035, Link: 0.516}, // E9 hdc
	{Mean: 0.619, Spread: 0.061, Link: 0.505}, // E10 multimodal
	{Mean: 0.637, Spread: 0.058, Link: 0.490}, // E11 entity
	{Mean: 0.139, Spread: 0.055, Link: 0.888}, // E12 late_interaction
	{Mean: 0.845, Spread: 0.052, Link: 0.324}, // E13 splade
}
