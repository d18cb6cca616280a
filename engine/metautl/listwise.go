package metautl

import (
	"errors"
	"fmt"
	"math"

	"asterism/models"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// Regularisation of a fit to few answers: the weight of Σ ln² of the factors, and of ln² of the sharpness. The fit ends after a number of
// steps, or when a step gains less than a limit.
const (
	factorRidge    = .3
	sharpnessRidge = .05
	fitSteps       = 30
	fitEnough      = 1e-3
)

// group is an answer used for learning: hits of different usefulness, in the order of the answer.
type group struct {
	auto     [models.Count]float64
	standard [][models.Count]float64
	useful   []float64
}

// groupOf returns the judged hits of an answer. If all of them were equally useful, the other hits are added as useless: a caller that
// reports only what helped implies something about the rest. ok is false if there is nothing to compare.
func groupOf(r *answer) (g group, ok bool) {
	least, most := math.Inf(1), math.Inf(-1)
	for _, h := range r.Hits[:r.Count] {
		if v := float64(h.Useful); v == v {
			least, most = min(least, v), max(most, v)
		}
	}
	rest := least == most && most > 0
	if !(most > 0) {
		return g, false
	}
	for s, w := range r.Auto {
		g.auto[s] = float64(w)
	}
	for _, h := range r.Hits[:r.Count] {
		useful := float64(h.Useful)
		if useful != useful {
			if !rest {
				continue
			}
			useful = 0
		}
		g.add(useful, &h.Standard)
		least = min(least, useful)
	}
	return g, least < most
}

func (g *group) add(useful float64, standard *[models.Count]float32) {
	var z [models.Count]float64
	for s, v := range standard {
		z[s] = float64(v)
	}
	g.useful, g.standard = append(g.useful, useful), append(g.standard, z)
}

// score is the weighted mean of a hit's standard scores over the spaces that have a value, as in search, and the sum of their weights.
func score(w, z *[models.Count]float64) (mean, total float64) {
	for s, v := range z {
		if v == v && w[s] > 0 {
			mean += w[s] * v
			total += w[s]
		}
	}
	if total == 0 {
		return 0, 0
	}
	return mean / total, total
}

// listwise is the loss that factors are fitted to: the cross entropy between the hits' shares of an answer's usefulness and the softmax
// of their fused scores times a sharpness (ListNet: Cao, Qin, Liu, Tsai and Li, 2007), summed over answers.
type listwise []group

// point holds the logarithms of the factors and, last, of the sharpness.
type point [models.Count + 1]float64

const sharp = models.Count // the index of the sharpness

func (p *point) factors() (f factors) {
	for s := range f {
		f[s] = math.Exp(p[s])
	}
	return f
}

// toward returns p plus a part of a step, with the factors kept within [MaxFactor].
func (p *point) toward(step *mat.VecDense, part float64) point {
	border, out := math.Log(MaxFactor), *p
	for i := range out {
		out[i] -= part * step.AtVec(i)
		if i != sharp {
			out[i] = clamp(out[i], -border, border)
		}
	}
	return out
}

// surface is the loss around a point: its value, slope and curvature, of which only the lower half is used.
type surface struct {
	value float64
	slope point
	curve [len(point{})]point
}

// at returns the loss around a point. The curvature is that of Fisher's scoring: the expected one, which is never negative.
func (l listwise) at(p *point) *surface {
	out, f := &surface{}, p.factors()
	for i := range l {
		var w [models.Count]float64
		for s := range w {
			w[s] = l[i].auto[s] * f[s]
		}
		l[i].bend(out, &w, math.Exp(p[sharp]))
	}
	for i, v := range p {
		ridge := factorRidge
		if i == sharp {
			ridge = sharpnessRidge
		}
		out.value += ridge * v * v
		out.slope[i] += 2 * ridge * v
		out.curve[i][i] += 2 * ridge
	}
	return out
}

// loss returns an answer's loss with some weights.
func (g *group) loss(w [models.Count]float64, sharpness float64) float64 {
	var s surface
	g.bend(&s, &w, sharpness)
	return s.value
}

// bend adds an answer's loss with some weights, of any sum, to a surface.
func (g *group) bend(to *surface, w *[models.Count]float64, sharpness float64) {
	logits, slopes, worth := make([]float64, len(g.useful)), make([]point, len(g.useful)), 0.0
	for i := range logits {
		mean, total := score(w, &g.standard[i])
		logits[i], worth = sharpness*mean, worth+g.useful[i]
		slopes[i] = slopeOf(w, &g.standard[i], mean, total, sharpness)
	}
	var middle point
	all := floats.LogSumExp(logits)
	for i, v := range logits {
		expected, share := math.Exp(v-all), g.useful[i]/worth
		to.value -= share * (v - all)
		to.bow(expected, &slopes[i])
		for k, d := range slopes[i] {
			to.slope[k] += (expected - share) * d
			middle[k] += expected * d
		}
	}
	to.bow(-1, &middle)
}

// bow adds a product of slopes to the curvature.
func (s *surface) bow(times float64, slope *point) {
	for i, a := range slope {
		if a == 0 {
			continue
		}
		for k, b := range slope[:i+1] {
			s.curve[i][k] += times * a * b
		}
	}
}

// slopeOf is the slope of a hit's score times the sharpness, by the logarithms of factors and sharpness.
func slopeOf(w, z *[models.Count]float64, mean, total, sharpness float64) (out point) {
	for s, v := range z {
		if v == v && w[s] > 0 {
			out[s] = sharpness * w[s] * (v - mean) / total
		}
	}
	out[sharp] = sharpness * mean
	return out
}

// step is Newton's step: the slope divided by the curvature.
func (s *surface) step() (*mat.VecDense, error) {
	curve := mat.NewSymDense(len(s.curve), nil)
	for i := range s.curve {
		for k, v := range s.curve[i][:i+1] {
			curve.SetSym(i, k, v)
		}
	}
	var low mat.Cholesky
	if !low.Factorize(curve) {
		return nil, errors.New("fit weights of search: the curvature is not positive definite")
	}
	var out mat.VecDense
	if err := low.SolveVecTo(&out, mat.NewVecDense(len(s.slope), s.slope[:])); err != nil {
		return nil, fmt.Errorf("fit weights of search: %w", err)
	}
	return &out, nil
}

// hold keeps the factors unchanged.
func (s *surface) hold() {
	for i := range sharp {
		s.slope[i], s.curve[i], s.curve[sharp][i] = 0, point{}, 0
		s.curve[i][i] = 1
	}
}

// fit returns the point of least loss, by Newton's steps, halved until they lead down. Without factors it fits only the sharpness, with
// auto's weights unchanged.
func (l listwise) fit(withFactors bool) (p point, err error) {
	here := l.at(&p)
	for range fitSteps {
		if !withFactors {
			here.hold()
		}
		step, err := here.step()
		if err != nil {
			return p, err
		}
		next, there := l.down(&p, here, step)
		if there == nil {
			break
		}
		gained := here.value - there.value
		if p, here = next, there; gained < fitEnough {
			break
		}
	}
	return p, nil
}

// down takes a step, or the largest part of it that leads down; nil if none does.
func (l listwise) down(p *point, here *surface, step *mat.VecDense) (point, *surface) {
	for part := 1.0; part > 1e-3; part /= 2 {
		next := p.toward(step, part)
		if there := l.at(&next); there.value < here.value {
			return next, there
		}
	}
	return *p, nil
}
