package kernels

// greatest moves the k greatest keys to the front, the least of them to place k−1, and returns them: Hoare's selection (1961)
// with the median of three as pivot, O(n) on average. The keys are all different; k is in 0 … len(keys).
func greatest(keys []uint64, k int) []uint64 {
	low, high := 0, len(keys)-1
	for low < high && k > 0 {
		i, j := split(keys, low, high)
		switch {
		case k-1 <= j:
			high = j
		case k-1 >= i:
			low = i
		default:
			return keys[:k]
		}
	}
	return keys[:k]
}

// split moves the keys of low … high that are greater than a pivot before those that are less: places up to j hold no
// lesser ones, places from i no greater ones, and what is between is the pivot.
func split(keys []uint64, low, high int) (i, j int) {
	a, b, c := keys[low], keys[(low+high)/2], keys[high]
	pivot := max(min(a, b), min(max(a, b), c))
	i, j = low, high
	for i <= j {
		for keys[i] > pivot {
			i++
		}
		for keys[j] < pivot {
			j--
		}
		if i <= j {
			keys[i], keys[j] = keys[j], keys[i]
			i, j = i+1, j-1
		}
	}
	return i, j
}
