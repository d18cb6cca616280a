package device

import "fmt"

// On a CPU large batches help only while their activations stay in the core's own cache: 8 rows of 128 tokens through a
// 384-wide model were as fast per token as 32 rows and, at 512 tokens, faster (2 MiB of L2). Half the cache, half the
// batch.
const (
	cpuTokens      = 1024
	cpuTokensSmall = 512
	roomyL2        = 1 << 20 // bytes from which cpuTokens fits
	cpuRows        = 64      // short texts: above this the work per row, not the matrix products, sets the pace
)

// planCPU gives every usable core a separate session with one thread. Several small sessions are faster than
// one that spreads each matrix product over all cores, because no thread waits at a barrier inside the
// model.
func planCPU(cpu CPU, why string) Plan {
	workers := max(cpu.Threads, 1)
	if cpu.Cores > 0 {
		// Two hardware threads of a core share its vector units and its cache.
		workers = min(workers, cpu.Cores)
	}
	tokens := cpuTokens
	size := fmt.Sprintf("batches of %d tokens stay in the core's cache", cpuTokens)
	if cpu.CacheL2 > 0 && cpu.CacheL2 < roomyL2 {
		tokens = cpuTokensSmall
		size = fmt.Sprintf("batches of %d tokens, because L2 is only %s a core", tokens, sizeWords(uint64(cpu.CacheL2)))
	}
	return Plan{
		Device:       WantCPU,
		Workers:      workers,
		IntraThreads: 1,
		TokenBudget:  tokens,
		MaxRows:      cpuRows,
		Reasons:      []string{why, fmt.Sprintf("%d workers of one thread, one a usable core", workers), size},
	}
}
