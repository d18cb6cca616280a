package token

import "unicode/utf8"

// span is the half-open byte range [start, end) of the original text.
type span struct{ start, end int }

// aligned is a text during processing. While track is set, at[i] is the part of the
// original text that byte i comes from; it always covers whole code points.
type aligned struct {
	b     []byte
	at    []span
	track bool
}

func (a *aligned) reset(track bool) {
	a.b, a.at, a.track = a.b[:0], a.at[:0], track
}

// load replaces the content by text, which begins at byte base of the original. A byte
// that is not UTF-8 becomes U+FFFD.
func (a *aligned) load(text string, base int, track bool) {
	a.reset(track)
	if !track && utf8.ValidString(text) {
		a.b = append(a.b, text...)
		return
	}
	for i := 0; i < len(text); {
		r, w := utf8.DecodeRuneInString(text[i:])
		a.put(r, span{base + i, base + i + w})
		i += w
	}
}

// put appends one rune that comes from sp.
func (a *aligned) put(r rune, sp span) {
	a.b = utf8.AppendRune(a.b, r)
	a.mark(sp)
}

// putString appends text that comes from sp as a whole.
func (a *aligned) putString(s string, sp span) {
	a.b = append(a.b, s...)
	a.mark(sp)
}

// mark aligns every byte not aligned yet with sp.
func (a *aligned) mark(sp span) {
	if !a.track {
		return
	}
	for len(a.at) < len(a.b) {
		a.at = append(a.at, sp)
	}
}

// copyRange appends bytes [i, j) of src with their alignment.
func (a *aligned) copyRange(src *aligned, i, j int) {
	a.b = append(a.b, src.b[i:j]...)
	if a.track {
		a.at = append(a.at, src.at[i:j]...)
	}
}

// span returns the part of the original that bytes [i, j) come from.
func (a *aligned) span(i, j int) span {
	if !a.track || i >= j {
		return span{}
	}
	return span{a.at[i].start, a.at[j-1].end}
}
