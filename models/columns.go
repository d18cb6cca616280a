package models

// Columns numbers the dense vectors of a memory that come from a model, in the order of the catalogue: one of a dense space, two of a pair
// (cause, then effect). The search index and the GPU's kernels keep them by these numbers.
var Columns = func() (out [Count][]int) {
	n := 0
	for s := range Catalog {
		for range Catalog[s].Vectors() {
			out[s] = append(out[s], n)
			n++
		}
	}
	return out
}()

// Vectors is how many dense vectors from a model a value of the space has.
func (c *Info) Vectors() int {
	switch {
	case c.Origin == FromModel && c.Kind == Dense:
		return 1
	case c.Origin == FromModel && c.Kind == Pair:
		return 2
	}
	return 0
}
