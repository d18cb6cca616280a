package chart

import (
	"fmt"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/text/unicode/norm"
)

// letters is the font of a pixel picture. Go Regular has Latin, Greek and Cyrillic letters.
type letters struct {
	font  *sfnt.Font
	faces map[float64]font.Face // by size
	buf   sfnt.Buffer
}

func newLetters() (*letters, error) {
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return nil, fmt.Errorf("read the font of pictures: %w", err)
	}
	return &letters{font: f, faces: map[float64]font.Face{}}, nil
}

// face returns the font with letters of so many pixels.
func (l *letters) face(pixels float64) (font.Face, error) {
	if f := l.faces[pixels]; f != nil {
		return f, nil
	}
	f, err := opentype.NewFace(l.font, &opentype.FaceOptions{Size: pixels, DPI: 72}) // with 72 dots an inch a point is a pixel
	if err != nil {
		return nil, fmt.Errorf("draw letters of %g pixels: %w", pixels, err)
	}
	l.faces[pixels] = f
	return f, nil
}

// known returns a text with a question mark in place of each character that the font lacks, such as a Chinese one.
func (l *letters) known(s string) string {
	var out []rune
	for _, r := range norm.NFC.String(s) {
		if i, err := l.font.GlyphIndex(&l.buf, r); err != nil || i == 0 || r < ' ' {
			r = '?'
		}
		out = append(out, r)
	}
	return string(out)
}
