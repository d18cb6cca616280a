package learning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"asterism/bench/rank"
	"asterism/bench/report"
	"asterism/engine/metautl"
	"asterism/models"
)

// labelled are the sets with questions; inSight served to choose how weights are learned, the others did not.
var labelled = []struct {
	name    string
	inSight bool
}{{"cosqa-dev", true}, {"cranfield", true}, {"medline", true}, {"citation-dev", false}, {"issue-links", false}, {"longmemeval-mini", false}}

// trial is what feedback on one half of a set's questions did to the others: differences of nDCG@10 in points, a question after the other,
// the mean over the splits.
type trial struct {
	name    string
	inSight bool
	gain    []float64 // by feedback from the set's judgements
	random  []float64 // by random feedback
	literal []float64 // by weights in proportion to accuracy
	learned int       // of the runs, in how many anything was adopted
	misled  int       // the same with random feedback
	runs    int
}

// weights measures whether what is said of answers makes the next ones better: the learned weights of search.
func (b *bench) weights(ctx context.Context) ([]report.Row, error) {
	eval := b.sets("weights")
	if eval == "" {
		return nil, nil
	}
	e, err := b.embedder(ctx)
	if err != nil {
		return nil, err
	}
	var trials []*trial
	two := &twoDomains{}
	for _, set := range labelled {
		c, err := loadBEIR(filepath.Join(eval, set.name), 1)
		if err != nil {
			return nil, err
		}
		s, err := newIndexed(ctx, e, c)
		if err != nil {
			return nil, fmt.Errorf("embed %s: %w", set.name, err)
		}
		t, err := s.try(ctx, b.seeds)
		if err != nil {
			return nil, fmt.Errorf("learn on %s: %w", set.name, err)
		}
		t.inSight = set.inSight
		trials = append(trials, t)
		say("%s", t)
		two.take(s)
	}
	more, err := two.rows(ctx, b.seeds)
	return append(gainRows(trials), more...), err
}

