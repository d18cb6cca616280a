package device

import (
	"fmt"
	"strconv"
	"strings"
)

// WantAuto and WantCPU are the device names without a GPU's number.
const (
	WantAuto = "auto"
	WantCPU  = "cpu"
)

// The prefixes of a GPU's number.
const (
	wantKernels  = "cuda:"
	wantProvider = "onnx-cuda:"
)

// Wants lists the device names for people.
const Wants = "auto, cpu, cuda:N or onnx-cuda:N (N counts from 0)"

// asked is a requested device.
type asked struct {
	word   string
	auto   bool
	runner Runner
	gpu    int
}

func parseWant(word string) (asked, error) {
	switch word {
	case "", WantAuto:
		return asked{word: WantAuto, auto: true}, nil
	case WantCPU:
		return asked{word: WantCPU}, nil
	}
	a := asked{word: word, runner: Kernels}
	number, ok := strings.CutPrefix(word, wantKernels)
	if !ok {
		a.runner = Provider
		if number, ok = strings.CutPrefix(word, wantProvider); !ok {
			return a, fmt.Errorf("choose device %q: use %s", word, Wants)
		}
	}
	n, err := strconv.ParseUint(number, 10, 8)
	if err != nil || strconv.FormatUint(n, 10) != number {
		return a, fmt.Errorf("choose device %q: N must be a number from 0 to 255, as in %s", word, Wants)
	}
	a.gpu = int(n)
	return a, nil
}
