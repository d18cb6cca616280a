package token

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// cut is the half-open byte range [start, end) of a normalised text.
type cut struct{ start, end int }

// splitter divides one cut of a text into smaller ones.
type splitter interface {
	split(s *scratch, dst []cut, b []byte, c cut) []cut
}

// pattern returns the end of the piece that begins at i, and whether it is a
// match or the text before the next match. It never returns i itself.
type pattern func(b []byte, i, end int) (stop int, match bool)

// behavior is what is done with the matches of a pattern.
type behavior string

const (
	removed            behavior = "Removed"
	isolated           behavior = "Isolated"
	contiguous         behavior = "Contiguous"
	mergedWithPrevious behavior = "MergedWithPrevious"
	mergedWithNext     behavior = "MergedWithNext"
)

func (h behavior) check() error {
	switch h {
	case removed, isolated, contiguous, mergedWithPrevious, mergedWithNext:
		return nil
	}
	return fmt.Errorf("split behavior %q: not supported", string(h))
}

// piece is a cut that is a match or the text between two matches.
type piece struct {
	cut
	match bool
}

// patternSplit splits at the matches of a pattern; inverted, it splits at the text
// between them.
type patternSplit struct {
	next     pattern
	behavior behavior
	invert   bool
}

func (p patternSplit) split(s *scratch, dst []cut, b []byte, c cut) []cut {
	s.pieces = s.pieces[:0]
	for i := c.start; i < c.end; {
		stop, match := p.next(b, i, c.end)
		s.pieces = append(s.pieces, piece{cut{i, stop}, match != p.invert})
		i = stop
	}
	switch p.behavior {
	case removed:
		return keepBetween(dst, s.pieces)
	case contiguous:
		return joinAlike(dst, s.pieces)
	case mergedWithPrevious:
		return joinBack(dst, s.pieces)
	case mergedWithNext:
		return joinForward(dst, s.pieces)
	}
	for _, p := range s.pieces {
		dst = append(dst, p.cut)
	}
	return dst
}

func keepBetween(dst []cut, pieces []piece) []cut {
	for _, p := range pieces {
		if !p.match {
			dst = append(dst, p.cut)
		}
	}
	return dst
}

func joinAlike(dst []cut, pieces []piece) []cut {
	for i, p := range pieces {
		if i > 0 && p.match == pieces[i-1].match {
			dst[len(dst)-1].end = p.end
			continue
		}
		dst = append(dst, p.cut)
	}
	return dst
}

// joinBack adds a match to the piece before it, unless that is a match too.
func joinBack(dst []cut, pieces []piece) []cut {
	for i, p := range pieces {
		if i > 0 && p.match && !pieces[i-1].match {
			dst[len(dst)-1].end = p.end
			continue
		}
		dst = append(dst, p.cut)
	}
	return dst
}

// joinForward is joinBack read from the end.
func joinForward(dst []cut, pieces []piece) []cut {
	first := len(dst)
	for i, p := range slices.Backward(pieces) {
		if i+1 < len(pieces) && p.match && !pieces[i+1].match {
			dst[len(dst)-1].start = p.start
			continue
		}
		dst = append(dst, p.cut)
	}
	slices.Reverse(dst[first:])
	return dst
}

// skip returns the end of the run of runes of the classes of is that begins
// at i.
func skip(b []byte, i, end int, is class) int {
	for i < end {
		class, w := classAt(b, i)
		if class&is == 0 {
			break
		}
		i += w
	}
	return i
}

// skipNot is skip for runes of none of the classes.
func skipNot(b []byte, i, end int, is class) int {
	for i < end {
		class, w := classAt(b, i)
		if class&is != 0 {
			break
		}
		i += w
	}
	return i
}

// asciiClass saves the look-up of pages for most of most texts.
var asciiClass = func() (table [utf8.RuneSelf]class) {
	for i := range table {
		table[i] = computeClass(rune(i))
	}
	return table
}()

func classAt(b []byte, i int) (class, int) {
	if b[i] < utf8.RuneSelf {
		return asciiClass[b[i]], 1
	}
	r, w := utf8.DecodeRune(b[i:])
	return classOf(r), w
}
