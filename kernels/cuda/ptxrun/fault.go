package ptxrun

import "fmt"

// fault is an error of a kernel: code that detects it panics, and the launch recovers.
type fault struct{ says string }

func fail(format string, a ...any) { panic(fault{fmt.Sprintf(format, a...)}) }
