package arith

import (
	"fmt"
	"sync"

	"asterism/engine/fingerprint"
	"asterism/kernels"
)

// gathered are the letters of a text and the rows of its distinct letters, as [kernels.Bundle] reads them. It is reused: a text of thirty distinct letters has 113 KiB of rows.
type gathered struct {
	number  map[rune]int32
	rows    []uint64
	letters []int32
	code    [rowWords]uint64
}

var gatherers = sync.Pool{New: func() any { return &gathered{number: map[rune]int32{}} }}

// mostKept is how many distinct letters' rows are kept for the next text: 1 MiB. Those of a text with many more, such as a dictionary of Chinese, are freed.
const mostKept = 273

func (g *gathered) release() {
	if cap(g.rows) <= mostKept*3*rowWords {
		gatherers.Put(g)
	}
}

// gather numbers the letters in order and copies the rows of each once. The copy takes about half as long as the counting, which then reads one block of memory without pointers.
func (g *gathered) gather(items *itemCache, text []rune) {
	clear(g.number)
	g.rows, g.letters = g.rows[:0], g.letters[:0]
	for _, r := range text {
		n, ok := g.number[r]
		if !ok {
			n = int32(len(g.number))
			g.number[r] = n
			g.rows = append(g.rows, items.get(r).rows[:]...)
		}
		g.letters = append(g.letters, n)
	}
}

// bundle computes the majority vote of the letters' trigrams.
func bundle(items *itemCache, text []rune) []uint64 {
	g := gatherers.Get().(*gathered)
	defer g.release()
	g.gather(items, text)
	n := len(text) - 2
	k := fingerprint.Anchor(n)
	// A bit is set when 2·votes + k·T > n, T = ±1, or on a tie when T = +1.
	votes := kernels.Votes{Rows: g.rows, Letters: g.letters, Tie: tieRow[:], With: (n - k + 1) / 2, Without: (n+k)/2 + 1}
	if err := kernels.Bundle(votes, g.code[:]); err != nil {
		panic(fmt.Sprint("bundle a text: ", err)) // the shapes are made here
	}
	out := make([]uint64, codeWords)
	copy(out, g.code[:])
	out[codeWords-1] &= lastMask
	return out
}
