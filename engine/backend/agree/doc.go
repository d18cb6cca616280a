// Package agree answers: do two backends give the same values? A GPU on which the kernels were never tried shows that it computes what the
// processor computes before its values are used.
package agree
