package onnx

import (
	"bytes"
	"errors"
	"os"
	"runtime"
)

// checkProcessor refuses machines on which loading the runtime's library ends the process. On Linux on Arm the library reads the
// processor from /proc/cpuinfo, and follows a null pointer when no Arm processor is described there. This happens in an emulator
// that passes the host's file through (QEMU 7.2 in user mode does).
func checkProcessor() error {
	if runtime.GOOS != "linux" || runtime.GOARCH != "arm64" {
		return nil
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		info = nil // the processor is unknown, to the runtime too
	}
	return checkArm(info)
}

// checkArm fails if info, the content of /proc/cpuinfo, describes no Arm processor.
func checkArm(info []byte) error {
	if bytes.Contains(info, []byte("CPU implementer")) && bytes.Contains(info, []byte("CPU part")) {
		return nil
	}
	return errors.New("/proc/cpuinfo describes no Arm processor, without which the library cannot be loaded (is this an emulator, or is /proc missing?): " +
		"give the emulator a file of an Arm machine in its place")
}
