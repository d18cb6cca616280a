package chart

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"golang.org/x/term"
)

// The chart in a terminal: rows for similarities 0…1, with the axis on the left and the names of the levels on the right.
const (
	plotRows     = 16
	plotAxis     = 5 // "0.85┤"
	plotNames    = 9 // " Critical"
	plainWidth   = 80
	leastColumns = 16
)

// Show draws the chart in the terminal's width, or plainly with a width of 80 characters if w is not a terminal.
func (p *Plot) Show(w io.Writer) error {
	width, plain := plainWidth, true
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		plain = false
		if columns, _, err := term.GetSize(int(f.Fd())); err == nil {
			width = columns
		}
	}
	_, err := io.WriteString(w, p.text(width, plain))
	return err
}

// text draws the chart with braille dots, four to a row and two to a column, or plainly with one character a point.
func (p *Plot) text(width int, plain bool) string {
	columns := max(leastColumns, width-plotAxis-plotNames)
	grid := newDots(columns, plotRows, plain)
	for i := range p.points {
		x, y := p.dot(grid, i)
		if from := p.before(i); from >= 0 {
			x0, y0 := p.dot(grid, from)
			grid.line(x0, y0, x, y)
		}
		grid.mark(x, y, p.newest(i))
	}
	var b strings.Builder
	fmt.Fprintln(&b, p.title)
	for row := range plotRows {
		b.WriteString(strings.TrimRight(p.row(grid, row), " ") + "\n")
	}
	p.foot(&b, columns, plain)
	return b.String()
}

// dot returns the position of a point in the grid.
func (p *Plot) dot(g *dots, i int) (x, y int) {
	return int(math.Round(p.position(i) * float64(g.width-1))), int(math.Round((1 - p.points[i].value) * float64(g.height-1)))
}

// row returns one line of the chart: axis, dots over a level's line if there is one, and the level's name.
func (p *Plot) row(g *dots, row int) string {
	axis, name, level := strings.Repeat(" ", plotAxis-1)+g.upright, "", false
	for _, l := range p.levels {
		if l.from > 0 && rowOf(l.from) == row {
			axis, name, level = fmt.Sprintf("%.2f%s", l.from, g.tick), " "+l.name, true
		}
	}
	switch {
	case level:
	case row == 0:
		axis = "1.00" + g.tick
	case row == plotRows-1:
		axis, name = "0.00"+g.tick, " "+p.levels[len(p.levels)-1].name
	}
	return axis + g.row(row, level) + name
}

func rowOf(v float64) int { return int(math.Round((1 - v) * (plotRows - 1))) }

func (p *Plot) foot(b *strings.Builder, columns int, plain bool) {
	corner, flat := "└", "─"
	if plain {
		corner, flat = "+", "-"
	}
	indent := strings.Repeat(" ", plotAxis-1)
	fmt.Fprintf(b, "%s%s%s\n", indent, corner, strings.Repeat(flat, columns))
	first, last := p.ends()
	if gap := columns + 1 - len(first) - len(last); gap > 0 && len(p.points) > 1 {
		first += strings.Repeat(" ", gap) + last
	}
	fmt.Fprintf(b, "%s%s\n", indent, first)
	if p.note != "" {
		fmt.Fprintln(b, p.note)
	}
}
