package drawn

import (
	"encoding/binary"
	"maps"
	"slices"

	"golang.org/x/text/unicode/norm"
)

// Charmap compiles rules, text → replacement, to the character map of a SentencePiece model: the length of a double-array trie in bytes, the trie
// in the layout of Darts-clone, and the replacements, each with a zero byte at its end. No text may be empty or contain a zero byte.
func Charmap(rules map[string]string) []byte {
	keys := slices.Sorted(maps.Keys(rules))
	values := map[string]uint32{}
	var words []byte
	for _, k := range keys {
		values[k] = uint32(len(words))
		words = append(append(words, rules[k]...), 0)
	}
	t := doubleArray{bases: map[uint32]bool{}}
	t.reserve(0)
	t.place(0, 0, keys, values)
	out := binary.LittleEndian.AppendUint32(nil, uint32(4*len(t.units)))
	for _, u := range t.units {
		out = binary.LittleEndian.AppendUint32(out, u)
	}
	return append(out, words...)
}

// doubleArray is a trie under construction. A node at place p whose children stand at base^byte has the offset p^base. No two nodes have a base in
// common, or the children of one would be taken for those of the other.
type doubleArray struct {
	units []uint32
	used  []bool
	bases map[uint32]bool
}

const (
	keyEnds  = 1 << 8  // a key ends at this node; its value is at the base itself
	isValue  = 1 << 31 // and is marked so
	noLabel  = 1 << 31 // nothing leads to a place that is not used
	offsetAt = 10
)

// reserve makes room for a place, and marks it as used.
func (t *doubleArray) reserve(at uint32) {
	for uint32(len(t.units)) <= at {
		t.units, t.used = append(t.units, noLabel), append(t.used, false)
	}
	t.used[at] = true
	t.units[at] = 0
}

// place lays out below the node at a place the keys, sorted, which have their first n bytes in common.
func (t *doubleArray) place(at uint32, n int, keys []string, values map[string]uint32) {
	var labels []byte
	for _, k := range keys {
		if len(k) > n && (len(labels) == 0 || labels[len(labels)-1] != k[n]) {
			labels = append(labels, k[n])
		}
	}
	ends := len(keys) > 0 && len(keys[0]) == n
	base := t.free(labels, ends)
	t.bases[base] = true
	t.units[at] |= (at ^ base) << offsetAt
	if ends {
		t.reserve(base)
		t.units[at] |= keyEnds
		t.units[base] = values[keys[0]] | isValue
		keys = keys[1:]
	}
	for _, c := range labels {
		t.reserve(base ^ uint32(c))
		t.units[base^uint32(c)] = uint32(c)
	}
	for _, c := range labels {
		to := slices.IndexFunc(keys, func(k string) bool { return k[n] != c })
		if to < 0 {
			to = len(keys)
		}
		t.place(base^uint32(c), n+1, keys[:to], values)
		keys = keys[to:]
	}
}

// free finds the first base at which a node's children, and its value if it has one, fall on places that are not used.
func (t *doubleArray) free(labels []byte, ends bool) uint32 {
	taken := func(at uint32) bool { return at < uint32(len(t.used)) && t.used[at] }
	for base := uint32(1); ; base++ {
		if !t.bases[base] && (!ends || !taken(base)) && !slices.ContainsFunc(labels, func(c byte) bool { return taken(base ^ uint32(c)) }) {
			return base
		}
	}
}

// CharmapRules are rules as in XLM-R's map, over a part of its characters: white space becomes a space, control characters are removed, and
// letters in other widths, ligatures and letters with marks of their own are replaced as in NFKC.
func CharmapRules() map[string]string {
	rules := map[string]string{"\t": " ", "\n": " ", "\r": " ", "\u200b": "", "\ufeff": ""}
	add := func(k string) {
		if v := norm.NFKC.String(k); v != k {
			rules[k] = v
		}
	}
	for c := rune(1); c < ' '; c++ {
		if c != '\t' && c != '\n' && c != '\r' {
			rules[string(c)] = ""
		}
	}
	for _, block := range [][2]rune{{0xa0, 0x17f}, {0x2000, 0x203f}, {0x2100, 0x214f}, {0x2460, 0x24ff}, {0x3300, 0x33ff}, {0xfb00, 0xfb06}, {0xff01, 0xffee}} {
		for c := block[0]; c <= block[1]; c++ {
			add(string(c))
			if d := norm.NFD.String(string(c)); d != string(c) {
				add(d)
			}
			if c >= 0xff66 && c <= 0xff9d { // half-width katakana with a mark of voice behind it
				add(string(c) + "\uff9e")
				add(string(c) + "\uff9f")
			}
		}
	}
	return rules
}
