package token

import "unicode/utf8"

// bert is BertNormalizer: clean, separate Chinese characters, strip accents, lower case,
// in this order. ASCII is mapped by a table; a run of other runes is processed fully,
// which is exact because no canonical decomposition crosses an ASCII character.
type bert struct {
	clean, chinese, strip, lower bool
	ascii                        [utf8.RuneSelf]byte // 0: dropped
}

func newBert(clean, chinese, strip, lower bool) *bert {
	n := &bert{clean: clean, chinese: chinese, strip: strip, lower: lower}
	for i := range n.ascii {
		c := byte(i)
		switch class := classOf(rune(c)); {
		case clean && class&other != 0: // \v and \f are dropped, although they are white space
			c = 0
		case clean && class&space != 0:
			c = ' '
		case lower && 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		n.ascii[i] = c
	}
	return n
}

func (n *bert) normalize(s *scratch, dst, src *aligned) {
	for i := 0; i < len(src.b); {
		if src.b[i] >= utf8.RuneSelf {
			i = n.run(s, dst, src, i)
			continue
		}
		// NUL is the only byte that is mapped to NUL; it stays only if nothing is
		// cleaned.
		if c := n.ascii[src.b[i]]; c != 0 || !n.clean {
			dst.b = append(dst.b, c)
			if dst.track {
				dst.at = append(dst.at, src.at[i])
			}
		}
		i++
	}
}

// run normalises the runes beyond ASCII that begin at i and returns the end of
// the run.
func (n *bert) run(s *scratch, dst, src *aligned, i int) int {
	s.runes = s.runes[:0]
	for i < len(src.b) && src.b[i] >= utf8.RuneSelf {
		r, w := utf8.DecodeRune(src.b[i:])
		s.runes = n.cleaned(s.runes, r, src.span(i, i+w))
		i += w
	}
	if n.strip {
		canonicalOrder(s.runes)
	}
	for _, m := range s.runes {
		if n.strip && classOf(m.r)&accent != 0 {
			continue
		}
		if n.lower {
			putLower(dst, m.r, m.at)
		} else {
			dst.put(m.r, m.at)
		}
	}
	return i
}

func (n *bert) cleaned(runes []markedRune, r rune, at span) []markedRune {
	class := classOf(r)
	if n.clean {
		if r == utf8.RuneError || class&other != 0 {
			return runes
		}
		if class&space != 0 {
			r = ' '
		}
	}
	if n.chinese && class&chinese != 0 {
		runes = append(runes, markedRune{r: ' ', at: span{at.start, at.start}})
		runes = n.decomposed(runes, r, at)
		return append(runes, markedRune{r: ' ', at: span{at.end, at.end}})
	}
	return n.decomposed(runes, r, at)
}

func (n *bert) decomposed(runes []markedRune, r rune, at span) []markedRune {
	if n.strip {
		return decompose(runes, r, at, false)
	}
	return append(runes, markedRune{r: r, at: at})
}
