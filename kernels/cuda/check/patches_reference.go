package check

import "asterism/kernels/cuda"

// ReferencePatches are the rows that [cuda.Patches] returns, before rounding.
func ReferencePatches(pixels []float32, images, size, patch int) []float64 {
	side, tokens, depth := size/patch, cuda.PatchTokens(size, patch), cuda.PatchDepth(patch)
	out := make([]float64, images*tokens*depth)
	for image := range images {
		for y := range side * patch {
			for x := range side * patch {
				for channel := range 3 {
					row := image*tokens + 1 + y/patch*side + x/patch
					at := channel*patch*patch + y%patch*patch + x%patch
					out[row*depth+at] = float64(pixels[((image*3+channel)*size+y)*size+x])
				}
			}
		}
	}
	return out
}
