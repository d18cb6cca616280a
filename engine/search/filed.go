package search

import (
	"strings"

	"asterism/engine/store"
)

// A folder brings many pieces that contain the words of any question: 8,500 of them pushed 7 to 14 of 47 notes out of the first ten hits. So a filed row ranks below a note
// of the same score, unless the question asks for files. A filed row is a piece of a document: its source is path:line. Code and data rank further below than pages, which
// people do consult for answers. Lines of JSON are notes, whatever their source.
//
// The numbers are standard deviations of the fused score. docs/decisions/042-what-comes-in.md says how they were chosen.
const (
	codeBelow = 2
	pageBelow = 1
)

// filedBelow returns the score that a memory loses against a note.
func filedBelow(m *store.Memory) float32 {
	path, _, ok := store.PieceOf(m.Source)
	switch {
	case !ok || store.IsLines(path):
		return 0
	case m.Modality == "code" || m.Modality == "structured":
		return codeBelow
	case strings.HasSuffix(path, ".json"): // the memory file of another server; its observations are notes
		return 0
	}
	return pageBelow
}

// filedLoss returns the score that the row at a position loses for being filed.
func (t *table) filedLoss(position int32) float32 {
	if t.probe.files {
		return 0
	}
	row := t.rows[position]
	return t.state.chunks[row/chunkRows].labels[row%chunkRows].below
}

// addFiled subtracts the losses of a chunk's rows from their estimates. A row without an estimate stays without.
func (s *scan) addFiled(c int, estimates []float32) {
	if s.probe.files {
		return
	}
	labels := &s.state.chunks[c].labels
	for r := range s.state.rows(c) {
		estimates[r] -= labels[r].below
	}
}
