// Package lazy answers: what does a backend cost that is hardly ever needed? Nothing until it is needed: the first batch of a space opens it. The
// processor's fallback sessions behind a GPU are opened this way.
package lazy
