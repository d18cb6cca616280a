package age

import (
	"fmt"
	"slices"
	"strings"
)

// measure is a result, by the name in its file, and the code of its figures.
type measure struct {
	result string
	paths  []string // from the root of the checkout
}

// measured is every result that a benchmark writes. Of a run of some parts, as bench-ingest, the entry is the one whose name begins the result's.
var measured = []measure{
	{"bench", []string{"cmd/asterism", "engine", "kernels", "mcp", "models", "bench/engine", "bench/corpus", "bench/mix"}},
	{"bench-batching", []string{"engine/backend", "engine/batch", "engine/device", "engine/queue", "engine/sched", "engine/token", "kernels", "models/drawn", "bench/engine", "bench/mix"}},
	{"bench-search", []string{"engine", "kernels", "models/compact", "bench/search", "bench/corpus", "bench/embedder", "bench/mixture", "bench/timed", "bench/peers"}},
	{"bench-learning", []string{"engine", "kernels", "models/compact", "bench/learning", "bench/embedder", "bench/rank"}},
	{"bench-peers", []string{"cmd/asterism", "engine", "kernels", "mcp", "models", "bench/peerbench", "bench/peers", "bench/tokens", "bench/corpus", "bench/mix"}},
	{"bench-folder", []string{"engine", "kernels", "models/compact", "bench/folder"}},
	{"bench-page", []string{"cmd/asterism", "engine", "mcp", "bench/page", "bench/corpus"}},
	{"bench-tokens", []string{"engine", "mcp", "models/compact", "bench/tokens"}},
	{"eval", []string{"engine", "kernels", "models/compact", "bench/quality", "bench/embedder", "bench/rank"}},
	{"full-models", []string{"engine/backend", "engine/batch", "engine/fingerprint", "engine/token", "kernels", "models/drawn", "bench/full"}},
	{"check-servers", []string{"cmd/asterism", "mcp", "bench/servers"}},
	{"stress", []string{"cmd/asterism", "engine", "kernels", "mcp", "models/compact", "bench/faults"}},
	{"bench-cluster", []string{"cmd/asterism", "engine", "kernels", "mcp", "models/compact", "bench/cluster", "bench/toolcall"}},
	{"fuzz", []string{"cmd/asterism", "engine", "kernels", "mcp", "models", "bench"}},
	{"gpu-check", []string{"engine/backend", "kernels", "models/drawn", "bench/gpu"}},
	{"gpu-bench", []string{"engine", "kernels", "models", "bench/gpu", "bench/corpus", "bench/embedder", "bench/mixture", "bench/mix", "bench/timed", "bench/peers"}},
}

// unmeasured are files in those folders that change no figure.
var unmeasured = []string{"**/*_test.go", "**/testdata/**", "**/*.md", "models/train/**", "bench/results/**"}

// pathsOf is the code of a result: of the entry with the longest name that begins the result's.
func pathsOf(table []measure, result string) ([]string, error) {
	best := -1
	for i, m := range table {
		if (result == m.result || strings.HasPrefix(result, m.result+"-")) && (best < 0 || len(m.result) > len(table[best].result)) {
			best = i
		}
	}
	if best < 0 {
		return nil, fmt.Errorf("no code is known for the result %q: give it an entry in bench/age/measured.go", result)
	}
	return slices.Clone(table[best].paths), nil
}
