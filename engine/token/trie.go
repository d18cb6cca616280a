package token

// trie stores texts with an id each. Edges are in one open-addressing table, which is
// small, quick to build and needs no child lists.
type trie struct {
	edges []edge // length is a power of two, at most half full
	count int
	ids   []int32 // by node; -1: no text ends here
}

// edge leads from a node over a byte. key is node<<8|byte plus one; 0 is a free slot.
type edge struct {
	key  uint64
	next uint32
}

func newTrie() *trie { return &trie{edges: make([]edge, 512), ids: []int32{-1}} }

// add stores text with id; the last id of a text counts.
func (t *trie) add(text string, id int32) {
	node := uint32(0)
	for _, b := range []byte(text) {
		next, ok := t.step(node, b)
		if !ok {
			next = uint32(len(t.ids))
			t.ids = append(t.ids, -1)
			t.link(node, b, next)
		}
		node = next
	}
	t.ids[node] = id
}

// step follows the edge of b from node.
func (t *trie) step(node uint32, b byte) (uint32, bool) {
	e := t.edges[t.slot(edgeKey(node, b))]
	return e.next, e.key != 0
}

func edgeKey(node uint32, b byte) uint64 { return uint64(node)<<8 | uint64(b) + 1 }

// slot returns the slot of key, or the free one where it would be stored.
func (t *trie) slot(key uint64) uint64 {
	last := uint64(len(t.edges) - 1)
	at := key * 0x9E3779B97F4A7C15 >> 32 & last
	for t.edges[at].key != 0 && t.edges[at].key != key {
		at = (at + 1) & last
	}
	return at
}

func (t *trie) link(node uint32, b byte, next uint32) {
	if t.count++; 2*t.count > len(t.edges) {
		old := t.edges
		t.edges = make([]edge, 2*len(old))
		for _, e := range old {
			if e.key != 0 {
				t.edges[t.slot(e.key)] = e
			}
		}
	}
	key := edgeKey(node, b)
	t.edges[t.slot(key)] = edge{key, next}
}

// longest returns the id and length of the longest stored text that b begins with; length
// 0 for none.
func (t *trie) longest(b []byte) (id int32, n int) {
	node := uint32(0)
	for i, c := range b {
		next, ok := t.step(node, c)
		if !ok {
			break
		}
		if node = next; t.ids[node] >= 0 {
			id, n = t.ids[node], i+1
		}
	}
	return id, n
}
