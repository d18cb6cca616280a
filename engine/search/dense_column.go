package search

import "asterism/models"

// The dense columns: one a dense space, two for the pair.
const (
	semanticColumn = iota
	causeColumn
	effectColumn
	codeColumn
	graphColumn
	multimodalColumn
	entityColumn
	denseColumns
)

// denseOf is the column of each dense space.
var denseOf = [models.Count]int{
	models.Semantic: semanticColumn, models.Code: codeColumn, models.Graph: graphColumn,
	models.Multimodal: multimodalColumn, models.Entity: entityColumn,
}

// denseWidths is the width of each column's rows.
var denseWidths = [denseColumns]int{
	semanticColumn:   models.Semantic.Info().Width,
	causeColumn:      models.Causal.Info().Width,
	effectColumn:     models.Causal.Info().Width,
	codeColumn:       models.Code.Info().Width,
	graphColumn:      models.Graph.Info().Width,
	multimodalColumn: models.Multimodal.Info().Width,
	entityColumn:     models.Entity.Info().Width,
}

// denseColumn holds one int8 vector and one scale a row; rows without a value hold zeros.
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
