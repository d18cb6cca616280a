// Package cuda answers: which programs does a card run, with what launch, and what is the slow true answer of each? A kernel is a .cu file with
// the lesson in its head; beside it stand the PTX that the driver compiles for the card at hand (made by make ptx, embedded), a Go function that
// describes a launch of it, and a reference in float64. Nothing here talks to a driver: engine/backend/cuda does.
//
// The same .cu files are compiled as C++ by the tests and run in lock step on the CPU (folder emulate), so the numbers are tested without a card.
package cuda
