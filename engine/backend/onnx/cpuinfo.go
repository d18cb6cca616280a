package onnx

import (
	"bytes"
	"errors"
	"os"
	"runtime"
)

// checkProcessor refuses machines on which the runtime's library ends the process while it is loaded. On Linux on Arm it reads what
// processor this is from /proc/cpuinfo, and follows a null pointer when no Arm processor is described there, as in an emulator
// that hands the host's file through (QEMU 7.2 in user mode does).
func checkProcessor() error {
	if runtime.GOOS != "linux" || runtime.GOARCH != "arm64" {
		return nil
	}
	info, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		info = nil // nothing can be said of the processor, as the runtime will find
	}
	return checkArm(info)
}

// checkArm says whether info, of /proc/cpuinfo, describes an Arm processor.
func checkArm(info []byte) error {
	if bytes.Contains(info, []byte("CPU implementer")) && bytes.Contains(info, []byte("CPU part")) {
		return nil
	}
	return errors.New("/proc/cpuinfo describes no Arm processor, without which the library cannot be loaded (is this an emulator, or is /proc missing?): " +
		"give the emulator a file of an Arm machine in its place")
}
