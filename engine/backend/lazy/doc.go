// Package lazy answers: what does a backend cost that is hardly ever needed? Nothing until it is needed: the first batch of a space opens it. The
// processor's sessions that stand by for a GPU are opened so.
package lazy