// try splits the questions in halves, by seeds, and learns on either.
func (s *indexed) try(ctx context.Context, splits int) (*trial, error) {
	t := &trial{name: s.name, gain: make([]float64, len(s.questions)), random: make([]float64, len(s.questions)), literal: make([]float64, len(s.questions))}
	auto, err := s.exam(ctx, every(len(s.questions)), func(q *inquiry) [models.Count]float64 { return q.auto })
	if err != nil {
		return nil, err
	}
	for split := range splits {
		a, b := halves(len(s.questions), split)
		for _, half := range [][2][]int{{a, b}, {b, a}} {
			if err := t.run(ctx, s, half[0], half[1], auto, split, splits); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// run learns on one half and judges the other.
func (t *trial) run(ctx context.Context, s *indexed, study, judged []int, auto []float64, seed, splits int) error {
	t.runs++
	add := func(to, scores []float64) {
		for k, i := range judged {
			to[i] += (scores[k] - auto[i]) / float64(splits)
		}
	}
	for _, way := range []struct {
		judge   judgement
		to      []float64
		adopted *int
	}{{truly, t.gain, &t.learned}, {randomly(seed), t.random, &t.misled}} {
		learner, err := newStudent(ctx)
		if err != nil {
			return err
		}
		if err := learner.study(ctx, s, study, "", way.judge); err != nil {
			return err
		}
		scores, err := learner.exam(ctx, s, judged, "")
		if err != nil {
			return err
		}
		add(way.to, scores)
		if learner.adopted() {
			*way.adopted++
		}
		if way.adopted == &t.learned {
			if scores, err = s.exam(ctx, judged, learner.byAccuracy()); err != nil {
				return err
			}
			add(t.literal, scores)
		}
	}
	return nil
}

// adopted reports whether any weights are other than auto's.
func (t *student) adopted() bool {
	st := t.WeightsStatus()
	for _, d := range st.Domains {
		if d.Learned {
			return true
		}
	}
	return st.All.Learned
}

func every(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// halves draws two halves of n questions, each in the order in which they are asked.
func halves(n, seed int) (a, b []int) {
	order := rand.New(rand.NewPCG(uint64(seed), 3)).Perm(n)
	return order[:n/2], order[n/2:]
}

func (t *trial) String() string {
	of := func(v []float64) string {
		i := rank.Bootstrap(v)
		return fmt.Sprintf("%+.2f [%+.2f, %+.2f]", i.Mean, i.Low, i.High)
	}
	return fmt.Sprintf("%s: %s points by feedback, adopted in %d of %d runs; %s by random feedback, adopted in %d; %s by accuracy", t.name, of(t.gain), t.learned, t.runs,
		of(t.random), t.misled, of(t.literal))
}

// gainRows are the rows of all sets together, of those that nothing was chosen on, and of each.
func gainRows(trials []*trial) (rows []report.Row) {
	unseen := slices.DeleteFunc(slices.Clone(trials), func(t *trial) bool { return t.inSight })
	gain, random, literal := func(t *trial) []float64 { return t.gain }, func(t *trial) []float64 { return t.random }, func(t *trial) []float64 { return t.literal }
	rows = slices.Concat(interval("learning_gain", 0, gain, trials), interval("random_feedback_change", report.NoGoal, random, trials),
		interval("learning_gain_of_unseen_sets", report.NoGoal, gain, unseen), interval("accuracy_weights_gain", report.NoGoal, literal, trials))
	for _, t := range trials {
		rows = append(rows, interval("learning_gain."+t.name, report.NoGoal, gain, []*trial{t})...)
		rows = append(rows, interval("random_feedback_change."+t.name, report.NoGoal, random, []*trial{t})...)
		rows = append(rows, interval("accuracy_weights_gain."+t.name, report.NoGoal, literal, []*trial{t})[0])
	}
	runs, misled := 0, 0
	for _, t := range trials {
		runs, misled = runs+t.runs, misled+t.misled
	}
	return append(rows, report.Lower("random_feedback_adopted_share", "1", report.NoGoal, float64(misled)/float64(runs)))
}

// interval is the mean over sets and where it is in 95 % of the resamples. The goal is for the lower end.
func interval(name string, goal float64, of func(*trial) []float64, trials []*trial) []report.Row {
	var groups [][]float64
	for _, t := range trials {
		groups = append(groups, of(t))
	}
	if len(groups) == 0 {
		return nil
	}
	i := rank.Bootstrap(groups...)
	return []report.Row{report.Higher(name+"_points", "points", report.NoGoal, i.Mean), report.Higher(name+"_low_points", "points", goal, i.Low),
		report.Higher(name+"_high_points", "points", report.NoGoal, i.High)}
}

// twoDomains are a set about code and one of prose, searched in one store, with their domains.
type twoDomains struct{ code, prose *indexed }

// take keeps the two sets.
func (d *twoDomains) take(s *indexed) {
	switch s.name {
	case "cosqa-dev":
		d.code = s
	case "citation-dev":
		d.prose = s
	}
}

// rows measures how far the weights of the two domains come apart, and what each loses by the other's.
func (d *twoDomains) rows(ctx context.Context, splits int) ([]report.Row, error) {
	var apart, code, prose []float64
	for split := range splits {
		codeStudy, codeJudged := halves(len(d.code.questions), split)
		proseStudy, proseJudged := halves(len(d.prose.questions), split)
		t, err := newStudent(ctx)
		if err != nil {
			return nil, err
		}
		for i := range max(len(codeStudy), len(proseStudy)) { // in turns
			if i < len(codeStudy) {
				err = t.study(ctx, d.code, codeStudy[i:i+1], "code", truly)
			}
			if err == nil && i < len(proseStudy) {
				err = t.study(ctx, d.prose, proseStudy[i:i+1], "research", truly)
			}
			if err != nil {
				return nil, err
			}
		}
		apart = append(apart, t.apart(d.code, "code", "research"))
		a, err := t.own(ctx, d.code, codeJudged, "code", "research")
		if err != nil {
			return nil, err
		}
		b, err := t.own(ctx, d.prose, proseJudged, "research", "code")
		if err != nil {
			return nil, err
		}
		code, prose = append(code, a), append(prose, b)
	}
	return []report.Row{
		report.Higher("domain_weights_differ", "1", .05, apart...),
		report.Higher("domain_own_minus_other_points.code", "points", 0, code...),
		report.Higher("domain_own_minus_other_points.prose", "points", report.NoGoal, prose...),
	}, nil
}

// apart is the mean, over questions, of the weight that two domains give to different spaces (total variation).
func (t *student) apart(s *indexed, a, b metautl.Domain) (mean float64) {
	for i := range s.questions {
		auto := s.questions[i].auto
		x, y := t.SearchWeights(a, auto).Used, t.SearchWeights(b, auto).Used
		for v := range x {
			mean += max(x[v]-y[v], 0) / float64(len(s.questions))
		}
	}
	return mean
}

// own is by how many points a domain's questions are answered better with its own weights than with another's.
func (t *student) own(ctx context.Context, s *indexed, questions []int, own, other metautl.Domain) (float64, error) {
	a, err := t.exam(ctx, s, questions, own)
	if err != nil {
		return 0, err
	}
	b, err := t.exam(ctx, s, questions, other)
	if err != nil {
		return 0, err
	}
	return mean(a) - mean(b), nil
}
