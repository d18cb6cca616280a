package main

import (
	"fmt"
	"strings"

	"asterism/engine/backend/onnx/products"
	"asterism/kernels"
)

// processorWords says which instructions are used for what, and what the processor lacks for more. It returns an error if others were requested than exist.
func processorWords() ([]string, error) {
	name, err := kernels.Variant()
	if err != nil {
		return nil, err
	}
	return append([]string{kernelWords(name, kernels.Variants(), kernels.Forced()), "8-bit products of int8 models: " + products.Words()}, missingWords(kernels.Next())...), nil
}

// kernelWords names the variant of our kernels, and the other available ones. have is sorted, the least first.
func kernelWords(name string, have []string, forced bool) string {
	how := "the only ones here"
	switch {
	case forced:
		how = fmt.Sprintf("as %s asks, of %s", kernels.EnvCPU, strings.Join(have, ", "))
	case len(have) > 1:
		how = "the best of " + strings.Join(have, ", ")
	}
	return fmt.Sprintf("kernels that scan codes, compare vectors and tokens, and pick the best: %s (%s)", name, how)
}

// missingWords says what the next variant needs; nothing if there is none.
func missingWords(next string, missing []string) []string {
	if next == "" {
		return nil
	}
	return []string{fmt.Sprintf("faster kernels (%s) need %s, which this processor or this system does not offer", next, strings.Join(missing, ", "))}
}
