package device

import (
	"fmt"

	"asterism/models"
)

// On a GPU a batch must be large enough to fill every multiprocessor: some 128 tokens each keep a matrix
// product's tiles (128 rows) busy. Above gpuTokensMost the time grows with the tokens, so larger batches only
// add latency. This is a rule of thumb from the tile size, not yet measured on a GPU.
const (
	gpuTokensPerSM = 128
	gpuTokensLeast = 4096
	gpuTokensMost  = 32768
	gpuRows        = 512
)

// perLane is how many batches of one space the kernels have in work: one computes while the other is copied.
const perLane = 2

// gpuMemoryTenths is the share of the GPU's memory, in tenths, that a provider's models may take; the rest is for the driver,
// for libraries and for other users of the GPU. The kernels' backend uses the free memory instead.
const gpuMemoryTenths = 9

func gpuTokens(gpu GPU) int { return min(max(gpu.SMs*gpuTokensPerSM, gpuTokensLeast), gpuTokensMost) }

// planKernels keeps the lanes of all spaces busy concurrently, and has an asker for each space's question.
func planKernels(hw Hardware, gpu GPU) Plan {
	tokens := gpuTokens(gpu)
	return Plan{
		Device:       fmt.Sprintf("%s%d", wantKernels, gpu.Index),
		Runner:       Kernels,
		GPU:          gpu.Index,
		Workers:      perLane * models.Count,
		Askers:       models.Count,
		PerLane:      perLane,
		IntraThreads: 1,
		TokenBudget:  tokens,
		MaxRows:      gpuRows,
		Reasons: []string{
			fmt.Sprintf("%s run the models on %s", hw.Kernels, gpu.Name),
			fmt.Sprintf("%d batches of a space are in flight at a time, besides questions", perLane),
			fmt.Sprintf("batches of %d tokens fill its %d multiprocessors", tokens, gpu.SMs),
		},
	}
}

// planProvider gives the GPU to one worker: the runtime's sessions share its streams.
func planProvider(hw Hardware, gpu GPU) Plan {
	tokens, memory := gpuTokens(gpu), gpu.MemoryBytes/10*gpuMemoryTenths
	return Plan{
		Device:       fmt.Sprintf("%s%d", wantProvider, gpu.Index),
		Runner:       Provider,
		GPU:          gpu.Index,
		Workers:      1,
		IntraThreads: 1,
		TokenBudget:  tokens,
		MaxRows:      gpuRows,
		MemoryBytes:  memory,
		Reasons: []string{
			fmt.Sprintf("%s runs the models on %s", hw.Provider, gpu.Name),
			"one worker owns the GPU",
			fmt.Sprintf("batches of %d tokens fill its %d multiprocessors", tokens, gpu.SMs),
			fmt.Sprintf("the models may take %s of its %s", sizeWords(memory), sizeWords(gpu.MemoryBytes)),
		},
	}
}
