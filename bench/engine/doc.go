// Package engine answers: how fast is the engine, from its queue to a start over a hundred thousand memories?
//
// `make bench` runs it. It prints a table for people and writes bench/results/bench.json for programs. Two sides of a
// ratio are measured in turn (A B A B …) inside one run; figures are medians with the spread of the runs.
package engine
