package main

import (
	"os"
	"os/exec"
	"runtime"
	"strings"

	"asterism/engine/device"
)

// machine is where a report was measured.
type machine struct {
	CPU    string  `json:"cpu"`
	Cores  int     `json:"cores"`
	Memory float64 `json:"memory"` // GiB
	GPU    string  `json:"gpu"`
	Driver string  `json:"driver"`
	OS     string  `json:"os"`
}

func thisMachine() machine {
	hw := device.Discover()
	m := machine{CPU: hw.CPU.Brand, Cores: hw.CPU.Threads, Memory: float64(hw.MemoryBytes>>20) / 1024, OS: osName()}
	if len(hw.GPUs) > 0 {
		m.GPU, m.Driver = hw.GPUs[0].Name, hw.GPUs[0].Driver
	}
	return m
}

func osName() string {
	b, err := os.ReadFile("/etc/os-release")
	if err == nil {
		for line := range strings.Lines(string(b)) {
			if v, ok := strings.CutPrefix(strings.TrimSpace(line), "PRETTY_NAME="); ok {
				return strings.Trim(v, `"`)
			}
		}
	}
	return runtime.GOOS
}

// commit is the checkout's, with "+" when there are changes that it does not hold.
func commit() string {
	id, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return "unknown"
	}
	out := strings.TrimSpace(string(id))
	if exec.Command("git", "diff", "--quiet", "HEAD").Run() != nil {
		out += "+"
	}
	return out
}
