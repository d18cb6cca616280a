package learning

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"

	"asterism/bench/report"
	"asterism/engine/goaldna"
)

// evidenceProjects are those that the run's weights and limit were chosen on, in addition to [fittedProjects]; their sessions are not reported.
var evidenceProjects = []string{"argo-rollouts", "argo-workflows", "arrow-rs", "black", "bokeh", "diffusers", "django-rest-framework", "frontend", "gradio", "httpx", "jupyterlab",
	"opentelemetry-collector", "opentelemetry-python", "xarray", "zarr-python"}

// The goals: the share of rows of five steps of another task that are found, and on how many of a hundred steps of the task drifting is said.
const (
	leastRunsFound  = .7
	mostFalseAlarms = 5
)

// A session has that many steps of its task behind the plan, and then so many of another task.
const (
	sessionsOfProject = 100
	leastOnTask       = 5
	mostOnTask        = 11
	strayedSteps      = 5
)

// sessions measures whether a row of steps of another task is found, by what check_goal_drift calls is_drifting. A session is a task of [stepSets]: its first three steps are the
// plan, the others are checked in their order; then come five steps of another task of the project, or of another project.
func (b *bench) sessions(ctx context.Context) ([]report.Row, error) {
	eval := b.sets("sessions")
	if eval == "" {
		return nil, nil
	}
	e, err := b.embedder(ctx)
	if err != nil {
		return nil, err
	}
	tasks, err := longTasks(eval)
	if err != nil {
		return nil, err
	}
	tasks = slices.DeleteFunc(tasks, func(t task) bool { return served(t.project) })
	if len(tasks) == 0 {
		say("sessions are left out: %s has no long task of a project that the run's weights were not fitted on", filepath.Join(eval, "steps"))
		return nil, nil
	}
	if err := enoughTasks(tasks); err != nil {
		return nil, err
	}
	m, err := meanings(ctx, e, tasks)
	if err != nil {
		return nil, err
	}
	rows := map[string][]float64{}
	for seed := range b.seeds {
		for name, plan := range map[string]int{"": planSteps, ".without_sub_goals": 0} {
			c, err := m.strayed(tasks, plan, seed)
			if err != nil {
				return nil, err
			}
			for row, v := range c.shares() {
				rows[row+name] = append(rows[row+name], v)
			}
		}
	}
	out := []report.Row{
		report.Higher("goaldna_runs_found", "1", leastRunsFound, rows["found"]...),
		report.Lower("goaldna_false_alarms_per_100", "steps", mostFalseAlarms, rows["alarmed"]...),
		report.Lower("goaldna_alarms_raised_per_100", "steps", report.NoGoal, rows["raised"]...),
		report.Higher("goaldna_runs_found.same_project", "1", report.NoGoal, rows["near"]...),
		report.Higher("goaldna_runs_found.other_projects", "1", report.NoGoal, rows["far"]...),
		report.Higher("goaldna_runs_found.by_counter_alone", "1", report.NoGoal, rows["counted"]...),
		report.Higher("goaldna_taken_back_by_third_step", "1", report.NoGoal, rows["back"]...),
		report.Higher("goaldna_runs_found.without_sub_goals", "1", report.NoGoal, rows["found.without_sub_goals"]...),
		report.Lower("goaldna_false_alarms_per_100.without_sub_goals", "steps", report.NoGoal, rows["alarmed.without_sub_goals"]...),
		report.Higher("goaldna_sessions", "", report.NoGoal, float64(len(tasks))),
	}
	return out, ctx.Err()
}

// longTasks reads tasks with enough steps for a session, see [stepSets].
func longTasks(eval string) ([]task, error) {
	return tasksOf(eval, planSteps+leastOnTask, planSteps+mostOnTask, sessionsOfProject)
}

// tasksOf reads tasks with at least so many steps, of which the first most are taken, and so many of a project.
func tasksOf(eval string, least, most, ofProject int) (all []task, err error) {
	err = eachStepsFile(eval, func(_, project, text string) error {
		all = append(all, evenTasks(readTasksOf(project, text, least, most), ofProject)...)
		return nil
	})
	return all, err
}

