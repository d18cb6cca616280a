// Package faults answers: what goes wrong, how does the program respond, and which test shows it; and does that hold at scale?
//
// table.go is the list. `make stress` kills a server again and again under the load of many writers in several processes, and keeps one busy for ten minutes;
// `make fuzz` runs every fuzz target of the tree for a while. Small rounds of both are part of `go test`.
package faults
