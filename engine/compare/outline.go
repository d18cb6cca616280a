package compare

// outline holds what is needed to see quickly that a text is about something else than another of its group. Keys of tokens are numbered within the group.
type outline struct {
	tokens    []token
	keys      []int32    // by token
	has       bits       // the keys of its tokens
	turned    bits       // the opposites of these keys
	bases     [][2]int32 // tokens with a denying prefix, and the key of the rest of the word
	amount    []measure  // by token: its measure if it is an amount; nil: the text has none
	amounts   uint16     // a bit for each measure of these
	value     []bool     // by token: it may replace another as a value
	inGroups  bool       // it has a number in groups, which may turn out to be several numbers by the other text
	values    int        // how many tokens of value have weight
	weight    float64    // of all tokens
	initial   []byte     // by token: the number of its first letter, 0 if that is not ASCII
	following [27][]int  // by such a number: the tokens that have it and a next token
}

// bits is a set of small numbers.
type bits []uint64

func (b bits) has(n int32) bool { return int(n>>6) < len(b) && b[n>>6]>>(n&63)&1 != 0 }

func (b *bits) add(n int32) {
	for int(n>>6) >= len(*b) {
		*b = append(*b, 0)
	}
	(*b)[n>>6] |= 1 << (n & 63)
}

// group numbers the keys of the texts that are compared with each other.
type group struct {
	numbers   map[string]int32
	opposites [][]int32 // by number: the keys that are its opposite; nil: not looked up
}

// number returns the number of a key.
func (g *group) number(key string) int32 {
	n, ok := g.numbers[key]
	if !ok {
		if g.numbers == nil {
			g.numbers = map[string]int32{}
		}
		n = int32(len(g.opposites))
		g.numbers[key], g.opposites = n, append(g.opposites, nil)
	}
	return n
}

// oppositesOf returns the keys that are opposites of a key by the lists.
func (g *group) oppositesOf(n int32, key string) []int32 {
	if g.opposites[n] == nil {
		out := []int32{}
		for _, o := range known().opposites[key] {
			out = append(out, g.number(o))
		}
		g.opposites[n] = out
	}
	return g.opposites[n]
}

// outlineOf computes the outline of a text.
func (g *group) outlineOf(all []token) *outline {
	o := &outline{tokens: all, keys: make([]int32, len(all)), value: make([]bool, len(all)), initial: make([]byte, len(all))}
	for i := range all {
		t := &all[i]
		n := g.number(t.key)
		o.keys[i], o.weight = n, o.weight+t.weight
		o.has.add(n)
		o.inGroups = o.inGroups || inGroups(t)
		for _, opposite := range g.oppositesOf(n, t.key) {
			o.turned.add(opposite)
		}
		if t.denied != "" {
			denied := g.number(t.denied)
			o.turned.add(denied)
			o.bases = append(o.bases, [2]int32{int32(i), denied})
		}
		o.value[i] = t.kind != Word || t.sign || t.first || units[t.stem] || isUnit(t)
		if o.value[i] && t.weight > 0 {
			o.values++
		}
		if t.text != "" {
			if c := t.text[0] | 0x20; c >= 'a' && c <= 'z' {
				o.initial[i] = c - 'a' + 1
			}
		}
		if i+1 < len(all) {
			o.following[o.initial[i]] = append(o.following[o.initial[i]], i)
		}
	}
	for _, a := range amountsOf(all) {
		if o.amount == nil {
			o.amount = make([]measure, len(all))
		}
		for i := a.from; i < a.end; i++ {
			o.amount[i] = a.of
		}
		o.amounts |= 1 << a.of
	}
	return o
}
