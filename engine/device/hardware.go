package device

// Hardware describes what this process may use of a machine. The zero value is a machine about which
// nothing is known; [MakePlan] still makes a careful plan for it.
type Hardware struct {
	CPU         CPU
	MemoryBytes uint64 // usable by this process: the container's limit if there is one; 0 if unknown
	GPUs        []GPU  // in the driver's order; nil if there are none
	GPUNote     string // text: why GPUs is empty; empty if it is not

	// Kernels and Provider name what runs the models on a GPU in this process: the program's own kernels, and a library of ONNX Runtime. Discover
	// leaves them empty: only a caller that links such a backend and knows the models can set them. While both are empty, a GPU is reported but
	// not used in plans.
	Kernels      string
	KernelsNote  string // text: why Kernels is empty
	Provider     string
	ProviderNote string // text: what was found of it, what is missing and where to put it; empty if nobody looked
	NoGain       string // text: why a GPU does not help the current models; auto is then the CPU
}

// CPU describes the processor.
type CPU struct {
	Brand    string   // the processor's own name, or its architecture
	Cores    int      // physical cores: of one package, or of as many as this process's threads are spread over; 0 if unknown
	Threads  int      // hardware threads that this process may use (limited by affinity and container quota); at least 1
	Features []string // usable instruction sets, of those that our kernels and ONNX Runtime use
	CacheL2  int      // bytes per core; 0 if unknown
	CacheL3  int      // bytes shared; 0 if unknown
}

// GPU describes one CUDA GPU.
type GPU struct {
	Index       int    // its number in "cuda:N"
	Name        string // the driver's name for it
	MemoryBytes uint64 // total, not free
	Compute     string // compute capability, "9.0"
	SMs         int    // streaming multiprocessors
	Driver      string // newest CUDA version that the driver supports, "12.4"
}
