package secrets

import (
	"slices"
)

// finder searches for many words at a time (Aho, Corasick 1975: Efficient string matching), ignoring the case of ASCII letters.
type finder struct {
	next  []([256]int32) // a state's next state for every byte
	found [][]int32      // the rules whose word ends in a state
	loose []int32        // the rules without words, which are always tried
}

func newFinder(rules []*rule) *finder {
	f := &finder{next: make([][256]int32, 1), found: make([][]int32, 1)}
	for i, r := range rules {
		if len(r.words) == 0 {
			f.loose = append(f.loose, int32(i))
		}
		for _, w := range r.words {
			f.insert(w, int32(i))
		}
	}
	f.link()
	return f
}

func (f *finder) insert(word string, rule int32) {
	at := int32(0)
	for i := range len(word) {
		c := lower(word[i])
		if f.next[at][c] == 0 {
			f.next = append(f.next, [256]int32{})
			f.found = append(f.found, nil)
			f.next[at][c] = int32(len(f.next) - 1)
		}
		at = f.next[at][c]
	}
	f.found[at] = append(f.found[at], rule)
}

// link adds the transitions that a state's own words lack: those of the longest suffix that begins another word.
func (f *finder) link() {
	back := make([]int32, len(f.next))
	var queue []int32
	for _, s := range f.next[0] {
		if s != 0 {
			queue = append(queue, s)
		}
	}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for c := range 256 {
			s := f.next[at][c]
			if s == 0 {
				f.next[at][c] = f.next[back[at]][c]
				continue
			}
			back[s] = f.next[back[at]][c]
			f.found[s] = append(f.found[s], f.found[back[s]]...)
			queue = append(queue, s)
		}
	}
}

// hit is where words of a rule were found in a text.
type hit struct {
	rule        int32
	first, last int // the ends of the first and the last word
}

// hits returns the rules whose words a text has, in the order of the rules.
func (f *finder) hits(text string) (out []hit) {
	at := int32(0)
	for i := range len(text) {
		at = f.next[at][lower(text[i])]
		for _, r := range f.found[at] {
			k := slices.IndexFunc(out, func(h hit) bool { return h.rule == r })
			if k < 0 {
				out = append(out, hit{r, i + 1, i + 1})
			} else {
				out[k].last = i + 1
			}
		}
	}
	for _, r := range f.loose {
		out = append(out, hit{r, 0, len(text)})
	}
	slices.SortFunc(out, func(a, b hit) int { return int(a.rule - b.rule) })
	return out
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}
