package batch

// Windows cuts n tokens into windows of at most window tokens, each sharing at least overlap tokens with the
// previous one. There are as few as possible, and all have the same size, so that the last is not very short.
// Each is [start, end). If window is zero or less, or not less than n, the result is one window; for n of zero
// there is none. An overlap of more than half a window is reduced to half a window.
func Windows(n, window, overlap int) [][2]int {
	if n <= 0 {
		return nil
	}
	if window <= 0 || n <= window {
		return [][2]int{{0, n}}
	}
	overlap = min(max(overlap, 0), window/2)
	count := ceilDiv(n-overlap, window-overlap)
	size := ceilDiv(n+(count-1)*overlap, count)
	out := make([][2]int, count)
	for i := range out {
		start := i * (n - size) / (count - 1)
		out[i] = [2]int{start, start + size}
	}
	return out
}

func ceilDiv(a, b int) int { return (a + b - 1) / b }
