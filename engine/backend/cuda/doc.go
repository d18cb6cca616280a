// Package cuda answers: how does a text embed on a card? Rows are packed, so nothing is computed for padding; a model is a walk over the launches
// of kernels/cuda, in bf16 with sums in float32. One goroutine owns the card, and work is sent to it as functions.
package cuda
