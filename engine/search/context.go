package search

import (
	"context"
	"slices"

	"asterism/engine/store"
	"asterism/models"
)

// A turn of a conversation often does not name its subject: "How much does she pay per class?" – "At only $10 per class".
// So E13 scores a short memory together with those before it in its session or document: its window. Each term of the
// question takes its greatest weight over these memories. The sum is normalised by the window's length as in BM25
// (Robertson, Zaragoza 2009). This needs no extra storage: the terms of all rows are in the index. The other spaces score
// the memory alone.
//
// bench/quality measures the effect of the constants on conversations (rows dialogue.* and context_points). In a session
// of unrelated memories results get worse; the effect is smaller for longer texts.
const (
	// contextBack is the number of preceding memories in a window.
	contextBack = 2
	// Up to contextWhole tokens, a memory's window counts in full; from contextNone on it does not count.
	contextWhole, contextNone = 60, 100
	// BM25's constants, and the length at which a term keeps the weight that the model gave it (models/train/sparse.py).
	contextK1, contextB, contextLength = 1.2, 0.75, 80
	// contextBest is the number of best candidates whose following memories become candidates too.
	contextBest = 64
)

const contextSpace = models.Splade

// windows holds, by position, the similarities in E13 of the windows of a table's rows, and their cover of the question's words (words.go). NaN:
// the row has no window. A nil *windows: no row has one. words is nil if the question's words are not looked for.
type windows struct{ terms, words []float32 }

// contextual reports whether the question uses windows. A question in E13 alone gets each memory's own similarity.
func (p *probe) contextual() bool {
	return p.terms[contextSpace] != nil && p.spaces != models.SetOf(contextSpace) && !p.likeness && !p.alone
}

// contextShare is the weight of the preceding memories for a memory of this many tokens.
func contextShare(tokens uint32) float32 {
	return min(1, max(0, (contextNone-float32(tokens))/(contextNone-contextWhole)))
}

// lengthFactor is BM25's factor, up to a constant, for a term's weight in a text of this many tokens.
func lengthFactor(tokens float32) float32 {
	return 1 / (1 + contextK1*(1-contextB+contextB*tokens/contextLength))
}

// windows compares the windows of a table's rows with the question.
func (t *table) windows(ctx context.Context) (*windows, error) {
	if !t.probe.contextual() {
		return nil, nil
	}
	before, wanted, err := t.before(ctx)
	if err != nil || len(wanted) == 0 {
		return nil, err
	}
	out := &windows{}
	if out.terms, err = t.windowsIn(ctx, int(contextSpace), t.probe.terms[contextSpace], before, wanted); err != nil || t.cover == nil {
		return out, err
	}
	out.words, err = t.windowsIn(ctx, wordColumn, t.probe.words, before, wanted)
	return out, err
}

// windowsIn compares the windows in one column of terms.
func (t *table) windowsIn(ctx context.Context, column int, q *termQuery, before [][]int32, wanted []int32) ([]float32, error) {
	terms, err := t.termsOf(ctx, column, q, wanted)
	if err != nil {
		return nil, err
	}
	out := make([]float32, len(t.rows))
	blank(out)
	return out, inPieces(ctx, len(before), func(from, to int) {
		most := make([]float32, len(q.ids))
		for position := from; position < to; position++ {
			if len(before[position]) > 0 {
				out[position] = t.window(t.rows[position], before[position], terms, most)
			}
		}
	})
}

// before lists, by position, the rows before each row that has a window, and all rows whose terms are needed, ascending.
func (t *table) before(ctx context.Context) (before [][]int32, wanted []int32, err error) {
	before = make([][]int32, len(t.rows))
	err = inPieces(ctx, len(before), func(from, to int) {
		room := make([]int32, 0, contextBack*(to-from))
		for position := from; position < to; position++ {
			row := t.rows[position]
			k, r := t.state.chunks[row/chunkRows], int(row%chunkRows)
			if s := k.sequences[r]; s != nil && contextShare(k.lengths[r]) > 0 {
				first := len(room)
				room = s.around(room, k.member(int(row)/chunkRows, r), contextBack, -1, t.isVisible)
				before[position] = room[first:]
			}
		}
	})
	for position, rows := range before {
		if len(rows) > 0 {
			wanted = append(append(wanted, t.rows[position]), rows...)
		}
	}
	slices.Sort(wanted)
	return before, slices.Compact(wanted), err
}

