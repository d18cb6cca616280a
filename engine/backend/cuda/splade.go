package cuda

import (
	"encoding/binary"
	"fmt"
	"math"

	"asterism/engine/batch"
	"asterism/engine/fingerprint"
	"asterism/kernels/cuda"
	"asterism/models"
)

// splade is a sparse space (Formal et al. 2021): log(1 + max(0, ·)) of the scores of all vocabulary ids, the greatest over a text's tokens, special ones included; of
// these the greatest twentieth. Scores of all tokens for all terms are never written, and only the chosen terms come back.
type splade struct {
	*bert
	transform dense
	norm      norm
	scores    dense
	most      int // terms of a text
}

func loadSPLADE(l *loader, r repository) *splade {
	c := r.BERT
	r.expect(l, models.Terms, c.Vocabulary, c.Places)
	s := &splade{bert: loadBERT(l, c, r.model.Window), most: int(fingerprint.ActiveShare * float64(c.Vocabulary))}
	const p = "cls.predictions."
	h := c.Hidden
	s.transform = l.dense(h, h, l.vector(part{p + "transform.dense.bias", h}), l.stack(h, part{p + "transform.dense.weight", h}))
	s.norm = l.norm(p+"transform.LayerNorm", h, c.Epsilon)
	bias := p + "bias"
	if !l.has(bias) { // the two are one tensor, under either name in a file
		bias = p + "decoder.bias"
	}
	s.scores = dense{w: s.words, bias: l.vector(part{bias, c.Vocabulary}), in: h, out: c.Vocabulary} // the embedding's own matrix, unless there is another
	if l.has(p + "decoder.weight") {
		s.scores.w = l.matrix(h, c.Vocabulary, l.stack(h, part{p + "decoder.weight", c.Vocabulary}))
	}
	return s
}

func (s *splade) lay(in *batch.Batch, rows []int) (*layout, error) {
	return s.texts.lay(in, rows, first)
}

func (s *splade) needs(z size) need {
	n := s.bert.needs(z)
	n.buffers[bufferOther] = 4 * z.texts * s.vocabulary
	n.result, n.packed = 4*z.texts*cuda.PickRecord(s.most), 4*z.texts*cuda.PackTermsRecord(s.most)
	return n
}

func (s *splade) walk(k *walker) {
	s.bert.walk(k)
	x, y, all := k.buffers[bufferX], k.buffers[bufferY], k.buffers[bufferOther]
	k.product(s.activation, y, x, s.transform, 0)
	k.normed(y, y, s.norm)
	k.launch(cuda.Clear(all, k.texts(), s.vocabulary))
	k.launch(cuda.GEMMTerms(all, y, s.scores.w, s.scores.bias, k.whole[wholeTexts], k.tokens(), s.scores.out, s.scores.in))
	k.launch(cuda.Pick(k.result, all, k.texts(), s.vocabulary, s.most))
	k.packTerms(s.most)
}

func (s *splade) values(l *layout, data []byte, out outcome) error {
	if l.packed {
		return s.readPacked(l, data, out.packed)
	}
	record := 4 * cuda.PickRecord(s.most)
	for i, row := range l.rows {
		var err error
		if out.values[row].Terms, err = s.terms(data[i*record : (i+1)*record]); err != nil {
			return fmt.Errorf("row %d: %w", row, err)
		}
	}
	return nil
}

// terms reads one record of [cuda.Pick].
func (s *splade) terms(record []byte) ([]fingerprint.TermWeight, error) {
	word := func(i int) uint32 { return binary.LittleEndian.Uint32(record[4*i:]) }
	n := int(int32(word(0)))
	if n < 0 || n > s.most {
		return nil, fmt.Errorf("the GPU gave %d terms, want 0 to %d", n, s.most)
	}
	out := make([]fingerprint.TermWeight, 0, n)
	for i := range n {
		id, weight := word(1+i), math.Float32frombits(word(1+s.most+i))
		if !(weight > 0 && weight <= math.MaxFloat32) || int(id) >= s.vocabulary || i > 0 && id <= word(i) { // also true for NaN
			return nil, fmt.Errorf("the GPU gave the term %d the weight %v, want finite weights above 0 and rising ids below %d", id, weight, s.vocabulary)
		}
		out = append(out, fingerprint.TermWeight{ID: uint16(id), Weight: weight})
	}
	return out, nil
}

// readPacked reads packed terms.
func (s *splade) readPacked(l *layout, data []byte, out []fingerprint.Packed) error {
	record := 4 * cuda.PackTermsRecord(s.most)
	for i, row := range l.rows {
		terms, err := s.readPackedTerms(data[i*record : (i+1)*record])
		if err != nil {
			return fmt.Errorf("row %d: %w", row, err)
		}
		if len(terms) > 0 {
			out[row].Terms = terms
		}
	}
	return nil
}

// readPackedTerms reads one record of [cuda.PackTerms].
func (s *splade) readPackedTerms(record []byte) ([]fingerprint.TermWeight, error) {
	half := func(i int) uint16 { return binary.LittleEndian.Uint16(record[4+2*i:]) }
	n := int(int32(binary.LittleEndian.Uint32(record)))
	if n < 0 || n > s.most {
		return nil, fmt.Errorf("the GPU gave %d terms, want 0 to %d", n, s.most)
	}
	out := make([]fingerprint.TermWeight, 0, n)
	for i := range n {
		id, weight := half(i), fingerprint.HalfWeight(half(s.most+i))
		if !(weight > 0 && weight <= math.MaxFloat32) || int(id) >= s.vocabulary || i > 0 && id <= half(i-1) { // also true for NaN
			return nil, fmt.Errorf("the GPU gave the term %d the weight %v, want finite weights above 0 and rising ids below %d", id, weight, s.vocabulary)
		}
		out = append(out, fingerprint.TermWeight{ID: id, Weight: weight})
	}
	return out, nil
}
