//go:build linux && amd64

package main

import (
	"fmt"
	"os"
	"strings"
)

// cannot is the status of a mask that could not be put on, as env(1) and QEMU's have it: a program that ran ends with its own.
const cannot = 125

func main() {
	if len(os.Args) > 1 && os.Args[1] == held {
		waitAndBecome(os.Args[2:])
	}
	if len(os.Args) == 2 && os.Args[1] == "-can" { // for scripts: the exit status reports whether this machine can do it
		if err := canFault(); err != nil {
			fail(err)
		}
		return
	}
	if len(os.Args) < 3 {
		fail(fmt.Errorf("usage: mask %s PROGRAM ARGUMENTS…", strings.Join(names(), "|")))
	}
	lesser, err := processor(os.Args[1])
	if err == nil {
		err = canFault()
	}
	if err != nil {
		fail(err)
	}
	status, err := run(lesser, os.Args[2:])
	if err != nil {
		fail(err)
	}
	os.Exit(status)
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "mask:", err)
	os.Exit(cannot)
}
