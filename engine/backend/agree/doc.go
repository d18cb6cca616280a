// Package agree answers: do two backends give the same values? The first time that a program uses a GPU, the GPU's values are compared with the
// processor's before they are used.
package agree
