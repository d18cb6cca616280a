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
	Kernels string  `json:"kernels,omitempty"` // in use: the best that the processor has, or what ASTERISM_CPU asks for; older files do not say
	Cores   int     `json:"cores"`
	Memory  float64 `json:"memory"` // GiB
	GPU     string  `json:"gpu"`
	Driver  string  `json:"driver"`
	OS      string  `json:"os"`
	// HugePages is how memory is given, see [device.HugePages]; older files do not say.
	HugePages string `json:"huge_pages,omitempty"`
}

// ThisMachine looks at the machine that runs us.
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

// UnknownCommit is what stands in a result that was made where there is no checkout.
const UnknownCommit = "unknown"

// Commit is the checkout's, with "+" when there are changes that it does not hold. Results do not count: whoever writes one would make the commit another's,
// and could not go on with it.
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
