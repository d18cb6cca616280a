package search

import (
	"fmt"
	"math"
	"time"

	"asterism/engine/fingerprint"
	"asterism/engine/temporal"
	"asterism/kernels"
	"asterism/models"
)

// The factors of E5: reasoning from cause to effect scores higher than from effect to cause.
const (
	causeToEffect = 1.2
	effectToCause = 0.8
)

// probe is a question prepared for scanning.
type probe struct {
	spaces  models.Set // spaces to compare
	values  *fingerprint.Fingerprint
	ref     int64
	phases  temporal.Phases
	vectors [denseColumns][]float32
	dense   [denseColumns]kernels.Query16  // the value that each column is compared with
	signs   [denseColumns]kernels.BitQuery // its code, after prepareCodes
	hdc     kernels.BitQuery               // E9's code, after prepareCodes
	terms   [models.Count]*termQuery
	words   *termQuery // nil: no words are looked for
	// wordsGain is a factor for the bonus of whole words.
	wordsGain float64

	// E5 takes the greater of two products, each of one role of the question with the other role of the memory.
	causes, effects float32   // factors of the product with the memory's cause, and with its effect; 0: not compared
	together        Together  // see Question.Together
	near            *nearness // the preferred time; nil: none
	alone           bool      // memories are scored without windows; see Question.WithoutContext
	linear          bool      // see Question.Linear
	files           bool      // see Question.Files
	likeness        bool      // compare memories with each other, not a question with memories: see Neighbours
}

// newProbe prepares values for the spaces that are both wanted and present. likeness changes two spaces so that a
// memory's similarity to its copy is the greatest: E5 compares equal roles, and the sparse spaces divide by the
// lengths. The error names the space whose value has the wrong shape or contains a number that is not finite.
func newProbe(values *fingerprint.Fingerprint, when time.Time, wanted models.Set, direction string, likeness bool) (*probe, error) {
	if err := checkValues(values); err != nil {
		return nil, err
	}
	p := &probe{values: values, likeness: likeness, causes: 1, effects: 1}
	switch direction {
	case FindCauses:
		p.causes, p.effects = effectToCause, 0
	case FindEffects:
		p.causes, p.effects = 0, causeToEffect
	}
	present := values.Present().Without(timeSpaces)
	if !when.IsZero() {
		present |= timeSpaces
		p.ref = when.UnixNano()
		p.phases = temporal.PhasesOf(p.ref)
	}
	p.spaces = wanted & present
	for _, s := range p.spaces.Spaces() {
		if err := p.prepare(s); err != nil {
			return nil, fmt.Errorf("value of %v: %w", s, err)
		}
	}
	return p, nil
}

// prepare prepares one space's value.
func (p *probe) prepare(s models.Space) error {
	v, info := &p.values[s], s.Info()
	switch {
	case info.Kind == models.Pair:
		// A question's cause is compared with the memories' effects, and its effect with their causes. With likeness,
		// equal roles are compared.
		toCause, toEffect := v.Dense[info.Width:], v.Dense[:info.Width]
		if p.likeness {
			toCause, toEffect = toEffect, toCause
		}
		if err := p.prepareDense(causeColumn, toCause); err != nil {
			return err
		}
		return p.prepareDense(effectColumn, toEffect)
	case info.Kind == models.Dense && info.Origin != models.FromTime:
		return p.prepareDense(denseOf[s], v.Dense)
	case info.Kind == models.Terms:
		p.terms[s] = newTermQuery(v.Terms, p.likeness)
	}
	return nil
}

func (p *probe) prepareDense(column int, v []float32) (err error) {
	p.vectors[column] = v
	p.dense[column], err = kernels.NewQuery16(v)
	return err
}

// prepareCodes prepares the codes of the question. A search that compares all rows does not need them.
func (p *probe) prepareCodes() (err error) {
	for column, v := range p.vectors {
		if v != nil {
			if p.signs[column], err = kernels.NewBitQuery(v[:codeBits[column]]); err != nil {
				return fmt.Errorf("make codes: %w", err)
			}
		}
	}
	if p.spaces.Has(models.HDC) {
		if p.hdc, err = kernels.NewDistanceQuery(p.values[models.HDC].Bits[:hdcCodeWords]); err != nil {
			return fmt.Errorf("make codes: %w", err)
		}
	}
	return nil
}

func newTermQuery(terms []fingerprint.TermWeight, unit bool) *termQuery {
	sum := 0.0
	for _, v := range terms {
		sum += float64(v.Weight) * float64(v.Weight)
	}
	scale := float32(1)
	if unit && sum > 0 {
		scale = float32(1 / math.Sqrt(sum))
	}
	q := queryPool.Get().(*termQuery)
	q.set(terms, scale)
	return q
}
