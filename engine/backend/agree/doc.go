// Package agree answers: do two backends give the same values? A card whose kernels nobody has tried there shows that it computes what the
// processor computes before its values are used.
package agree
