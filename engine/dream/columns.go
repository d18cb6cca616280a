package dream

import (
	"math"

	"asterism/engine/fingerprint"
	"asterism/kernels"
	"asterism/models"
)

// Columns holds memories space by space, as comparing each with all wants them: about 9 KiB a memory.
type Columns struct {
	rows   int
	dense  [models.Count][]dense // one, or two for a pair
	terms  [models.Count]*postings
	bits   []uint64
	absent [models.Count][]bool
}

// dense is int8 vectors with a scale each.
type dense struct {
	width  int
	values []int8
	scales []float32
}

// NewColumns makes room for so many rows.
func NewColumns(rows int) *Columns {
	c := &Columns{}
	for _, s := range Content.Spaces() {
		switch info := s.Info(); info.Kind {
		case models.Dense:
			c.dense[s] = []dense{newDense(info.Width, rows)}
		case models.Pair:
			c.dense[s] = []dense{newDense(info.Width, rows), newDense(info.Width, rows)}
		case models.Terms:
			c.terms[s] = newPostings()
		}
	}
	return c
}

func newDense(width, rows int) dense {
	return dense{width: width, values: make([]int8, 0, rows*width), scales: make([]float32, 0, rows)}
}

// hdcWords is how many words a row of E9 has.
var hdcWords = (models.HDC.Info().Width + 63) / 64

// Add appends a row. Its values must be of the catalogue's shapes, as a store gives them.
func (c *Columns) Add(r *fingerprint.Record) { c.add(r, true) }

// addBeside appends a row that can be compared with those of [Columns.Add], and with which none is compared.
func (c *Columns) addBeside(r *fingerprint.Record) { c.add(r, false) }

func (c *Columns) add(r *fingerprint.Record, others bool) {
	for _, s := range Content.Spaces() {
		p := &r[s]
		c.absent[s] = append(c.absent[s], p.Absent())
		for half := range c.dense[s] {
			c.dense[s][half].add(p, half)
		}
		if c.terms[s] != nil {
			c.terms[s].add(c.rows, p.Terms, others)
		}
		if s == models.HDC {
			c.bits = append(c.bits, p.Bits...)
			c.bits = append(c.bits, make([]uint64, (c.rows+1)*hdcWords-len(c.bits))...) // of an absent value
		}
	}
	c.rows++
}

// add appends one half of a value; an absent one is zeros.
func (d *dense) add(p *fingerprint.Packed, half int) {
	if p.Absent() {
		d.values = append(d.values, make([]int8, d.width)...)
		d.scales = append(d.scales, 0)
		return
	}
	d.values = append(d.values, p.Int8[half*d.width:(half+1)*d.width]...)
	d.scales = append(d.scales, p.Scales[half])
}

// query is a row as what others are compared with.
func (d *dense) query(r int) (kernels.Query16, error) {
	return kernels.NewQuery16I8(d.values[r*d.width:(r+1)*d.width], d.scales[r])
}

// cut leaves the first rows alone, which must be all of those of [Columns.Add].
func (c *Columns) cut(rows int) {
	c.rows, c.bits = rows, c.bits[:rows*hdcWords]
	for _, s := range Content.Spaces() {
		c.absent[s] = c.absent[s][:rows]
		for half := range c.dense[s] {
			d := &c.dense[s][half]
			d.values, d.scales = d.values[:rows*d.width], d.scales[:rows]
		}
		if c.terms[s] != nil {
			c.terms[s].rows = c.terms[s].rows[:rows]
		}
	}
}

// Len is the number of rows.
func (c *Columns) Len() int { return c.rows }

// compare writes the similarity of a row to the picked ones, or to all when pick is nil, in one space of Content, as
// [fingerprint.Similarity] has it; NaN where one of them is absent.
func (c *Columns) compare(s models.Space, row int, pick []int32, out []float32) error {
	var err error
	switch {
	case c.absent[s][row]:
		fill(out, float32(math.NaN()))
		return nil
	case c.terms[s] != nil:
		c.terms[s].compare(row, c.rows, pick, out)
	case s == models.HDC:
		err = c.compareBits(row, pick, out)
	default:
		err = c.compareDense(s, row, pick, out)
	}
	for i := range out {
		if c.absent[s][at(pick, i)] {
			out[i] = float32(math.NaN())
		}
	}
	return err
}

// at is the row at a place of a pick.
func at(pick []int32, i int) int {
	if pick == nil {
		return i
	}
	return int(pick[i])
}

func (c *Columns) compareDense(s models.Space, row int, pick []int32, out []float32) error {
	halves := c.dense[s]
	for half := range halves {
		d := &halves[half]
		query, err := d.query(row)
		if err != nil {
			return err
		}
		if half == 0 {
			err = kernels.DotI8(query, d.values, d.scales, pick, out)
		} else {
			err = d.average(query, pick, out)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// average makes out the mean of itself and the products with the other half.
func (d *dense) average(query kernels.Query16, pick []int32, out []float32) error {
	other := make([]float32, len(out))
	if err := kernels.DotI8(query, d.values, d.scales, pick, other); err != nil {
		return err
	}
	for i, x := range other {
		out[i] = (out[i] + x) / 2
	}
	return nil
}

func (c *Columns) compareBits(row int, pick []int32, out []float32) error {
	differ := make([]int32, len(out))
	if err := kernels.Hamming(c.bits[row*hdcWords:(row+1)*hdcWords], c.bits, pick, differ); err != nil {
		return err
	}
	for i, d := range differ {
		out[i] = 1 - 2*float32(d)/float32(models.HDC.Info().Width)
	}
	return nil
}

func fill(out []float32, x float32) {
	for i := range out {
		out[i] = x
	}
}
