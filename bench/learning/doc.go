// Package learning answers: does measuring meaning measure it? How well alignment separates work on a goal from other work, and what else
// the engine claims to learn, on labelled text that nothing was fitted on. `make bench-learning` runs it; README.md says what the rows
// are.
package learning
