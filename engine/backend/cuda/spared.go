package cuda

import (
	"fmt"
	"strconv"
)

// sparedVariable names how many multiprocessors passages' products of wgmma leave to questions. Such a product holds those that it has for all of its time, up to
// 250 µs, and a question's kernels would wait for its end whatever their priority.
const sparedVariable = "ASTERISM_GPU_SPARED"

// sparedUsually is what is spared where nobody says otherwise: room for a question's kernels for few rows, at 6 % of the passages' speed on 132 multiprocessors. It is
// reckoned and not measured; gpu-bench shows both sides of it (questions under ingest, and memories a second).
const sparedUsually = 8

// sparedBy reads the variable; at most half of the multiprocessors are spared, whatever it says.
func sparedBy(value string) (int, error) {
	if value == "" {
		return sparedUsually, nil
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 1024 {
		return 0, fmt.Errorf("$%s is %q: want how many multiprocessors passages leave to questions, 0 to 1024; without it they are %d", sparedVariable, value, sparedUsually)
	}
	return n, nil
}
