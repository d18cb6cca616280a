// Package arguments answers: what are the arguments of a call? It reads them, and reports all their errors at the same time.
package arguments
