package chart

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"strings"
)

// svgCanvas collects the elements of an SVG 1.1 picture.
type svgCanvas struct{ body bytes.Buffer }

func (s *svgCanvas) box(x, y, width, height float64, c color.RGBA) {
	fmt.Fprintf(&s.body, `<rect x="%s" y="%s" width="%s" height="%s" fill="%s"/>`+"\n", short(x), short(y), short(width), short(height), hex(c))
}

func (s *svgCanvas) line(x0, y0, x1, y1, width float64, c color.RGBA) {
	fmt.Fprintf(&s.body, `<line x1="%s" y1="%s" x2="%s" y2="%s" stroke="%s" stroke-width="%s" stroke-linecap="round"/>`+"\n", short(x0), short(y0), short(x1), short(y1), hex(c), short(width))
}

func (s *svgCanvas) disc(x, y, radius float64, c color.RGBA, hint string) {
	fmt.Fprintf(&s.body, `<circle cx="%s" cy="%s" r="%s" fill="%s"><title>%s</title></circle>`+"\n", short(x), short(y), short(radius), hex(c), escape(hint))
}

func (s *svgCanvas) text(x, y, size float64, at anchor, c color.RGBA, v string) {
	if v == "" {
		return
	}
	fmt.Fprintf(&s.body, `<text x="%s" y="%s" font-size="%s" text-anchor="%s" fill="%s">%s</text>`+"\n", short(x), short(y), short(size), [...]string{"start", "middle", "end"}[at], hex(c), escape(v))
}

func (s *svgCanvas) write(to *bytes.Buffer, title string) {
	fmt.Fprintf(to, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%s" height="%s" font-family="sans-serif" role="img">`+"\n<title>%s</title>\n",
		short(pictureWidth), short(pictureHeight), short(pictureWidth), short(pictureHeight), escape(title))
	to.Write(s.body.Bytes())
	to.WriteString("</svg>\n")
}

// short formats a number with at most two decimals.
func short(v float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", v), "0"), ".")
}

func hex(c color.RGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

func escape(s string) string {
	var b bytes.Buffer
	_ = xml.EscapeText(&b, []byte(s)) // a write to a buffer does not fail
	return b.String()
}
