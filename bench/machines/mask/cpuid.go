//go:build linux && amd64

package main

import (
	"bytes"
	"errors"
	"os"
)

// cpuid executes CPUID on this processor; see cpuid_linux_amd64.s.
func cpuid(function, sub uint32) (eax, ebx, ecx, edx uint32)

func here(at leaf) registers {
	var r registers
	r.eax, r.ebx, r.ecx, r.edx = cpuid(at.function, at.sub)
	return r
}

// canFault returns why CPUID cannot be made to fault here.
func canFault() error {
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return err
	}
	if !bytes.Contains(info, []byte(" cpuid_fault")) {
		return errors.New("this processor, or the virtual machine, cannot let CPUID fault (/proc/cpuinfo names no cpuid_fault): run the program under qemu-x86_64 -cpu Haswell")
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	if bytes.Contains(status, []byte("TracerPid:")) && !bytes.Contains(status, []byte("TracerPid:\t0\n")) {
		return errors.New("this process is traced, by a debugger or by another mask, and what it starts can have no second tracer")
	}
	return nil
}
