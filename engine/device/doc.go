// Package device answers: what hardware is here, and what is the plan?
//
// [Discover] runs once at start and returns plain values. [MakePlan] computes from them, and from the
// operator's request, how many workers run, on what, and how large their batches are. Nothing here runs a
// model.
//
// GPUs are found through gorgonia.org/cu, behind the build tag cuda (discover_cuda.go). The driver itself is
// opened at run time by our own loader (third_party/cuda), so one binary starts with a GPU or without, and a
// missing GPU is a note in [Hardware], never an error.
package device
