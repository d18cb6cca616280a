//go:build !linux || !amd64

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "mask: only Linux on x86-64 lets a program answer for CPUID")
	os.Exit(125)
}
