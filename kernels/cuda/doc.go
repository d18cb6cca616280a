// Package cuda answers: which programs does a GPU run, and with what launch? A kernel is a .cu file with an explanation at its top. With it are the PTX that the
// driver compiles for its GPU (made by make ptx, embedded), and a Go function that describes a launch of it. Package check has the references and compares.
// Nothing here talks to a driver: engine/backend/cuda does.
//
// The same .cu files are compiled as C++ by the tests and run in lock step on the CPU (folder emulate), and the PTX itself is interpreted (folder ptxrun),
// so the numbers are tested without a GPU.
package cuda
