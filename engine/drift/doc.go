// Package drift answers: Are we leaving the goal?
//
// A [Tally] takes the calibrated similarities of memories to a reference and makes one [Measurement] of them; [History] keeps
// measurements for years; [Fit] draws a [Trend] through them; [Reweigh] and [Share] say how the weights of spaces and of goals
// would follow the evidence. Nothing here reads a clock or embeds a text.
package drift
