// Package batch answers: which texts travel together, and at what token cost? It starts no goroutines.
package batch
