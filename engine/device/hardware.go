package device

// Hardware is what one machine has, as far as this process may use it. The zero value is a machine about
// which nothing is known; [MakePlan] still makes a careful plan for it.
type Hardware struct {
	CPU         CPU
	MemoryBytes uint64 // usable by this process: the container's limit where there is one; 0 when unknown
	GPUs        []GPU  // in the driver's order; nil when there are none
	GPUNote     string // why GPUs is empty, in words; empty when it is not

	// Accelerator names what runs models on a card in this process. Discover leaves it empty: only the program
	// that links such a backend can know. While it is empty, a card is reported and not planned for.
	Accelerator     string
	AcceleratorNote string // what was found of it, what is missing and where to put it, in words; empty when nobody looked
}

// CPU describes the processor.
type CPU struct {
	Brand    string   // the processor's own name for itself, or its architecture
	Cores    int      // physical cores of the machine; 0 when unknown
	Threads  int      // hardware threads this process may use (affinity and container quota counted in); at least 1
	Features []string // of the instruction sets our kernels and ONNX Runtime care about, those usable here
	CacheL2  int      // bytes a core; 0 when unknown
	CacheL3  int      // bytes shared; 0 when unknown
}

// GPU describes one CUDA card.
type GPU struct {
	Index       int    // its number in "cuda:N"
	Name        string // as the driver names it
	MemoryBytes uint64 // total, not free
	Compute     string // compute capability, "9.0"
	SMs         int    // streaming multiprocessors
	Driver      string // newest CUDA version the driver serves, "12.4"
}
