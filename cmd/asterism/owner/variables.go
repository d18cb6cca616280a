package owner

import (
	"fmt"
	"slices"
	"strings"

	"asterism/engine/spell"
)

// variables are the environment variables of this program, without the prefix.
var variables = []string{"HOME", "MODELS", "INDEX_DEVICE", "ORT_LIB", "TOKEN", "CUDA_LIB", "CUBLASLT_LIB", "CPU", "NAMESPACE", "HUB", "HUB_TOKEN"}

// toolsVariables are those of the project's own tools and their tests whose names are similar to one of variables.
var toolsVariables = []string{"CUDA_H", "MOCK_BLAS", "FAULT", "GPU_PACK", "ADDR", "PORT", "ARCH", "TRAIN", "EVAL", "KERNELS"}

const variablePrefix = "ASTERISM_"

// MistypedVariables warns of each variable of an environment (NAME=VALUE) that is not one of this program's but similar to one. It ignores others: Kubernetes, for example, gives
// every program ASTERISM_PORT and more for a service of that name.
func MistypedVariables(environment []string) (warnings []string) {
	for _, v := range environment {
		name, _, _ := strings.Cut(v, "=")
		short, ours := strings.CutPrefix(name, variablePrefix)
		if !ours || strings.HasPrefix(short, "TEST_") || slices.Contains(variables, short) || slices.Contains(toolsVariables, short) {
			continue
		}
		if near := spell.Nearest(short, variables); near != "" {
			warnings = append(warnings, fmt.Sprintf("the variable %s is not known and has no effect; perhaps %s is meant", name, variablePrefix+near))
		}
	}
	return warnings
}
