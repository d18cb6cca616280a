package device

// Runner is what runs the models.
type Runner uint8

// The runners.
const (
	Processor Runner = iota
	Kernels          // the program's own, on a GPU
	Provider         // ONNX Runtime's, on a GPU
)

// Plan says what embeds, and in batches of which size.
type Plan struct {
	Device       string   // "cpu", "cuda:N" or "onnx-cuda:N", as in a request
	Runner       Runner   // what runs the models there
	GPU          int      // N
	Workers      int      // batches in work at a time; at least 1
	Askers       int      // additional ones, for questions only
	PerLane      int      // batches in work of one space and kind; 0: no limit
	IntraThreads int      // threads inside one model session; at least 1
	TokenBudget  int      // tokens in one batch, including padding
	MaxRows      int      // texts in one batch
	MemoryBytes  uint64   // most GPU memory for all models together; 0: the plan sets no limit
	Reasons      []string // why, one sentence per decision, for `asterism doctor`
}

// OnGPU reports whether a GPU does the work.
func (p *Plan) OnGPU() bool { return p.Runner != Processor }

// MakePlan decides for this hardware. want is one of [Wants]; "" is auto. Auto takes the first GPU on which the program's kernels run, otherwise
// the first on which ONNX Runtime's provider does, and otherwise the CPU, also if a GPU does not help the models; Reasons says why. If a GPU
// requested by number cannot be used, the error names what was found and what to do; MakePlan never silently falls back to the CPU.
func MakePlan(hw Hardware, want string) (Plan, error) {
	w, err := parseWant(want)
	if err != nil {
		return Plan{}, err
	}
	switch {
	case w.auto:
		return planAuto(hw), nil
	case w.runner == Processor:
		return planCPU(hw.CPU, "the CPU was asked for"), nil
	}
	return planAsked(hw, w)
}
