package cuda

import "fmt"

// PatchTokens is the number of tokens of an image: its squares and the class.
func PatchTokens(size, patch int) int { return (size/patch)*(size/patch) + 1 }

// PatchDepth is the number of values of a square's row, padded to what a product takes.
func PatchDepth(patch int) int { return blocks(3*patch*patch, gemmSlice) * gemmSlice }

// Patches describes out = the squares of images as rows: pixels float32 [images, 3, size, size], out bf16 [images·PatchTokens, PatchDepth], the first row
// of every image and what is behind 3·patch² numbers zero. size must be a multiple of patch.
func Patches(out, pixels Pointer, images, size, patch int) (Launch, error) {
	if patch < 1 || size < patch || size%patch != 0 {
		return Launch{}, fmt.Errorf("launch patches: images of %d pixels in squares of %d, want a multiple", size, patch)
	}
	return flatLaunch("patches", images*PatchTokens(size, patch), PatchDepth(patch)/2, out, pixels, int32(size), int32(patch))
}
