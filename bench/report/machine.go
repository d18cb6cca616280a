package report

import (
	"os"
	"os/exec"
	"runtime"
	"strings"

	"asterism/engine/device"
	"asterism/kernels"
)

// Machine is where a result was measured.
type Machine struct {
	CPU     string  `json:"cpu"`
	Kernels string  `json:"kernels,omitempty"` // in use: the best that the processor has, or those of ASTERISM_CPU; missing in older files
	Cores   int     `json:"cores"`
	Memory  float64 `json:"memory"` // GiB
	GPU     string  `json:"gpu"`
	Driver  string  `json:"driver"`
	OS      string  `json:"os"`
	// HugePages is how memory is allocated, see [device.HugePages]; missing in older files.
	HugePages string `json:"huge_pages,omitempty"`
}

// ThisMachine describes the machine that runs this program.
func ThisMachine() Machine {
	hw := device.Discover()
	used, err := kernels.Variant()
	if err != nil { // a program that cannot use any has ended before it measures
		used = ""
	}
	m := Machine{CPU: hw.CPU.Brand, Kernels: used, Cores: hw.CPU.Threads, Memory: float64(hw.MemoryBytes>>20) / 1024, OS: osName(), HugePages: device.HugePages()}
	if len(hw.GPUs) > 0 {
		m.GPU, m.Driver = hw.GPUs[0].Name, hw.GPUs[0].Driver
	}
	return m
}

func osName() string {
	b, err := os.ReadFile("/etc/os-release")
	if err == nil {
		for _, l := range strings.Split(string(b), "\n") {
			if v, ok := strings.CutPrefix(l, "PRETTY_NAME="); ok {
				return strings.Trim(v, `"`)
			}
		}
	}
	return runtime.GOOS
}

// UnknownCommit is the commit of a result that was made without a checkout.
const UnknownCommit = "unknown"

// Commit is the checkout's, with "+" when there are changes that are not committed. Result files do not count: otherwise writing one would change the
// commit, and the run could not be continued.
func Commit() string {
	id, err := exec.Command("git", "rev-parse", "--short=12", "HEAD").Output()
	if err != nil {
		return UnknownCommit
	}
	out := strings.TrimSpace(string(id))
	if exec.Command("git", "diff", "--quiet", "HEAD", "--", ":/", ":(exclude,top)bench/results").Run() != nil {
		out += "+"
	}
	return out
}
