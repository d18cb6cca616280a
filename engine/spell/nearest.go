package spell

import "strings"

// Nearest returns the name that v was most likely meant to be: that with the fewest changes from it, the earlier of two equally near, or "" when even that differs in more
// than half of its letters. Case, '_', '-' and blanks do not count, so that top_k finds topK.
func Nearest(v string, names []string) string {
	best, fewest := "", 0
	from := bare(v)
	for _, name := range names {
		to := bare(name)
		limit := max(len(from), len(to)) / 2
		if best != "" {
			limit = min(limit, fewest-1)
		}
		if d := distance(from, to, limit); d <= limit {
			best, fewest = name, d
		}
	}
	return best
}

// bare is what of a name is compared. Names are short; a hostile one must not cost quadratic time.
func bare(name string) []rune {
	const enough = 64
	r := []rune(strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name)))
	return r[:min(len(r), enough)]
}