// contextPiece is how many rows one goroutine takes at a time.
const contextPiece = 256

// inPieces calls do with the parts of 0 … n, on all processors.
func inPieces(ctx context.Context, n int, do func(from, to int)) error {
	return parallel(ctx, (n+contextPiece-1)/contextPiece, func(_ *scratch, i int) error {
		do(i*contextPiece, min((i+1)*contextPiece, n))
		return nil
	})
}

// window returns the similarity of a row's window; most is scratch space with one number per term.
func (t *table) window(row int32, before []int32, terms *rowTerms, most []float32) float32 {
	own := t.tokens(row)
	share, length := contextShare(own), float32(own)
	copy(most, terms.of(row))
	for _, b := range before {
		length += share * float32(t.tokens(b))
		for i, w := range terms.of(b) {
			most[i] = max(most[i], float32(share*w))
		}
	}
	sum := float32(0)
	for _, w := range most {
		sum += w
	}
	return sum * lengthFactor(length) / lengthFactor(float32(own))
}

// tokens is how many tokens a row's text has.
func (t *table) tokens(row int32) uint32 { return t.state.chunks[row/chunkRows].lengths[row%chunkRows] }

// rowTerms holds the contribution of each of a question's terms to some rows.
type rowTerms struct {
	rows    []int32 // ascending
	terms   int
	weights []float32 // len(rows) × terms: the question's weight times the row's
}

func (w *rowTerms) of(row int32) []float32 {
	i, _ := slices.BinarySearch(w.rows, row)
	return w.weights[i*w.terms:][:w.terms]
}

// termsOf reads the contributions of the question's terms to the listed rows, which are ascending.
func (t *table) termsOf(ctx context.Context, column int, q *termQuery, rows []int32) (*rowTerms, error) {
	out := &rowTerms{rows: rows, terms: len(q.ids), weights: make([]float32, len(rows)*len(q.ids))}
	var starts []int // where in rows each chunk begins
	for i, row := range rows {
		if i == 0 || row/chunkRows != rows[i-1]/chunkRows {
			starts = append(starts, i)
		}
	}
	return out, parallel(ctx, len(starts), func(_ *scratch, i int) error {
		from, to := starts[i], len(rows)
		if i+1 < len(starts) {
			to = starts[i+1]
		}
		if col := t.state.chunks[rows[from]/chunkRows].terms[column].Load(); col != nil {
			col.weigh(q, rows[from:to], out.weights[from*out.terms:to*out.terms])
		}
		return nil
	})
}

// weigh writes the contribution of each of the question's terms to each of the rows, which belong to this column's chunk: rows × terms.
func (c *termColumn) weigh(q *termQuery, rows []int32, out []float32) {
	l, p := c.content()
	if p == nil {
		for i, row := range rows {
			r := row % chunkRows
			for j := c.starts[r]; j < c.starts[r+1]; j++ {
				if w := q.weights[l.ids[j]]; w != 0 {
					at, _ := slices.BinarySearch(q.ids, l.ids[j])
					out[i*len(q.ids)+at] = w * l.weights[j].weight()
				}
			}
		}
		return
	}
	var position [chunkRows]int32 // of the row among rows, + 1
	for i, row := range rows {
		position[row%chunkRows] = int32(i + 1)
	}
	for at, id := range q.ids {
		weight := q.weights[id]
		for _, word := range p.of(id) {
			if posted := posting(word); position[posted.row()] > 0 {
				out[int(position[posted.row()]-1)*len(q.ids)+at] = weight * posted.weight().weight()
			}
		}
	}
}

// withFollowers adds to the selected rows those whose windows contain one of the best leads of them.
func (s *scan) withFollowers(c topRows, leads int) []int32 {
	if !s.probe.contextual() {
		return c.rows
	}
	rows := slices.Clone(c.rows)
	for _, i := range TopK(c.scores, leads, func(i int32) store.ID { return s.state.id(c.rows[i]) }) {
		slot, r := int(c.rows[i])/chunkRows, int(c.rows[i])%chunkRows
		k := s.state.chunks[slot]
		if k.sequences[r] == nil {
			continue
		}
		rows = k.sequences[r].around(rows, k.member(slot, r), contextBack, 1, s.isVisible)
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}
