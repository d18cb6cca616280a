// Package cluster answers: does a cluster of real processes lose anything, and how long is it away, when machines die, sleep and lose each other?
//
// [Command] runs rounds of package trial over the processes of package processes, measures how long it takes until a killed leader's shard takes a write again, and what a write costs
// compared with one on a single machine.
package cluster
