// Package processes answers: how is a cluster of real processes started, hurt and looked into?
//
// Each node is a process of the built program on a host of its own (package network), with a folder of its own. [Cluster] is what a trial is about: processes are killed with
// SIGKILL, stopped with SIGSTOP, and their hosts cut off from each other. When a round is over all are killed at once, and the stores that they leave are compared.
package processes
