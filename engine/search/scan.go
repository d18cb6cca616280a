package search

import (
	"context"
	"math/bits"

	"asterism/kernels"
	"asterism/models"
)

// scan is one pass of a probe over one state of the index.
type scan struct {
	state   *snapshot
	probe   *probe
	allowed [][chunkRows / 64]uint64 // a chunk's rows that are live and pass the filter
	counts  []int                    // how many they are
	total   int
	scores  [models.Count][]float32 // a space's similarity of each row; NaN: not allowed or absent
}

// newScan filters the rows and scores those that pass in all spaces of the probe. The work is cut into chunks and spaces,
// for at most as many goroutines as there are processors; ctx is looked at between the pieces. counted are the index's counts of
// terms; without them, rare terms are not favoured. The scan must be released, also after an error.
func newScan(ctx context.Context, state *snapshot, p *probe, f Filter, counted *[models.Count]frequencies) (*scan, error) {
	n := len(state.chunks)
	s := &scan{state: state, probe: p, allowed: make([][chunkRows / 64]uint64, n), counts: make([]int, n)}
	where, ok := f.resolve(state.names)
	if !ok {
		return s, ctx.Err()
	}
	if err := parallel(ctx, n, func(_ *workspace, c int) { s.filter(c, &where) }); err != nil {
		return s, err
	}
	for _, k := range s.counts {
		s.total += k
	}
	if counted != nil {
		if err := s.favourRare(ctx, counted); err != nil {
			return s, err
		}
	}
	spaces := p.spaces.Without(models.SetOf(models.LateInteraction)).Spaces()
	for _, v := range spaces {
		s.scores[v] = newScores(n * chunkRows)
	}
	return s, parallel(ctx, n*len(spaces), func(w *workspace, task int) {
		s.score(w, task%n, spaces[task/n]) // space by space: what it compares with stays in the cache
	})
}

// filter marks the rows of a chunk that are live and pass.
func (s *scan) filter(c int, where *conditions) {
	k := s.state.chunks[c]
	for r := range s.state.rows(c) {
		if s.state.alive(&k.died[r]) && where.pass(k, r) {
			s.allowed[c][r/64] |= 1 << (r % 64)
			s.counts[c]++
		}
	}
}

// score fills in one space's similarities of one chunk.
func (s *scan) score(w *workspace, c int, space models.Space) {
	out := s.scores[space][c*chunkRows:][:chunkRows]
	if s.counts[c] == 0 {
		blank(out)
		return
	}
	k, n := s.state.chunks[c], s.state.rows(c)
	blank(out[n:])
	out = out[:n]
	pick := w.pick[:0]
	if 2*s.counts[c] < n { // few rows: fetch them alone
		pick = s.rows(pick, c)
	} else {
		pick = nil
	}
	s.similarities(w, k, space, pick, out)
	for r := range out {
		if s.allowed[c][r/64]>>(r%64)&1 == 0 || !k.present[r].Has(space) {
			out[r] = nan
		}
	}
}

// rows appends the allowed rows of a chunk.
func (s *scan) rows(to []int32, c int) []int32 {
	for i, word := range s.allowed[c] {
		for ; word != 0; word &= word - 1 {
			to = append(to, int32(64*i+bits.TrailingZeros64(word)))
		}
	}
	return to
}

// similarities writes the similarities of a chunk's rows, or of the picked ones, into out; rows without a value may get
// anything.
func (s *scan) similarities(w *workspace, k *chunk, space models.Space, pick []int32, out []float32) {
	p := s.probe
	switch space {
	case models.TemporalRecent:
		each(pick, out, func(r int) float32 { return recency(p.ref, k.times[r]) })
	case models.TemporalPeriodic:
		each(pick, out, func(r int) float32 { return p.phases.periodic(k.times[r], p.table) })
	case models.TemporalPositional:
		w.dense(k, positionColumn, p, pick, out)
	case models.Causal:
		s.pair(w, k, pick, out)
	case models.HDC:
		w.binary(k, p.values[space].Bits, pick, out)
	case models.Sparse, models.Splade:
		if col := k.terms[space].Load(); col != nil {
			col.dot(p.terms[space], p.likeness, pick, out)
		}
	default:
		w.dense(k, denseOf[space], p, pick, out)
	}
}

// pair is E5. The question is a text of which causes or effects are looked for: with FindCauses the memory is the cause, so
// that its cause vector is held against the question's effect vector (times 0.8); with FindEffects the other way round
// (times 1.2); otherwise the greater of both (times 1). Likeness compares cause with cause and effect with effect: the mean.
func (s *scan) pair(w *workspace, k *chunk, pick []int32, out []float32) {
	other := w.second[:len(out)]
	causes, effects := s.probe.causes, s.probe.effects
	if causes != 0 {
		w.dense(k, causeColumn, s.probe, pick, out)
	}
	if effects != 0 {
		w.dense(k, effectColumn, s.probe, pick, other)
	}
	for r := range out {
		switch {
		case s.probe.likeness:
			out[r] = (out[r] + other[r]) / 2
		case effects == 0:
			out[r] *= causes
		case causes == 0:
			out[r] = effects * other[r]
		default:
			out[r] = max(causes*out[r], effects*other[r])
		}
	}
}

// each computes rows one by one.
func each(pick []int32, out []float32, fn func(r int) float32) {
	if pick == nil {
		for r := range out {
			out[r] = fn(r)
		}
		return
	}
	for _, r := range pick {
		out[r] = fn(int(r))
	}
}

// blank fills with "no similarity".
func blank(out []float32) {
	for r := range out {
		out[r] = nan
	}
}

// workspace is what one goroutine of a scan needs for itself.
type workspace struct {
	pick      []int32
	first     [chunkRows]float32
	second    [chunkRows]float32
	distances [chunkRows]int32
}

func (w *workspace) dense(k *chunk, column int, p *probe, pick []int32, out []float32) {
	col := k.dense[column].Load()
	if col == nil {
		return
	}
	n, query := len(out), p.dense[column]
	if pick == nil {
		must(kernels.DotI8(query, col.rows[:n*col.width], col.scales[:n], nil, out))
		return
	}
	got := w.first[:len(pick)]
	must(kernels.DotI8(query, col.rows[:n*col.width], col.scales[:n], pick, got))
	for i, r := range pick {
		out[r] = got[i]
	}
}

func (w *workspace) binary(k *chunk, query []uint64, pick []int32, out []float32) {
	b := k.bits.Load()
	if b == nil {
		return
	}
	n := len(out)
	if pick != nil {
		n = len(pick)
	}
	got := w.distances[:n]
	must(kernels.Hamming(query, (*b)[:len(out)*bitWords], pick, got))
	for i, d := range got {
		r := i
		if pick != nil {
			r = int(pick[i])
		}
		out[r] = 1 - 2*float32(d)/float32(models.HDC.Info().Width)
	}
}

// must holds for the kernels' complaints about shapes, which checkRecord and checkValues have made impossible.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
