package embedder

import (
	"asterism/engine/device"
	"asterism/models"
)

// What a batch of one model may take at a time, in tokens.
const (
	// logitBytes bounds the matrix of a batch's tokens by the whole vocabulary that a converted term model computes on a
	// processor: 64 MiB per worker, 549 tokens. The model holds at most two such matrices at a time.
	logitBytes = 64 << 20
	// gpuLogitBytes is the same for ONNX Runtime's provider on a GPU, with one worker. The program's kernels never write that matrix.
	gpuLogitBytes = 1 << 30
	// logit is the size of one number of the matrix.
	logit = 4
	// directions is how often a pair model computes every row: once as a cause, once as an effect.
	directions = 2
)

// tokenBudget returns how many tokens a batch of the model may have; 0: the plan decides. Only models with separate weight
// files are converted ones; those of the compact profile look their terms up and compute a pair at once.
func tokenBudget(d *models.Model, plan *device.Plan) int {
	if len(d.Weights) == 0 {
		return 0
	}
	switch d.Space.Info().Kind {
	case models.Terms:
		most := logitBytes
		switch plan.Runner {
		case device.Kernels:
			return 0
		case device.Provider:
			most = gpuLogitBytes
		}
		return min(plan.TokenBudget, most/(logit*d.Space.Info().Width))
	case models.Pair:
		return max(1, plan.TokenBudget/directions)
	}
	return 0
}
