package device

// Runner is what runs the models.
type Runner uint8

// The runners.
const (
	Processor Runner = iota
	Kernels          // the program's own, on a GPU
	Provider         // ONNX Runtime's, on a GPU
)

// Plan says who does the embedding and in what portions.
type Plan struct {
	Device       string   // "cpu", "cuda:N" or "onnx-cuda:N", as it can be asked for
	Runner       Runner   // what runs the models there
	GPU          int      // N
	Workers      int      // batches in work at the same time; at least 1
	Askers       int      // further ones, of questions alone
	PerLane      int      // of those, batches of one space and kind; 0: no limit
	IntraThreads int      // threads inside one model session; at least 1
	TokenBudget  int      // tokens in one batch, padding counted
	MaxRows      int      // texts in one batch
	MemoryBytes  uint64   // what the models may take on a GPU, all together; 0: no limit of the plan's
	Reasons      []string // why, one sentence a decision, for `asterism doctor`
}

// OnGPU reports whether a GPU does the work.
func (p *Plan) OnGPU() bool { return p.Runner != Processor }

// MakePlan decides for this hardware. want is one of [Wants]; "" is auto. Auto takes the first GPU on which the program's kernels run, without one
// the first on which ONNX Runtime's provider does, and the CPU otherwise or where a GPU is of no use to the models, saying so. A GPU asked for by
// number that cannot be used is an error naming what was found and the way out, never a silent CPU.
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
