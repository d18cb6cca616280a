package device

import "fmt"

// On a card a batch must be large enough to fill every multiprocessor: some 128 tokens each keep a matrix
// product's tiles (128 rows) busy; above gpuTokensMost the time grows with the tokens and only latency is lost.
// A rule of thumb from the tile size, not yet measured on a card.
const (
	gpuTokensPerSM = 128
	gpuTokensLeast = 4096
	gpuTokensMost  = 32768
	gpuRows        = 512
)

// gpuMemoryTenths is the part of the card's memory that the models may take; the rest is for the driver, for libraries
// and for whoever else uses the card.
const gpuMemoryTenths = 9

// planGPU gives the card to one worker: one thread owns a device, and batches follow each other on its streams.
func planGPU(gpu GPU, accelerator string) Plan {
	tokens := min(max(gpu.SMs*gpuTokensPerSM, gpuTokensLeast), gpuTokensMost)
	return Plan{
		Device:       fmt.Sprintf("cuda:%d", gpu.Index),
		Workers:      1,
		IntraThreads: 1,
		TokenBudget:  tokens,
		MaxRows:      gpuRows,
		MemoryBytes:  gpu.MemoryBytes / 10 * gpuMemoryTenths,
		Reasons: []string{
			fmt.Sprintf("%s runs the models on %s", accelerator, gpu.Name),
			"one worker owns the card",
			fmt.Sprintf("batches of %d tokens fill its %d multiprocessors", tokens, gpu.SMs),
			fmt.Sprintf("the models may take %s of its %s", sizeWords(gpu.MemoryBytes/10*gpuMemoryTenths), sizeWords(gpu.MemoryBytes)),
		},
	}
}
