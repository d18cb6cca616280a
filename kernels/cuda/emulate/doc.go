// Package emulate answers: what would a GPU have computed? It compiles the kernels as C++ with the machine's own compiler and runs them in lock step
// in a process of its own. It is for tests.
package emulate
