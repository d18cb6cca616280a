package learning

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"asterism/bench/embedder"
	"asterism/bench/report"
	"asterism/engine/aims"
	"asterism/engine/fingerprint"
	"asterism/engine/goaldna"
	"asterism/models"
)

// fittedProjects are those that the hybrid measure's coefficients were fitted on; they are not reported. The shape of the measure was chosen with
// arrow-rs, django-rest-framework and fabric in sight, too.
var fittedProjects = []string{"autogen", "delta-rs", "distributed", "flux", "gradio", "haystack", "loki", "napari", "opentelemetry-collector", "opentelemetry-java",
	"opentelemetry-python", "prefect", "sparse", "streamlit"}

// The goals: of the time of a check, and of how much the hybrid measure is better.
const (
	goalCheckMicros = 5
	goalHybridGain  = .15
)

// planSteps is how many steps of a task are accepted as its sub-goals; the others are judged.
const planSteps = 3

// goaldna measures how well the lexical drift check separates steps on a task from those of other tasks of the same project and of others (area under
// the ROC curve, all projects and tasks together, as one threshold is used for all), and what a check costs.
func (b *bench) goaldna(ctx context.Context) ([]report.Row, error) {
	rows := checkCosts(b.seeds)
	eval := b.sets("goaldna's accuracy")
	if eval == "" {
		return rows, nil
	}
	e, err := b.embedder(ctx)
	if err != nil {
		return nil, err
	}
	tasks, err := stepSets(eval)
	if err != nil {
		return nil, err
	}
	tasks = slices.DeleteFunc(tasks, func(t task) bool { return slices.Contains(fittedProjects, t.project) })
	if len(tasks) == 0 {
		say("goaldna's accuracy on commits is left out: %s has no task of a project that the measure was not fitted on", filepath.Join(eval, "steps"))
	} else {
		more, err := b.commits(ctx, e, tasks)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	more, err := b.epics(ctx, e, eval)
	return append(rows, more...), err
}

// checkCosts times checks of an action of 200 letters; the hybrid one without the model.
func checkCosts(runs int) []report.Row {
	const goal, checks = "Build a REST API for user management", 20_000
	action := strings.Repeat("Implement the user REST API endpoint, add migration tests and update docs ", 3)[:200]
	plain, hybrid := goaldna.NewDNA(goal), goaldna.NewHybrid(goal)
	timed := func(n int, check func()) (micros []float64) {
		for range runs {
			start := time.Now()
			for range n {
				check()
			}
			micros = append(micros, time.Since(start).Seconds()*1e6/float64(n))
		}
		return micros
	}
	return []report.Row{
		report.Lower("goaldna_check_us", "µs", goalCheckMicros, timed(checks, func() { plain.Similarity(action) })...),
		report.Lower("goaldna_hybrid_check_us", "µs", report.NoGoal, timed(checks/10, func() { hybrid.Measure(action, goaldna.Near{Meaning: .5, Belongs: .4}) })...),
	}
}

// commits are the rows of steps from commit messages. The plain measure sees the title; plan: title and accepted steps in one text.
func (b *bench) commits(ctx context.Context, e *embedder.Embedder, tasks []task) ([]report.Row, error) {
	m, err := meanings(ctx, e, tasks)
	if err != nil {
		return nil, err
	}
	scores := map[string][]float64{}
	for seed := range b.seeds {
		cases := judge(tasks, planSteps, seed)
		plain := separate(cases, func(t *task, step string) float64 { return plainScore(t.title, step) })
		hybrid := separate(cases, func(t *task, step string) float64 { return m.hybrid(t, planSteps, step) })
		for name, value := range map[string]float64{
			"plain":      plain.auc(),
			"plain_plan": separate(cases, func(t *task, step string) float64 { return plainScore(t.planned(), step) }).auc(),
			"title":      separate(cases, func(t *task, step string) float64 { return m.hybrid(t, 0, step) }).auc(),
			"words":      separate(cases, func(t *task, step string) float64 { return wordScore(t, step) }).auc(),
			"hybrid":     hybrid.auc(),
			"near":       auc(hybrid.on, hybrid.near),
			"far":        auc(hybrid.on, hybrid.far),
			"kept":       1 - below(hybrid.on),
			"found":      below(slices.Concat(hybrid.near, hybrid.far)),
			"plain_kept": 1 - below(plain.on),
			"gain":       hybrid.auc() - plain.auc(),
		} {
			scores[name] = append(scores[name], value)
		}
	}
	higher := func(name, of string, goal float64) report.Row { return report.Higher(name, "1", goal, scores[of]...) }
	return []report.Row{
		higher("goaldna_plain_auc", "plain", report.NoGoal),
		higher("goaldna_hybrid_auc", "hybrid", report.NoGoal),
		higher("goaldna_gain_auc", "gain", goalHybridGain),
		higher("goaldna_hybrid_auc.same_project", "near", report.NoGoal),
		higher("goaldna_hybrid_auc.other_projects", "far", report.NoGoal),
		higher("goaldna_hybrid_auc.without_sub_goals", "title", report.NoGoal),
		higher("goaldna_hybrid_auc.without_model", "words", report.NoGoal),
		higher("goaldna_plain_auc.sub_goals_in_text", "plain_plan", report.NoGoal),
		higher("goaldna_hybrid_on_task_kept", "kept", report.NoGoal),
		higher("goaldna_hybrid_off_task_found", "found", report.NoGoal),
		higher("goaldna_plain_on_task_kept", "plain_kept", report.NoGoal),
	}, ctx.Err()
}

// epics are the rows of issues of one project: the goal is a parent issue, title and text, the steps are the titles of its children, against as many
// children of other parents.
func (b *bench) epics(ctx context.Context, e *embedder.Embedder, eval string) ([]report.Row, error) {
	tasks, err := epicsOf(filepath.Join(eval, "issue-links"))
	if err != nil {
		return nil, err
	}
	m, err := meanings(ctx, e, tasks)
	if err != nil {
		return nil, err
	}
	var plain, hybrid []float64
	for seed := range b.seeds {
		cases := judgeNear(tasks, seed)
		plain = append(plain, separate(cases, func(t *task, step string) float64 { return plainScore(t.title, step) }).auc())
		hybrid = append(hybrid, separate(cases, func(t *task, step string) float64 { return m.hybrid(t, 0, step) }).auc())
	}
	return []report.Row{
		report.Higher("goaldna_plain_auc.issues", "1", report.NoGoal, plain...),
		report.Higher("goaldna_hybrid_auc.issues", "1", report.NoGoal, hybrid...),
	}, ctx.Err()
}

// separated are the scores of steps on the task, and off it in the same project and in others.
type separated struct{ on, near, far []float64 }

func (s separated) auc() float64 { return auc(s.on, slices.Concat(s.near, s.far)) }

func separate(cases []judged, score func(t *task, step string) float64) (s separated) {
	for _, c := range cases {
		v := score(c.task, c.step)
		switch {
		case c.on:
			s.on = append(s.on, v)
		case c.near:
			s.near = append(s.near, v)
		default:
			s.far = append(s.far, v)
		}
	}
	return s
}

// below is the share of scores that count as drift.
func below(scores []float64) float64 {
	n := 0
	for _, v := range scores {
		if v < goaldna.DefaultOptions().Threshold {
			n++
		}
	}
	return float64(n) / float64(len(scores))
}

func plainScore(goal, step string) float64 {
	similarity, _ := goaldna.NewDNA(goal).Similarity(step)
	return similarity
}

func wordScore(t *task, step string) float64 {
	return goaldna.NewHybrid(t.title, t.steps[:planSteps]...).Measure(step).Similarity
}

// planned is the task's title and accepted steps as one text.
func (t *task) planned() string {
	return strings.Join(append([]string{t.title}, t.steps[:planSteps]...), "\n")
}

// meaning is E1 and E8 of each text, and what steps are compared with that have nothing to do with it.
type meaning struct {
	values    map[string]fingerprint.Fingerprint
	elsewhere aims.Elsewhere
}

func meanings(ctx context.Context, e *embedder.Embedder, tasks []task) (m meaning, err error) {
	if m.elsewhere, err = e.EmbedIn(ctx, goaldna.Elsewhere(), false, models.SetOf(models.Semantic)); err != nil {
		return m, err
	}
	var texts []string
	for _, t := range tasks {
		texts = append(append(texts, t.title), t.steps...)
	}
	slices.Sort(texts)
	texts = slices.Compact(texts)
	m.values = map[string]fingerprint.Fingerprint{}
	for part := range slices.Chunk(texts, embedStep) {
		values, err := e.EmbedIn(ctx, part, false, models.SetOf(models.Semantic, models.Graph))
		if err != nil {
			return m, err
		}
		for i := range values {
			m.values[part[i]] = values[i]
		}
	}
	return m, nil
}

// hybrid is the hybrid similarity of a step to a task of which some steps are accepted sub-goals.
func (m meaning) hybrid(t *task, plan int, step string) float64 {
	return m.measured(t, plan, step).Similarity
}

func (m meaning) measured(t *task, plan int, step string) goaldna.Measured {
	action, goals := m.values[step], make([]*fingerprint.Fingerprint, 1+plan)
	for i, text := range append([]string{t.title}, t.steps[:plan]...) {
		goal := m.values[text]
		goals[i] = &goal
	}
	return goaldna.NewHybrid(t.title, t.steps[:plan]...).Measure(step, m.elsewhere.Near(&action, goals...)...)
}
