// Package ptxrun answers: what does the PTX that we ship compute? It reads the committed text and interprets it, warp by warp in lock step, with the
// meaning that NVIDIA's PTX ISA gives each instruction (the code names the sections). It implements only the instructions that our kernels use. It is
// for tests.
package ptxrun
