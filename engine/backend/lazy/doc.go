// Package lazy answers: what does a backend cost that is hardly ever needed? Nothing until it is: each space is opened by the first batch that
// comes for it, as the processor's sessions behind a GPU are.
package lazy