// strayCount counts the outcomes of sessions.
type strayCount struct {
	onTask, alarmed, raised int    // steps of the task; with drifting said; that began to say it
	runs, found             [2]int // of the same project, of others
	counted                 int    // found by the counter of consecutive drifts alone
	returned, back          int    // found rows, after which the task's steps took the alarm back by the third
}

func (c *strayCount) shares() map[string]float64 {
	share := func(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
	all := c.runs[0] + c.runs[1]
	return map[string]float64{
		"found": share(c.found[0]+c.found[1], all), "near": share(c.found[0], c.runs[0]), "far": share(c.found[1], c.runs[1]),
		"alarmed": 100 * share(c.alarmed, c.onTask), "raised": 100 * share(c.raised, c.onTask), "counted": share(c.counted, all), "back": share(c.back, c.returned),
	}
}

// strayed plays every session twice: it strays into the same project, and into another. Alarms on the task are counted once.
func (m meaning) strayed(tasks []task, plan, seed int) (*strayCount, error) {
	r := rand.New(rand.NewPCG(uint64(seed), 8))
	c := &strayCount{}
	for i := range tasks {
		t := &tasks[i]
		own := t.steps[planSteps:]
		for kind, fits := range []func(o *task) bool{
			func(o *task) bool { return o.project == t.project && o.title != t.title },
			func(o *task) bool { return !akin(o.project, t.project) },
		} {
			s, err := m.session(t, plan)
			if err != nil {
				return nil, err
			}
			if err := s.onTask(own, c, kind == 0); err != nil {
				return nil, err
			}
			if err := s.astray(drawnRun(r, tasks, fits), own, c, kind); err != nil {
				return nil, err
			}
		}
	}
	return c, nil
}

// drawnRun is five steps in a row of another task.
func drawnRun(r *rand.Rand, tasks []task, fits func(o *task) bool) []string {
	for { // ends: see enoughTasks
		if o := &tasks[r.IntN(len(tasks))]; fits(o) {
			from := r.IntN(len(o.steps) - strayedSteps + 1)
			return o.steps[from : from+strayedSteps]
		}
	}
}

// session is a task at work.
type session struct {
	task    *task
	plan    int
	meaning meaning
	hybrid  *goaldna.Hybrid
	checker *goaldna.Checker
	step    int
}

func (m meaning) session(t *task, plan int) (*session, error) {
	c, err := goaldna.New(t.title, goaldna.DefaultOptions(), nil)
	if err != nil {
		return nil, fmt.Errorf("begin a session: %w", err)
	}
	return &session{t, plan, m, goaldna.NewHybrid(t.title, t.steps[:plan]...), c, 0}, nil
}

// check checks a step as check_goal_drift does, and returns the result.
func (s *session) check(action string) (goaldna.Summary, error) {
	m := s.meaning.measured(s.task, s.plan, action)
	unclear := s.hybrid.Judge(&m, s.checker.Options().Threshold, false) == goaldna.Unclear
	_, err := s.checker.Take(goaldna.Step{Number: s.step, Action: action, Similarity: m.Similarity, Signal: true, Evidence: s.hybrid.Evidence(m.Similarity, m.ByWords()), Unclear: unclear})
	s.step++
	return s.checker.Summary(), err
}

func (s *session) onTask(steps []string, c *strayCount, count bool) error {
	was := false
	for _, step := range steps {
		now, err := s.check(step)
		if err != nil {
			return err
		}
		if count {
			c.onTask++
			if now.Drifting {
				c.alarmed++
			}
			if now.Drifting && !was {
				c.raised++
			}
		}
		was = now.Drifting
	}
	if was {
		s.checker.ResetConsecutive() // so that an alarm which is up already finds nothing
	}
	return nil
}

// astray takes steps of another task, and then steps of its own again.
func (s *session) astray(steps, own []string, c *strayCount, kind int) error {
	found, counted := false, false
	for _, step := range steps {
		now, err := s.check(step)
		if err != nil {
			return err
		}
		found = found || now.Drifting
		counted = counted || now.Consecutive >= goaldna.DefaultOptions().Limit
	}
	c.runs[kind]++
	if counted {
		c.counted++
	}
	if !found {
		return nil
	}
	c.found[kind]++
	c.returned++
	for _, step := range own[:3] {
		now, err := s.check(step)
		if err != nil {
			return err
		}
		if !now.Drifting {
			c.back++
			break
		}
	}
	return nil
}
