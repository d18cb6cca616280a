//go:build linux && amd64

package main

/*
#include <cpuid.h>
static void ask(unsigned function, unsigned sub, unsigned *r) { __cpuid_count(function, sub, r[0], r[1], r[2], r[3]); }
*/
import "C"

import (
	"bytes"
	"errors"
	"os"
)

// cpuid asks this processor.
func cpuid(at leaf) registers {
	var r [4]C.uint
	C.ask(C.uint(at.function), C.uint(at.sub), &r[0])
	return registers{uint32(r[0]), uint32(r[1]), uint32(r[2]), uint32(r[3])}
}

// canFault says why CPUID cannot be made to fault here.
func canFault() error {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return err
	}
	if !bytes.Contains(info, []byte(" cpuid_fault")) {
		return errors.New("this processor, or the virtual machine, cannot let CPUID fault (/proc/cpuinfo names no cpuid_fault): run the program under qemu-x86_64 -cpu Haswell")
	}
	return nil
}
