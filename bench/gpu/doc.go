// Command gpu answers: do the kernels and models compute on this GPU what they should, and how fast? `gpu check` runs every kernel at every shape
// against its reference in float64, then every model at full size (drawn weights) against float64. `gpu bench` measures the GPU's ceilings, every kernel's
// share of them, every model's tokens a second, all spaces together, latency and memory. Each part runs in a process of its own with a time limit, so
// that a kernel which hangs or takes the GPU's context with it ends that part alone; what failed is listed at the end. `make gpu-pack` packs it into
// folders that run on a bare machine with an NVIDIA driver.
//
// It is no command of ./bench but a program of its own, because it is copied to other machines: it is linked so that it finds its C++ runtime, ONNX Runtime
// and texts in its own folder, the linker writes the commit into it, and it contains none of the benchmarks that need a checkout.
package main
