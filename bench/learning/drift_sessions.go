package learning

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"asterism/bench/report"
)

// sessionWindow is within one project: windows of memories that are steps of one task, and of the other tasks of the project.
var sessionWindow = experiment{name: ".session", of: anyGoal, on: onGoal, off: strayed, near: true}

// tasksOfWindows is how many tasks of a project are goals.
const tasksOfWindows = 20

// windows measures whether a window of memories that strays within its field is recognised, on tasks of commit logs: the goal is a task's title, the memories are its steps,
// ten at least, and those of the project's other tasks. Borders of θ are chosen on the projects of [evidenceProjects] and measured on the others.
func (b *bench) windows(ctx context.Context) ([]report.Row, error) {
	eval := b.sets("windows of sessions")
	if eval == "" {
		return nil, nil
	}
	goalCases, l, err := sessionCases(eval)
	if err != nil || len(goalCases) == 0 {
		return nil, err
	}
	e, err := b.embedder(ctx)
	if err != nil {
		return nil, err
	}
	if err := l.embed(ctx, e); err != nil {
		return nil, err
	}
	if err := measure(ctx, e, goalCases, l); err != nil {
		return nil, err
	}
	rows := sessionWindow.rows(goalCases, b.seeds)
	for _, falsely := range falseShares {
		border := borderOf(goalCases, falsely)
		var found, wrong []float64
		for seed := range b.seeds {
			s := sessionWindow.draw(goalCases, true, seed)
			found, wrong = append(found, shareBelow(pick(s.off, window.overall), border)), append(wrong, shareBelow(pick(s.on, window.overall), border))
		}
		name := fmt.Sprintf("at_%.0f_percent", 100*falsely)
		rows = append(rows, report.Higher("drift_straying_found.session."+name, "1", report.NoGoal, found...),
			report.Lower("drift_straying_false.session."+name, "1", report.NoGoal, wrong...))
	}
	return rows, ctx.Err()
}

// falseShares are the shares of the windows on the task that may be below a border, on the development half.
var falseShares = []float64{.05, .2}

// borderOf is the θ below which that share of the development half's windows on the task is.
func borderOf(goalCases []*goalCase, share float64) float64 {
	s := sessionWindow.draw(goalCases, false, 0)
	on := pick(s.on, window.overall)
	if len(on) == 0 {
		return math.NaN()
	}
	slices.Sort(on)
	border := on[int(share*float64(len(on)))]
	fmt.Printf("  below θ %.3f lie %.0f %% of the development half's windows on the task\n", border, 100*share)
	return border
}

// sessionCases are the tasks with enough steps as goals; those of projects that served for a choice are not reported.
func sessionCases(eval string) (goalCases []*goalCase, l *library, err error) {
	l = &library{where: map[string]int{}, fields: map[string][]int{}}
	tasks, err := tasksOf(eval, windowSize, windowSize+planSteps, tasksOfWindows)
	if err != nil {
		return nil, nil, err
	}
	if len(tasks) == 0 {
		say("windows of sessions are left out: %s has no task with %d steps", filepath.Join(eval, "steps"), windowSize)
		return nil, nil, nil
	}
	for i := range tasks {
		t := &tasks[i]
		a := &goalCase{words: t.title, set: t.project, topic: true, reported: !served(t.project)}
		for _, step := range t.steps {
			at := len(l.texts)
			l.texts = append(l.texts, step)
			a.on = append(a.on, at)
		}
		goalCases = append(goalCases, a)
	}
	for _, a := range goalCases {
		for _, o := range goalCases {
			if o != a && o.set == a.set {
				a.near = append(a.near, o.on...)
			}
		}
	}
	return slices.DeleteFunc(goalCases, func(a *goalCase) bool { return len(a.near) == 0 }), l, nil
}

// served reports whether a choice was made with a project in sight.
func served(project string) bool {
	return slices.Contains(evidenceProjects, project) || slices.Contains(fittedProjects, project)
}
