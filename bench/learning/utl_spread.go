package learning

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"asterism/bench/report"
	"asterism/engine"
	"asterism/engine/utl"
	"asterism/models"
)

// utlMixed is how many memories the mixed ingest stores at least.
const utlMixed = 1200

// utlSpread is what a mixed ingest showed, a value a memory.
type utlSpread struct {
	entropy, coherence, surprise, score, inStep []float64 // inStep: the score at phase 0
	copies                                      []float64 // entropies of what was stored twice
	quadrants                                   [5]int
	sessions                                    int
}

// utlMixture injects real text as it comes in life: sessions of 14 to 26 memories that keep to one collection, now and then (5 %) an aside
// from another one and (3 %) something told twice, with importances of all sizes; all in one namespace.
func (b *bench) utlMixture(ctx context.Context, data string, w io.Writer) (rows []report.Row, err error) {
	e, err := b.utlEngine(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close(context.Background())) }()
	texts := map[string][]string{}
	for _, s := range utlSets {
		if texts[s.name], err = utlTexts(data, s.name); err != nil {
			return nil, err
		}
	}
	r, got := rand.New(rand.NewPCG(11, 13)), &utlSpread{}
	for len(got.score) < utlMixed {
		if err := got.session(ctx, e, texts, r); err != nil {
			return nil, err
		}
	}
	got.print(w)
	return got.rows(), nil
}

// session injects one session's texts and takes them out of texts.
func (g *utlSpread) session(ctx context.Context, e *engine.Engine, texts map[string][]string, r *rand.Rand) error {
	g.sessions++
	next := func(set string) (text string) {
		text, texts[set] = texts[set][0], texts[set][1:]
		return text
	}
	own := utlSets[r.IntN(len(utlSets))].name
	for range 14 + r.IntN(13) {
		text := next(own)
		if err := g.add(ctx, e, text, r.Float64()); err != nil {
			return err
		}
		if r.Float64() < .03 {
			if err := g.add(ctx, e, text, r.Float64()); err != nil {
				return err
			}
			g.copies = append(g.copies, g.entropy[len(g.entropy)-1])
		}
		if r.Float64() < .05 {
			if err := g.add(ctx, e, next(utlSets[r.IntN(len(utlSets))].name), r.Float64()); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *utlSpread) add(ctx context.Context, e *engine.Engine, text string, importance float64) error {
	m, err := e.Inject(ctx, engine.Note{Content: text, Rationale: "kept", SessionID: fmt.Sprint("session ", g.sessions), Importance: &importance, AllowDuplicate: true})
	if err != nil {
		return fmt.Errorf("inject a mixture: %w", err)
	}
	u := m.UTL
	g.inStep = append(g.inStep, utl.LearningScore(float64(u.Entropy), float64(u.Coherence), utl.Lifecycle(len(g.score)), importance, 0))
	g.entropy, g.coherence = append(g.entropy, float64(u.Entropy)), append(g.coherence, float64(u.Coherence))
	g.surprise, g.score = append(g.surprise, float64(u.Surprise)), append(g.score, float64(u.LearningScore))
	for s, q := range m.Johari {
		if models.Space(s).Info().Origin != models.FromTime {
			g.quadrants[q]++
		}
	}
	return nil
}

func (g *utlSpread) print(w io.Writer) {
	fmt.Fprintf(w, "\n%d memories of %d collections in %d sessions of one namespace; how many values lie in each tenth of [0,1]\n", len(g.score), len(utlSets), g.sessions)
	for _, c := range []struct {
		name string
		v    []float64
	}{{"entropy", g.entropy}, {"coherence", g.coherence}, {"surprise", g.surprise}, {"learning score", g.score}, {"… at phase 0", g.inStep},
		{"… first 50", g.score[:50]}, {"… 50 to 500", g.score[50:500]}, {"… from 500 on", g.score[500:]}} {
		fmt.Fprintf(w, "%-16s %s  mean %.3f deviation %.3f\n", c.name, tenths(c.v), mean(c.v), spread(c.v))
	}
	fmt.Fprintf(w, "%d told twice: entropy %.4f at most\n", len(g.copies), slices.Max(g.copies))
	out := 0
	for i, l := range g.score {
		if math.Abs(l-g.inStep[i]) > .005 {
			out++
		}
	}
	fmt.Fprintf(w, "out of step (the phase moves the score by more than .005): %.2f of all\n", float64(out)/float64(len(g.score)))
	fmt.Fprint(w, "johari:")
	total := g.quadrants[utl.Open] + g.quadrants[utl.Blind] + g.quadrants[utl.Hidden] + g.quadrants[utl.Unknown]
	for _, q := range []utl.Quadrant{utl.Open, utl.Blind, utl.Hidden, utl.Unknown} {
		fmt.Fprintf(w, " %s %.2f", q, float64(g.quadrants[q])/float64(total))
	}
	fmt.Fprintln(w)
}

func (g *utlSpread) rows() []report.Row {
	return []report.Row{
		report.Lower("utl_entropy_told_twice_max", "", .05, slices.Max(g.copies)),
		report.Higher("utl_entropy_deviation", "", report.NoGoal, spread(g.entropy)),
		report.Higher("utl_coherence_deviation", "", report.NoGoal, spread(g.coherence)),
		report.Higher("utl_surprise_deviation", "", report.NoGoal, spread(g.surprise)),
		report.Higher("utl_learning_score_deviation", "", report.NoGoal, spread(g.score)),
	}
}

// tenths is a histogram of ten bins over [0,1].
func tenths(v []float64) string {
	var n [10]int
	for _, x := range v {
		n[min(int(10*x), 9)]++
	}
	var b strings.Builder
	for _, k := range n {
		fmt.Fprintf(&b, "%5d", k)
	}
	return b.String()
}

// spread is the standard deviation.
func spread(v []float64) float64 {
	m, sum := mean(v), 0.0
	for _, x := range v {
		sum += (x - m) * (x - m)
	}
	return math.Sqrt(sum / float64(len(v)))
}
