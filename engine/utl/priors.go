package utl

import "asterism/models"

// Priors are mean and spread of the neighbour distance and the link threshold of each space before a namespace has measured
// memories of its own: those of the notes in examples/notes, each against the others, with the compact models. A pair
// counts as linked when it is a fifth closer than the mean neighbour. `go test ./engine -run TestPriors` holds the table to
// what the models give, and prints it with -v -priors.
var Priors = [models.Count]Prior{
	{Mean: 0.551, Spread: 0.058, Link: 0.559}, // E1 semantic
	{Mean: 0.006, Spread: 0.044, Link: 0.995}, // E2 temporal_recent
	{Mean: 0.737, Spread: 0.088, Link: 0.411}, // E3 temporal_periodic
	{Mean: 0.908, Spread: 0.023, Link: 0.274}, // E4 temporal_positional
	{Mean: 0.319, Spread: 0.064, Link: 0.745}, // E5 causal
	{Mean: 0.872, Spread: 0.053, Link: 0.303}, // E6 sparse
	{Mean: 0.460, Spread: 0.070, Link: 0.632}, // E7 code
	{Mean: 0.530, Spread: 0.070, Link: 0.576}, // E8 graph
	{Mean: 0.621, Spread: 0.037, Link: 0.503}, // E9 hdc
	{Mean: 0.278, Spread: 0.041, Link: 0.778}, // E10 multimodal
	{Mean: 0.338, Spread: 0.054, Link: 0.730}, // E11 entity
	{Mean: 0.344, Spread: 0.066, Link: 0.725}, // E12 late_interaction
	{Mean: 0.848, Spread: 0.049, Link: 0.321}, // E13 splade
}
