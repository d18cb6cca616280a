package chart

import "strings"

// dots is a grid of characters to draw on: braille, with 2×4 dots a character (Unicode U+2800 and its eight bits), or plain, with one.
type dots struct {
	columns, width, height int // characters in a row; dots across and down
	across, down           int // dots in a character
	cells                  []rune
	marked                 []byte // plain: the character for a point; 0: at most a line
	tick, upright, level   string
}

// brailleBits are the bits of a character's dots, row by row.
var brailleBits = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func newDots(columns, rows int, plain bool) *dots {
	d := &dots{columns: columns, across: 2, down: 4, tick: "┤", upright: "│", level: "┄"}
	if plain {
		d.across, d.down, d.tick, d.upright, d.level = 1, 1, "|", "|", "-"
	}
	d.width, d.height = columns*d.across, rows*d.down
	d.cells, d.marked = make([]rune, columns*rows), make([]byte, columns*rows)
	return d
}

func (d *dots) set(x, y int) int {
	cell := y/d.down*d.columns + x/d.across
	d.cells[cell] |= brailleBits[y%d.down][x%d.across]
	return cell
}

// mark sets a point. Points of the newest kind look different from others, and replace them at the same place.
func (d *dots) mark(x, y int, newest bool) {
	cell := d.set(x, y)
	switch {
	case newest:
		d.marked[cell] = '*'
	case d.marked[cell] == 0:
		d.marked[cell] = 'o'
	}
}

// line sets all dots from one point to another: J. E. Bresenham, Algorithm for computer control of a digital plotter, 1965.
func (d *dots) line(x0, y0, x1, y1 int) {
	dx, dy := max(x1-x0, x0-x1), -max(y1-y0, y0-y1)
	sx, sy := 1, 1
	if x0 > x1 {
		sx = -1
	}
	if y0 > y1 {
		sy = -1
	}
	for miss := dx + dy; ; {
		d.set(x0, y0)
		if x0 == x1 && y0 == y1 {
			return
		}
		twice := 2 * miss
		if twice >= dy {
			miss, x0 = miss+dy, x0+sx
		}
		if twice <= dx {
			miss, y0 = miss+dx, y0+sy
		}
	}
}

// row returns one row. With level, empty characters show the level's line.
func (d *dots) row(row int, level bool) string {
	var b strings.Builder
	for cell := row * d.columns; cell < (row+1)*d.columns; cell++ {
		switch bits := d.cells[cell]; {
		case bits != 0 && d.down > 1:
			b.WriteRune(0x2800 + bits)
		case d.marked[cell] != 0:
			b.WriteByte(d.marked[cell])
		case bits != 0:
			b.WriteByte('.')
		case level:
			b.WriteString(d.level)
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}
