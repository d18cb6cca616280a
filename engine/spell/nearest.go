package spell

import (
	"path"
	"strings"
)

// Nearest returns the name that v was most likely meant to be: the one with the fewest changes, the earlier of two equally near, or "" if even that one differs in more
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

// bare returns the part of a name that is compared. Names are short; a hostile one must not cost quadratic time.
func bare(name string) []rune {
	const enough = 64
	r := []rune(strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(name)))
	return r[:min(len(r), enough)]
}

// NearestPath returns the path that v was most likely meant to be: the one that shares most of its last parts, at least the name of the file or folder.
// So it finds a path that is relative to another folder, begins with "./" or is absolute. Otherwise it returns the nearest by letters, as [Nearest] does.
func NearestPath(v string, paths []string) string {
	best, most := "", 0
	from := path.Clean(strings.ReplaceAll(v, `\`, "/"))
	for _, p := range paths {
		if n := lastParts(from, path.Clean(p)); n > most {
			best, most = p, n
		}
	}
	if best != "" {
		return best
	}
	return Nearest(v, paths)
}

// lastParts returns how many parts two paths share at their ends.
func lastParts(a, b string) (n int) {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	for n < min(len(x), len(y)) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}
