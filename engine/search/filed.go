package search

import (
	"strings"

	"asterism/engine/store"
)

// What a folder brought is many pieces that say the words of any question: 8,500 of them pushed 7 to 14 of 47 notes out of the first ten places. So a row that is filed
// stands below a note of the same score, unless the question asks for files. A filed row is a piece of a document: its source is path:line. Code and data stand further below
// than pages, in which somebody may have looked up what is asked. Lines of JSON are notes, whatever their source.
//
// These are standard deviations of the fused score. docs/decisions/042-what-comes-in.md says how they were chosen.
const (
	codeBelow = 2
	pageBelow = 1
)

// filedBelow is by how much a memory stands below a note.
func filedBelow(m *store.Memory) float32 {
	path, _, ok := store.PieceOf(m.Source)
	switch {
	case !ok || store.IsLines(path):
		return 0
	case m.Modality == "code" || m.Modality == "structured":
		return codeBelow
	case strings.HasSuffix(path, ".json"): // the memory file of another server, whose observations are notes
		return 0
	}
	return pageBelow
}

// filedLoss is what the row at a position loses for being filed.
func (t *table) filedLoss(position int32) float32 {
	if t.probe.files {
		return 0
	}
	row := t.rows[position]
	return t.state.chunks[row/chunkRows].labels[row%chunkRows].below
}

// addFiled takes from a chunk's estimates what its rows lose. A row without an estimate stays without.
func (s *scan) addFiled(c int, estimates []float32) {
	if s.probe.files {
		return
	}
	labels := &s.state.chunks[c].labels
	for r := range s.state.rows(c) {
		estimates[r] -= labels[r].below
	}
}
