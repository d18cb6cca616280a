package search

import "asterism/models"

// The dense columns: one per dense space, two for the pair, as [models.Columns] numbers
// them.
const denseColumns = models.DenseColumns

// denseOf is the column of each dense space, and the first of the pair.
var denseOf = func() (out [models.Count]int) {
	for s, columns := range models.Columns {
		if len(columns) > 0 {
			out[s] = columns[0]
		}
	}
	return out
}()

// The two columns of the pair.
var causeColumn, effectColumn = models.Columns[models.Causal][0], models.Columns[models.Causal][1]

// denseWidths is the width of each column's rows.
var denseWidths = eachColumn(func(c *models.Info) int { return c.Width })

// eachColumn returns one number per column, computed from the column's space.
func eachColumn(of func(*models.Info) int) (out [denseColumns]int) {
	for s, columns := range models.Columns {
		for _, c := range columns {
			out[c] = of(&models.Catalog[s])
		}
	}
	return out
}

// denseColumn holds one int8 vector and one scale per row; rows without a value hold zeros.
type denseColumn struct {
	width  int
	rows   []int8 // [rows][width]
	scales []float32
}

func newDenseColumn(width, rows int) *denseColumn {
	return &denseColumn{width: width, rows: make([]int8, rows*width), scales: make([]float32, rows)}
}

func (c *denseColumn) set(r int, values []int8, scale float32) {
	copy(c.rows[r*c.width:][:c.width], values)
	c.scales[r] = scale
}

func (c *denseColumn) row(r int) ([]int8, float32) { return c.rows[r*c.width:][:c.width], c.scales[r] }

func (c *denseColumn) bytes() int64 { return int64(len(c.rows) + 4*len(c.scales)) }
