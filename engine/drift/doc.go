// Package drift answers: Are we leaving the goal?
//
// A [Tally] sums the calibrated similarities of memories to a reference and computes one [Measurement]. [History] stores
// measurements for years. [Fit] fits a [Trend] to them. [Reweigh] and [Share] compute how the weights of spaces and of goals
// should change with the evidence. Nothing here reads a clock or embeds a text.
package drift
