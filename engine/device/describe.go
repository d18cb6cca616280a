package device

import (
	"fmt"
	"strings"
)

// Describe describes the hardware in sentences for people, one per line; `asterism doctor` prints
// them.
func (h Hardware) Describe() []string {
	lines := []string{h.CPU.describe(), describeMemory(h.MemoryBytes)}
	for _, gpu := range h.GPUs {
		lines = append(lines, gpu.describe())
	}
	if h.GPUNote != "" {
		lines = append(lines, "GPU: "+h.GPUNote)
	}
	if h.ProviderNote != "" {
		lines = append(lines, h.ProviderNote)
	}
	return lines
}

func (c CPU) describe() string {
	var b strings.Builder
	fmt.Fprintf(&b, "CPU: %s, %d threads usable", c.Brand, c.Threads)
	if c.Cores > 0 {
		fmt.Fprintf(&b, " on %d cores", c.Cores)
	}
	if c.CacheL2 > 0 {
		fmt.Fprintf(&b, ", L2 %s a core", sizeWords(uint64(c.CacheL2)))
	}
	if len(c.Features) > 0 {
		fmt.Fprintf(&b, "; %s", strings.Join(c.Features, " "))
	}
	return b.String()
}

func describeMemory(bytes uint64) string {
	if bytes == 0 {
		return "Memory: size unknown on this system"
	}
	return "Memory: " + sizeWords(bytes)
}

func (g GPU) describe() string {
	return fmt.Sprintf("GPU cuda:%d: %s, %s, compute capability %s, %d multiprocessors, driver for CUDA %s",
		g.Index, g.Name, sizeWords(g.MemoryBytes), g.Compute, g.SMs, g.Driver)
}

// sizeWords formats a size in the largest binary unit that keeps it at one or more.
func sizeWords(bytes uint64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB"}
	value, unit := float64(bytes), 0
	for value >= 1024 && unit < len(units)-1 {
		value /= 1024
		unit++
	}
	return fmt.Sprintf("%.4g %s", value, units[unit])
}
