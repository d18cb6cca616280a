// Package rules answers: does the source keep the rules of ARCHITECTURE.md? It holds tests only.
package rules
