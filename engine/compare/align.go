package compare

import "strings"

// tooDifferent reports whether two sequences have so little in common that no alignment could make them similar: the most that they can share, with every value paired, is
// less than what similar texts share. Most neighbours of a text are such, and this saves them the table of the alignment.
func tooDifferent(a, b []token) bool {
	if len(a)*len(b) <= fewCells {
		return false
	}
	count := map[string]int{}
	for i := range a {
		count[a[i].key]++
	}
	var both, wa, wb, freeA, freeB float64
	for i := range b {
		wb += b[i].weight
		switch {
		case count[b[i].key] > 0:
			count[b[i].key]--
			both += b[i].weight
		case b[i].kind != Word || b[i].sign || b[i].first || units[b[i].stem] || b[i].turns || b[i].ending:
			freeB += b[i].weight
		}
	}
	for i := range a {
		wa += a[i].weight
		if count[a[i].key] > 0 && (a[i].kind != Word || a[i].sign || a[i].first || units[a[i].stem] || a[i].turns || a[i].ending) {
			freeA += a[i].weight
		}
	}
	if wa == 0 || wb == 0 {
		return false
	}
	most := both + freeA + freeB
	return 2*most < leastShared*(wa+wb) && most < leastContained*min(wa, wb)
}

// pairing maps tokens of one text to tokens of the other.
type pairing struct {
	a, b     []token
	toB, toA []int  // the token's partner, -1: none
	opposite []bool // by token of a: its partner is its opposite
	moved    bool   // a content word is in another place
	gapA     []int  // by token: the number of aligned pairs before it
	gapB     []int
}

// fewCells is the size up to which a table costs less than the check that it is needed.
const fewCells = 400

// mostCells bounds the alignment table. Longer texts are paired regardless of order.
const mostCells = 1 << 18

// pair aligns two token sequences, and then pairs tokens that moved.
func pair(a, b []token) *pairing {
	p := &pairing{a: a, b: b, toB: unpaired(len(a)), toA: unpaired(len(b)), opposite: make([]bool, len(a))}
	from := 0
	for from < len(a) && from < len(b) && a[from].key == b[from].key {
		p.join(from, from)
		from++
	}
	endA, endB := len(a), len(b)
	for endA > from && endB > from && a[endA-1].key == b[endB-1].key {
		endA, endB = endA-1, endB-1
		p.join(endA, endB)
	}
	if (endA-from)*(endB-from) <= mostCells {
		p.align(from, endA, endB)
	}
	p.countGaps()
	p.pairMoved()
	return p
}

func unpaired(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = -1
	}
	return out
}

func (p *pairing) join(i, j int) { p.toB[i], p.toA[j] = j, i }

// worth returns the score of aligning two tokens; 0: they have nothing in common.
func worth(a, b *token) float64 {
	switch {
	case a.key == b.key:
		return a.weight + .1
	case (a.turns || b.turns) && known().opposed(a, b):
		return .6*max(a.weight, b.weight) + .05
	}
	return 0
}

// align finds the heaviest common subsequence between the shared beginning and the shared end.
func (p *pairing) align(from, endA, endB int) {
	n, m := endA-from, endB-from
	if n == 0 || m == 0 {
		return
	}
	best := make([]float64, (n+1)*(m+1)) // of the suffixes from i and j on
	at := func(i, j int) int { return i*(m+1) + j }
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			v := max(best[at(i+1, j)], best[at(i, j+1)])
			if w := worth(&p.a[from+i], &p.b[from+j]); w > 0 {
				v = max(v, w+best[at(i+1, j+1)])
			}
			best[at(i, j)] = v
		}
	}
	for i, j := 0, 0; i < n && j < m; {
		w := worth(&p.a[from+i], &p.b[from+j])
		switch {
		case w > 0 && best[at(i, j)] == w+best[at(i+1, j+1)]:
			p.join(from+i, from+j)
			p.opposite[from+i] = p.a[from+i].key != p.b[from+j].key
			i, j = i+1, j+1
		case best[at(i, j)] == best[at(i+1, j)]:
			i++
		default:
			j++
		}
	}
}

// countGaps stores for each token how many aligned pairs are before it. Tokens without a partner that replace each other have the same number.
func (p *pairing) countGaps() {
	count := func(partner []int) []int {
		out, pairs := make([]int, len(partner)), 0
		for i, at := range partner {
			out[i] = pairs
			if at >= 0 {
				pairs++
			}
		}
		return out
	}
	p.gapA, p.gapB = count(p.toB), count(p.toA)
}

// pairMoved pairs tokens with the same or the opposite meaning regardless of position, and two tokens written together in the other text ("time zone", "timezone").
func (p *pairing) pairMoved() {
	places := map[string][]int{}
	for j := len(p.b) - 1; j >= 0; j-- {
		if p.toA[j] < 0 {
			places[p.b[j].key] = append(places[p.b[j].key], j)
		}
	}
	for i := range p.a {
		if at := places[p.a[i].key]; p.toB[i] < 0 && len(at) > 0 {
			p.join(i, at[len(at)-1])
			places[p.a[i].key] = at[:len(at)-1]
			p.moved = p.moved || p.a[i].weight > 0
		}
	}
	p.pairOpposites()
	p.pairCompounds(p.a, p.b, p.toB, p.toA)
	p.pairCompounds(p.b, p.a, p.toA, p.toB)
}

// mostLeft is the largest number of unpaired tokens that are all compared with each other.
const mostLeft = 64

// mostPairs bounds the pairs of unpaired tokens that are searched for rare relations. It takes about ten milliseconds. If a thousand words differ, there is nothing to find.
const mostPairs = 1 << 20

func left(partner []int) (out []int) {
	for i, at := range partner {
		if at < 0 {
			out = append(out, i)
		}
	}
	return out
}

func (p *pairing) pairOpposites() {
	restA, restB := left(p.toB), left(p.toA)
	if len(restA) > mostLeft || len(restB) > mostLeft {
		return
	}
	for _, i := range restA {
		for _, j := range restB {
			if p.toA[j] < 0 && p.toB[i] < 0 && p.a[i].weight > 0 && p.b[j].weight > 0 && known().opposed(&p.a[i], &p.b[j]) {
				p.join(i, j)
				p.opposite[i] = true
			}
		}
	}
}

// free returns how many tokens have no partner.
func free(partners []int) (n int) {
	for _, p := range partners {
		if p < 0 {
			n++
		}
	}
	return n
}

// pairCompounds pairs a token of one text with two adjacent tokens of the other that form the same word. Both get the same partner.
func (p *pairing) pairCompounds(one, two []token, toTwo, toOne []int) {
	if free(toTwo)*free(toOne) > mostPairs {
		return
	}
	for i := range one {
		if toTwo[i] >= 0 || one[i].script != latin || len(one[i].stem) < 4 {
			continue
		}
		for j := 0; j+1 < len(two); j++ {
			if toOne[j] < 0 && toOne[j+1] < 0 && strings.EqualFold(two[j].text, one[i].text[:min(len(two[j].text), len(one[i].text))]) &&
				stemOf(lowered(two[j].text+two[j+1].text)) == one[i].stem {
				toTwo[i], toOne[j], toOne[j+1] = j, i, i
				break
			}
		}
	}
}
