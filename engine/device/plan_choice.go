package device

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// leastCompute is the major compute capability that the program's kernels require: products of bf16 on tensor cores, asynchronous copies.
const leastCompute = 8

func planAuto(hw Hardware) Plan {
	switch {
	case len(hw.GPUs) == 0 && hw.GPUNote == "":
		return planCPU(hw.CPU, "no GPU was found")
	case len(hw.GPUs) == 0:
		return planCPU(hw.CPU, hw.GPUNote)
	case hw.NoGain != "":
		return planCPU(hw.CPU, fmt.Sprintf("%s was found and is not used: %s", hw.GPUs[0].Name, hw.NoGain))
	}
	for _, gpu := range hw.GPUs {
		if hw.kernelsOn(gpu) == nil {
			return planKernels(hw, gpu)
		}
	}
	why := hw.kernelsOn(hw.GPUs[0])
	if hw.Provider != "" {
		p := planProvider(hw, hw.GPUs[0])
		p.Reasons = append(p.Reasons, why.Error())
		return p
	}
	return planCPU(hw.CPU, fmt.Sprintf("%s was found, but nothing here runs the models on it: %v%s", hw.GPUs[0].Name, why, hw.noteWords()))
}

// planAsked plans for exactly the requested GPU and runner, or returns an error.
func planAsked(hw Hardware, a asked) (Plan, error) {
	gpu, ok := hw.gpu(a.gpu)
	if !ok {
		return Plan{}, fmt.Errorf("choose device %q: %s: use auto or cpu", a.word, foundWords(hw))
	}
	if a.runner == Provider {
		if hw.Provider == "" {
			return Plan{}, fmt.Errorf("choose device %q: %s is there, but ONNX Runtime has no provider for it: use auto or cpu%s", a.word, gpu.Name, hw.noteWords())
		}
		return planProvider(hw, gpu), nil
	}
	if hw.NoGain != "" {
		return Plan{}, fmt.Errorf("choose device %q: %s: use auto or cpu", a.word, hw.NoGain)
	}
	if err := hw.kernelsOn(gpu); err != nil {
		return Plan{}, fmt.Errorf("choose device %q: %w: use auto or cpu%s", a.word, err, hw.noteWords())
	}
	return planKernels(hw, gpu), nil
}

func (hw Hardware) gpu(index int) (GPU, bool) {
	for _, gpu := range hw.GPUs {
		if gpu.Index == index {
			return gpu, true
		}
	}
	return GPU{}, false
}

// kernelsOn returns why the program's kernels do not run on a GPU; nil: they do.
func (hw Hardware) kernelsOn(gpu GPU) error {
	if hw.Kernels == "" {
		if hw.KernelsNote != "" {
			return errors.New(hw.KernelsNote)
		}
		return errors.New("this program has no kernels for a GPU")
	}
	major, _, _ := strings.Cut(gpu.Compute, ".")
	if n, err := strconv.Atoi(major); err != nil || n < leastCompute {
		return fmt.Errorf("the kernels need compute capability %d.0, and %s has %q", leastCompute, gpu.Name, gpu.Compute)
	}
	return nil
}

// noteWords returns what is known about ONNX Runtime's providers, to append to a sentence.
func (hw Hardware) noteWords() string {
	if hw.ProviderNote == "" {
		return ""
	}
	return " (" + hw.ProviderNote + ")"
}

// foundWords lists the GPUs that exist, for an error about one that does not.
func foundWords(hw Hardware) string {
	if len(hw.GPUs) == 0 {
		if hw.GPUNote != "" {
			return "no GPU was found: " + hw.GPUNote
		}
		return "no GPU was found"
	}
	names := make([]string, len(hw.GPUs))
	for i, gpu := range hw.GPUs {
		names[i] = fmt.Sprintf("cuda:%d (%s)", gpu.Index, gpu.Name)
	}
	return "found only " + strings.Join(names, ", ")
}
