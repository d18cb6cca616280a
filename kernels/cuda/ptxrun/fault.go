package ptxrun

import "fmt"

// fault is what a kernel did wrong; it is thrown where it is found and caught by the launch.
type fault struct{ says string }

func fail(format string, a ...any) { panic(fault{fmt.Sprintf(format, a...)}) }
