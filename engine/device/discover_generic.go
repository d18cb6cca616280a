//go:build !cuda

package device

// discoverGPUs finds no GPUs: this binary has no means to query them.
func discoverGPUs() ([]GPU, string) {
	return nil, "this binary was built without the cuda tag and cannot look for GPUs (on Linux, `make build` sets it)"
}
