// Package device answers: what hardware is here, and what is the plan?
//
// [Discover] looks once at start-up and returns plain values; [MakePlan] turns them, and what the operator
// asked for, into how many workers run, on what, and how large their batches are. Nothing here runs a model.
//
// GPUs are found through gorgonia.org/cu, behind the build tag cuda (discover_cuda.go). The driver itself is
// opened at run time by our own loader (third_party/cuda), so one binary starts with a GPU or without, and a
// GPU's absence is a note in [Hardware], never a failure.
package device
