//go:build !cuda

package device

// discoverGPUs looks for no GPUs: this binary holds no way to ask.
func discoverGPUs() ([]GPU, string) {
	return nil, "this binary was built without the cuda tag and cannot look for GPUs (on Linux, `make build` sets it)"
}
