package arguments

import "strings"

// nearest returns the candidate that v was most likely meant to be, or "" when none is close. Case, '_' and '-'
// do not count, so that top_k finds topK.
func nearest(v string, candidates []string) string {
	best, bestDist := "", 0
	v = plain(v)
	for _, c := range candidates {
		p := plain(c)
		d := editDistance(v, p)
		if limit := max(len(v), len(p)) / 2; d <= limit && (best == "" || d < bestDist) {
			best, bestDist = c, d
		}
	}
	return best
}

func plain(s string) string {
	const enough = 64 // names are short; a hostile one must not cost quadratic time
	if len(s) > enough {
		s = s[:enough]
	}
	return strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(s))
}

// editDistance is the Levenshtein distance in bytes, two rows at a time.
func editDistance(a, b string) int {
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	row := make([]int, len(b)+1)
	for i := 0; i < len(a); i++ {
		row[0] = i + 1
		for j := 0; j < len(b); j++ {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(prev[j]+cost, prev[j+1]+1, row[j]+1)
		}
		prev, row = row, prev
	}
	return prev[len(b)]
}
