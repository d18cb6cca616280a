package device

// Hardware is what one machine has, as far as this process may use it. The zero value is a machine about
// which nothing is known; [MakePlan] still makes a careful plan for it.
type Hardware struct {
	CPU         CPU
	MemoryBytes uint64 // usable by this process: the container's limit where there is one; 0 when unknown
	GPUs        []GPU  // in the driver's order; nil when there are none
	GPUNote     string // why GPUs is empty, in words; empty when it is not

	// Kernels and Provider name what runs the models on a GPU in this process: the program's own kernels, and a library of ONNX Runtime. Discover
	// leaves them empty: only who links such a backend and knows the models can say. While both are empty, a GPU is reported and not planned for.
	Kernels      string
	KernelsNote  string // why Kernels is empty, in words
	Provider     string
	ProviderNote string // what was found of it, what is missing and where to put it, in words; empty when nobody looked
	NoGain       string // why a GPU is of no use to the models at hand, in words: then auto is the CPU
}

// CPU describes the processor.
type CPU struct {
	Brand    string   // the processor's own name for itself, or its architecture
	Cores    int      // physical cores: of one package, or of as many as this process's threads are spread over; 0 when unknown
	Threads  int      // hardware threads this process may use (affinity and container quota counted in); at least 1
	Features []string // of the instruction sets our kernels and ONNX Runtime care about, those usable here
	CacheL2  int      // bytes a core; 0 when unknown
	CacheL3  int      // bytes shared; 0 when unknown
}

// GPU describes one CUDA GPU.
type GPU struct {
	Index       int    // its number in "cuda:N"
	Name        string // as the driver names it
	MemoryBytes uint64 // total, not free
	Compute     string // compute capability, "9.0"
	SMs         int    // streaming multiprocessors
	Driver      string // newest CUDA version the driver serves, "12.4"
}
