// Command bench answers: is it faster, is it better, and says who?
//
// `make bench` runs it. It prints a table for people and writes bench/results/bench.json for programs. Two sides of a
// ratio are measured in turn (A B A B …) inside one run; figures are medians with the spread of the runs.
package main
