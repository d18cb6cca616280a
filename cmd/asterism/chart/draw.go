package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"asterism/cmd/asterism/words"
	"asterism/engine"
)

// canvas is the surface of a chart, in points of a picture of pictureWidth × pictureHeight; y grows downwards.
type canvas interface {
	box(x, y, width, height float64, c color.RGBA)
	line(x0, y0, x1, y1, width float64, c color.RGBA)
	disc(x, y, radius float64, c color.RGBA, hint string)
	text(x, y, size float64, at anchor, c color.RGBA, s string) // y is the base line
}

// anchor is the part of a text that is at its x.
type anchor int

const (
	atStart anchor = iota
	atMiddle
	atEnd
)

// The picture, and the field of the chart within it.
const (
	pictureWidth, pictureHeight = 880., 440.
	fieldLeft, fieldTop         = 60., 56.
	fieldWidth, fieldHeight     = 720., 304.
)

var (
	ink, faint = color.RGBA{0x22, 0x2b, 0x36, 255}, color.RGBA{0x6b, 0x76, 0x84, 255}
	paper      = color.RGBA{255, 255, 255, 255}
	curve      = color.RGBA{0x1f, 0x5f, 0xbf, 255}
	// bands are the colours of the levels, best first. The names are printed next to them, so that no colour must be recognised.
	bands = []color.RGBA{{0xe3, 0xf4, 0xe6, 255}, {0xf1, 0xf7, 0xdc, 255}, {0xfd, 0xf3, 0xd3, 255}, {0xfd, 0xe3, 0xcf, 255}, {0xf9, 0xd5, 0xd5, 255}}
)

// Save draws the chart into a file, an SVG or a PNG by its name. A new file gets the permissions in mode, whatever the umask.
func (p *Plot) Save(path string, mode fs.FileMode) error {
	var body bytes.Buffer
	switch ext := strings.ToLower(filepath.Ext(path)); ext {
	case ".svg":
		c := &svgCanvas{}
		p.draw(c)
		c.write(&body, p.title)
	case ".png":
		c, err := newRaster()
		if err != nil {
			return fmt.Errorf("draw chart: %w", err)
		}
		p.draw(c)
		if err := c.write(&body); err != nil {
			return fmt.Errorf("draw chart: %w", err)
		}
	default:
		return CheckFile(path)
	}
	_, missing := os.Stat(path)
	err := os.WriteFile(path, body.Bytes(), 0o644)
	if err == nil && missing != nil {
		err = os.Chmod(path, mode)
	}
	if err != nil {
		return fmt.Errorf("save chart: %w", err)
	}
	return nil
}

// CheckFile checks the name of a chart's file.
func CheckFile(path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".svg", ".png":
		return nil
	}
	return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--plot %q ends with neither .svg nor .png", path), Hint: "name a file such as drift.svg, or leave the name out for a chart in the terminal"}
}

func (p *Plot) draw(c canvas) {
	c.box(0, 0, pictureWidth, pictureHeight, paper)
	c.text(fieldLeft, 32, 16, atStart, ink, p.title)
	p.drawLevels(c)
	p.drawAxes(c)
	p.drawCurve(c)
	lines := wrapped(p.note, noteLetters)
	for i, line := range lines {
		c.text(fieldLeft, pictureHeight-16*float64(len(lines)-i), 12, atStart, faint, line)
	}
}

// noteLetters is the length of a line below the chart.
const noteLetters = 120

// wrapped breaks a text at blanks into lines of at most so many letters; a longer word has its own line.
func wrapped(s string, most int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) > most:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

func height(v float64) float64 { return fieldTop + (1-v)*fieldHeight }

func (p *Plot) across(i int) float64 {
	const margin = 12 // space between the frame and the first and last point
	return fieldLeft + margin + p.position(i)*(fieldWidth-2*margin)
}

func (p *Plot) drawLevels(c canvas) {
	top := 1.
	for i, l := range p.levels {
		c.box(fieldLeft, height(top), fieldWidth, (top-l.from)*fieldHeight, bands[i%len(bands)])
		c.text(fieldLeft+fieldWidth+8, height((top+l.from)/2)+4, 12, atStart, ink, l.name)
		top = l.from
	}
}

func (p *Plot) drawAxes(c canvas) {
	for _, v := range append([]float64{1, 0}, p.thresholds()...) {
		c.line(fieldLeft-4, height(v), fieldLeft, height(v), 1, faint)
		c.text(fieldLeft-8, height(v)+4, 12, atEnd, faint, fmt.Sprintf("%.2f", v))
	}
	c.line(fieldLeft, fieldTop, fieldLeft, fieldTop+fieldHeight, 1, faint)
	c.line(fieldLeft, fieldTop+fieldHeight, fieldLeft+fieldWidth, fieldTop+fieldHeight, 1, faint)
	first, last := p.ends()
	below := fieldTop + fieldHeight + 20
	c.text(fieldLeft, below, 12, atStart, faint, first)
	if len(p.points) > 1 {
		c.text(fieldLeft+fieldWidth, below, 12, atEnd, faint, last)
	}
	c.text(fieldLeft+fieldWidth/2, below, 12, atMiddle, faint, words.Count(len(p.points), "measurement"))
}

func (p *Plot) thresholds() (out []float64) {
	for _, l := range p.levels {
		if l.from > 0 {
			out = append(out, l.from)
		}
	}
	return out
}

// drawCurve draws a line for each kind of measurement, the newest kind last and in colour.
func (p *Plot) drawCurve(c canvas) {
	for _, newest := range []bool{false, true} {
		colour, width, radius := faint, 1., 3.
		if newest {
			colour, width, radius = curve, 2, 4
		}
		for i, at := range p.points {
			if from := p.before(i); from >= 0 && p.newest(i) == newest {
				c.line(p.across(from), height(p.points[from].value), p.across(i), height(at.value), width, colour)
			}
		}
		for i, at := range p.points {
			if p.newest(i) == newest {
				c.disc(p.across(i), height(at.value), radius, colour, fmt.Sprintf("%s: %.3f %s", at.at.Local().Format("2006-01-02 15:04:05"), at.value, at.level))
			}
		}
	}
}
