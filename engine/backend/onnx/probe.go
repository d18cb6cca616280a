package onnx

import (
	"fmt"
	"slices"

	ort "github.com/yalue/onnxruntime_go"

	"asterism/models"
)

// pairs is how many pairs of term and weight a graph of kind Terms returns: a number for each token, or for each row
// whatever its length. One of the two is zero.
type pairs struct{ perToken, perRow int }

// of is the number of pairs for a row that is padded to the given length.
func (p pairs) of(length int) int { return p.perRow + p.perToken*length }

// probe runs the model on the shortest row that can occur, given its frame. The runtime allocates the outputs, which shows
// their types and widths. A second row, one token longer, shows whether the pairs of a term model are counted by token or
// by row.
func (m *model) probe(frame models.Frame) error {
	row := probeRow(frame)
	first, err := m.probeOutputs(row)
	if err != nil {
		return err
	}
	if m.info.Kind != models.Terms {
		return nil
	}
	if len(row) == m.window { // no row is longer
		m.pairs = pairs{perRow: first}
		return nil
	}
	second, err := m.probeOutputs(append(row, row[0]))
	if err != nil {
		return err
	}
	switch n := len(row); {
	case first == second:
		m.pairs = pairs{perRow: first}
	case first%n == 0 && second == first/n*(n+1):
		m.pairs = pairs{perToken: first / n}
	default:
		return fmt.Errorf("output term_ids has %d pairs for %d tokens and %d for %d: want as many for each row, or for each token", first, n, second, n+1)
	}
	return nil
}

// probeRow is one token within the frame.
func probeRow(frame models.Frame) []int64 {
	token := []int32{0}
	if len(frame.Before) > 0 {
		token = frame.Before[:1] // an id that the model knows for certain
	}
	var row []int64
	for _, id := range slices.Concat(frame.Before, token, frame.After) {
		row = append(row, int64(id))
	}
	return row
}

// probeOutputs runs the model on one row and checks its outputs; pairs is the second dimension of term_ids, else 0.
func (m *model) probeOutputs(row []int64) (pairs int, err error) {
	shape := ort.NewShape(1, int64(len(row)))
	ids, err := ort.NewTensor(shape, row)
	if err != nil {
		return 0, err
	}
	defer ids.Destroy()
	ones := make([]int64, len(row))
	for i := range ones {
		ones[i] = 1
	}
	mask, err := ort.NewTensor(shape, ones)
	if err != nil {
		return 0, err
	}
	defer mask.Destroy()
	outputs := make([]ort.Value, len(models.OutputNames(m.info.Kind)))
	defer func() {
		for _, v := range outputs {
			if v != nil {
				v.Destroy()
			}
		}
	}()
	if err := m.session.Run([]ort.Value{ids, mask}, outputs); err != nil {
		return 0, fmt.Errorf("run on %d tokens: %w", len(row), err)
	}
	return m.checkOutputs(outputs, len(row))
}

func (m *model) checkOutputs(outputs []ort.Value, tokens int) (pairs int, err error) {
	want := ort.NewShape(1, int64(m.info.Width))
	switch m.info.Kind {
	case models.Tokens:
		want = ort.NewShape(1, int64(tokens), int64(m.info.Width))
	case models.Terms:
		want = outputs[0].GetShape()
		if most := int64(tokens * m.info.Width); len(want) != 2 || want[0] != 1 || want[1] < 1 || want[1] > most {
			return 0, fmt.Errorf("output term_ids has shape %v for one row of %d tokens, want [1, N] with N from 1 to %d", want, tokens, most)
		}
		pairs = int(want[1])
		if outputs[0].DataType() != ort.TensorElementDataTypeInt64 {
			return 0, fmt.Errorf("output term_ids is of type %v, want int64", ort.TensorElementDataType(outputs[0].DataType()))
		}
	}
	for i, v := range outputs {
		name := models.OutputNames(m.info.Kind)[i]
		if !v.GetShape().Equals(want) {
			return 0, fmt.Errorf("output %s has shape %v for one row of %d tokens, want %v", name, v.GetShape(), tokens, want)
		}
		if name != "term_ids" && v.DataType() != ort.TensorElementDataTypeFloat {
			return 0, fmt.Errorf("output %s is of type %v, want float32", name, ort.TensorElementDataType(v.DataType()))
		}
	}
	return pairs, nil
}
