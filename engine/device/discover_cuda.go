//go:build cuda

package device

import (
	"fmt"

	"gorgonia.org/cu"
)

// discoverGPUs queries the CUDA driver. The first call here opens the driver's library
// (third_party/cuda/loader.c).
func discoverGPUs() ([]GPU, string) {
	count, err := cu.NumDevices()
	driver := driverVersion(cu.Version())
	switch {
	case err != nil && driver == "":
		return nil, "no CUDA driver on this machine (libcuda.so.1): the CPU does the work"
	case err != nil:
		return nil, fmt.Sprintf("the CUDA driver (%s) is here but offers no GPU: %v", driver, err)
	case count == 0:
		return nil, fmt.Sprintf("the CUDA driver (%s) is here but counts no GPU", driver)
	}
	gpus := make([]GPU, 0, count)
	for i := range count {
		gpu, err := describeGPU(i)
		if err != nil {
			return nil, fmt.Sprintf("ask the CUDA driver (%s) about GPU %d: %v", driver, i, err)
		}
		gpu.Driver = driver
		gpus = append(gpus, gpu)
	}
	return gpus, ""
}

// describeGPU reads everything except the driver's version, which is the same for all GPUs.
func describeGPU(index int) (GPU, error) {
	dev, err := cu.GetDevice(index)
	if err != nil {
		return GPU{}, fmt.Errorf("get device: %w", err)
	}
	name, err := dev.Name()
	if err != nil {
		return GPU{}, fmt.Errorf("get name: %w", err)
	}
	memory, err := dev.TotalMem()
	if err != nil {
		return GPU{}, fmt.Errorf("get memory size: %w", err)
	}
	attrs, err := dev.Attributes(cu.ComputeCapabilityMajor, cu.ComputeCapabilityMinor, cu.MultiprocessorCount)
	if err != nil {
		return GPU{}, fmt.Errorf("get attributes: %w", err)
	}
	return GPU{
		Index:       index,
		Name:        name,
		MemoryBytes: uint64(memory),
		Compute:     fmt.Sprintf("%d.%d", attrs[0], attrs[1]),
		SMs:         attrs[2],
	}, nil
}

// driverVersion formats the driver's number (12040) as "12.4"; "" if no driver answered.
func driverVersion(number int) string {
	if number <= 0 {
		return ""
	}
	return fmt.Sprintf("%d.%d", number/1000, number%1000/10)
}
