// Package kernels answers: what does the machine compute fast?
//
// Every operation is one Go function that works on a whole block of rows: it checks the shapes and hands the block to the
// fastest variant this machine has, in one cgo call. Beside each stands a plain Go reference (…_generic.go) that says what
// the true answer is; it also is the variant of machines without known vector instructions and of builds without cgo.
package kernels
