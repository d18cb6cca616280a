// Package check answers: does a kernel compute what it should? For every kernel it has a reference in plain Go, mostly in float64, and a check that makes
// random inputs, launches the kernel on a machine and compares. The tests run the small shapes on the emulation, gpu-check all shapes on a GPU, and
// gpu-bench times the largest. The index on a GPU runs the checks of its kernels before it is used.
package check
