package device

import (
	"fmt"
	"strconv"
	"strings"
)

// Plan says who does the embedding and in what portions.
type Plan struct {
	Device       string   // "cpu" or "cuda:N"
	Workers      int      // model sessions at work at the same time; at least 1
	IntraThreads int      // threads inside one session; at least 1
	TokenBudget  int      // tokens in one batch, padding counted
	MaxRows      int      // texts in one batch
	MemoryBytes  uint64   // what the models may take on a card, all together; 0: no limit
	Reasons      []string // why, one sentence a decision, for `asterism doctor`
}

// OnCard reports whether a card does the work.
func (p *Plan) OnCard() bool { return p.Device != WantCPU && p.Device != "" }

// WantAuto and WantCPU are the words a device is asked for with, beside "cuda:N".
const (
	WantAuto = "auto"
	WantCPU  = "cpu"
)

// MakePlan decides for this hardware. want is "auto", "cpu" or "cuda:N"; "" is auto. Auto takes the first card when
// something in this process can run models on it ([Hardware].Accelerator) and the CPU otherwise, saying so. A card
// asked for by number that cannot be used is an error naming what was found and the way out, never a silent CPU.
func MakePlan(hw Hardware, want string) (Plan, error) {
	switch {
	case want == WantAuto || want == "":
		return planAuto(hw), nil
	case want == WantCPU:
		return planCPU(hw.CPU, "the CPU was asked for"), nil
	case strings.HasPrefix(want, "cuda:"):
		return planAsked(hw, want)
	}
	return Plan{}, fmt.Errorf("choose device %q: use auto, cpu or cuda:N (N counts from 0)", want)
}

func planAuto(hw Hardware) Plan {
	switch {
	case len(hw.GPUs) == 0 && hw.GPUNote == "":
		return planCPU(hw.CPU, "no card was found")
	case len(hw.GPUs) == 0:
		return planCPU(hw.CPU, hw.GPUNote)
	case hw.Accelerator == "":
		return planCPU(hw.CPU, fmt.Sprintf("%s was found, but nothing here runs the models on a card: the CPU does%s", hw.GPUs[0].Name, hw.noteWords()))
	}
	return planGPU(hw.GPUs[0], hw.Accelerator)
}

// planAsked answers "cuda:N" with that very card or an error.
func planAsked(hw Hardware, want string) (Plan, error) {
	index, err := strconv.Atoi(strings.TrimPrefix(want, "cuda:"))
	if err != nil || index < 0 {
		return Plan{}, fmt.Errorf("choose device %q: N in cuda:N must be a number from 0", want)
	}
	for _, gpu := range hw.GPUs {
		if gpu.Index != index {
			continue
		}
		if hw.Accelerator == "" {
			return Plan{}, fmt.Errorf("choose device %q: %s is there, but nothing here runs the models on a card: use auto or cpu%s", want, gpu.Name, hw.noteWords())
		}
		return planGPU(gpu, hw.Accelerator), nil
	}
	return Plan{}, fmt.Errorf("choose device %q: %s: use auto or cpu", want, foundWords(hw))
}

// noteWords are what is known about running models on a card, to put behind a sentence.
func (hw Hardware) noteWords() string {
	if hw.AcceleratorNote == "" {
		return ""
	}
	return " (" + hw.AcceleratorNote + ")"
}

// foundWords says which cards there are, for an error about one that is not.
func foundWords(hw Hardware) string {
	if len(hw.GPUs) == 0 {
		if hw.GPUNote != "" {
			return "no card was found: " + hw.GPUNote
		}
		return "no card was found"
	}
	names := make([]string, len(hw.GPUs))
	for i, gpu := range hw.GPUs {
		names[i] = fmt.Sprintf("cuda:%d (%s)", gpu.Index, gpu.Name)
	}
	return "found only " + strings.Join(names, ", ")
}
