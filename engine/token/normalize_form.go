package token

import (
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// form is one of the four Unicode normalisation forms. The data are those of
// x/text; the algorithm is our own, because x/text breaks runs of more than 30
// marks with a joiner (the stream-safe format) and keeps no alignment.
type form struct {
	quick            norm.Form
	compat, composes bool
}

// markedRune is a rune with its canonical combining class.
type markedRune struct {
	r   rune
	ccc uint8
	at  span
}

func (n form) normalize(s *scratch, dst, src *aligned) {
	i := n.quick.QuickSpan(src.b)
	if i == len(src.b) {
		dst.copyRange(src, 0, i)
		return
	}
	// The end of the quick span may be inside a sequence of marks: go back to an ASCII
	// character, which is a starter that nothing is reordered across, and start from it.
	for i > 0 && src.b[i-1] >= utf8.RuneSelf {
		i--
	}
	i = max(i-1, 0)
	dst.copyRange(src, 0, i)
	s.runes = s.runes[:0]
	for i < len(src.b) {
		r, w := utf8.DecodeRune(src.b[i:])
		s.runes = decompose(s.runes, r, src.span(i, i+w), n.compat)
		i += w
	}
	canonicalOrder(s.runes)
	if n.composes {
		s.runes = compose(s.runes)
	}
	for _, m := range s.runes {
		dst.put(m.r, m.at)
	}
}

const (
	hangulBase, hangulEnd  = 0xAC00, 0xD7A4
	jamoL, jamoV, jamoT    = 0x1100, 0x1161, 0x11A7
	jamoVCount, jamoTCount = 21, 28
)

// decompose appends the full decomposition of r, not yet in canonical order.
func decompose(runes []markedRune, r rune, at span, compat bool) []markedRune {
	if r < utf8.RuneSelf {
		return append(runes, markedRune{r: r, at: at})
	}
	if r >= hangulBase && r < hangulEnd {
		return decomposeHangul(runes, r-hangulBase, at)
	}
	var buf [utf8.UTFMax]byte
	b := utf8.AppendRune(buf[:0], r)
	p := norm.NFD.Properties(b)
	if compat {
		p = norm.NFKD.Properties(b)
	}
	d := p.Decomposition()
	if d == nil {
		return append(runes, markedRune{r: r, ccc: p.CCC(), at: at})
	}
	for len(d) > 0 {
		r, w := utf8.DecodeRune(d)
		runes = append(runes, markedRune{r: r, ccc: norm.NFD.Properties(d).CCC(), at: at})
		d = d[w:]
	}
	return runes
}

func decomposeHangul(runes []markedRune, i rune, at span) []markedRune {
	runes = append(runes,
		markedRune{r: jamoL + i/(jamoVCount*jamoTCount), at: at},
		markedRune{r: jamoV + i/jamoTCount%jamoVCount, at: at})
	if t := i % jamoTCount; t > 0 {
		runes = append(runes, markedRune{r: jamoT + t, at: at})
	}
	return runes
}

// canonicalOrder sorts every run of marks by combining class, stable. Marks that moved
// share the alignment of their run, so that the original ranges stay in order.
func canonicalOrder(runes []markedRune) {
	byClass := func(a, b markedRune) int { return int(a.ccc) - int(b.ccc) }
	for i := 0; i < len(runes); {
		if runes[i].ccc == 0 {
			i++
			continue
		}
		j := i
		for j < len(runes) && runes[j].ccc != 0 {
			j++
		}
		if run := runes[i:j]; !slices.IsSortedFunc(run, byClass) {
			shareSpan(run)
			slices.SortStableFunc(run, byClass)
		}
		i = j
	}
}

func shareSpan(run []markedRune) {
	at := span{run[0].at.start, run[len(run)-1].at.end}
	for i := range run {
		run[i].at = at
	}
}

// compose combines starters with the marks that follow, in place.
func compose(runes []markedRune) []markedRune {
	out := runes[:0]
	starter, last := -1, uint8(0) // last: class of the preceding rune, 0 right after the starter
	for _, m := range runes {
		if starter >= 0 && (last < m.ccc || starter == len(out)-1) {
			if r, ok := composePair(out[starter].r, m.r); ok {
				out[starter].r = r
				out[starter].at.end = max(out[starter].at.end, m.at.end)
				continue
			}
		}
		if last = m.ccc; m.ccc == 0 {
			starter = len(out)
		}
		out = append(out, m)
	}
	return out
}

// composePair asks x/text whether two runes have a primary composite.
func composePair(a, b rune) (rune, bool) {
	if b < 0x300 {
		return 0, false
	}
	var in, out [32]byte
	pair := utf8.AppendRune(utf8.AppendRune(in[:0], a), b)
	joined := norm.NFC.Append(out[:0], pair...)
	r, w := utf8.DecodeRune(joined)
	return r, w == len(joined)
}
