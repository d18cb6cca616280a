// Package search answers: how fast, how exact and how large is search at a hundred thousand and a million memories, and how does it
// stand beside a graph index? It is `make bench-search`; README.md says how the data is made and what every row means.
package search
