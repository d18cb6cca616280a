package token

import "bytes"

// rewriter changes the text of a cut before it is split into words. It appends to dst;
// first reports that the cut begins the original text.
type rewriter interface {
	rewrite(dst, src *aligned, c cut, first bool)
}

// spacePrefix is ByteLevel's add_prefix_space: the first word looks like any other.
type spacePrefix struct{}

func (spacePrefix) rewrite(dst, src *aligned, c cut, _ bool) {
	if src.b[c.start] != ' ' {
		at := src.span(c.start, c.start+1)
		dst.putString(" ", span{at.start, at.start})
	}
	dst.copyRange(src, c.start, c.end)
}

// metaspace writes spaces as a visible mark and adds one in front.
type metaspace struct {
	mark   string
	scheme string // always, first or never
}

func (m metaspace) rewrite(dst, src *aligned, c cut, first bool) {
	text := src.b[c.start:c.end]
	marked := text[0] == ' ' || bytes.HasPrefix(text, []byte(m.mark))
	if !marked && (m.scheme == "always" || m.scheme == "first" && first) {
		at := src.span(c.start, c.start+1)
		dst.putString(m.mark, span{at.start, at.start})
	}
	for i := c.start; i < c.end; {
		if src.b[i] == ' ' {
			dst.putString(m.mark, src.span(i, i+1))
			i++
			continue
		}
		j := i + 1
		for j < c.end && src.b[j] != ' ' {
			j++
		}
		dst.copyRange(src, i, j)
		i = j
	}
}
