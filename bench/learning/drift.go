package learning

import (
	"context"
	"fmt"
	"math/rand/v2"

	"asterism/bench/report"
	"asterism/engine/drift"
	"asterism/models"
)

// windowsOfGoal is how many windows of either kind a goal has in each draw.
const windowsOfGoal = 40

// experiment is a kind of goals and of mixtures.
type experiment struct {
	name    string // ends the names of its rows; "": the rows of the issue
	of      func(a *goalCase) bool
	on, off mixture
	near    bool // the others are of the same set
	single  bool // single memories, all of them
}

func anyGoal(*goalCase) bool   { return true }
func fieldOf(a *goalCase) bool { return !a.topic }
func topicOf(a *goalCase) bool { return a.topic }

var experiments = []experiment{
	{name: "", of: anyGoal, on: onGoal, off: strayed},
	{name: ".field", of: fieldOf, on: onGoal, off: strayed},
	{name: ".topic", of: topicOf, on: onGoal, off: strayed},
	{name: ".topic_within_field", of: topicOf, on: onGoal, off: strayed, near: true},
	{name: ".pure", of: anyGoal, on: allOnGoal, off: noneOnGoal},
	{name: ".pure.field", of: fieldOf, on: allOnGoal, off: noneOnGoal},
	{name: ".pure.topic", of: topicOf, on: allOnGoal, off: noneOnGoal},
	{name: ".memory.field", of: fieldOf, single: true},
	{name: ".memory.topic", of: topicOf, single: true},
	{name: ".memory.topic_within_field", of: topicOf, near: true, single: true},
}

// goalAUC is the goal for detection.
const goalAUC = .95

// drift measures how well alignment separates work on a goal from other work.
func (b *bench) drift(ctx context.Context) ([]report.Row, error) {
	eval := b.sets("drift")
	if eval == "" {
		return nil, nil
	}
	e, err := b.embedder(ctx)
	if err != nil {
		return nil, err
	}
	goalCases, l, err := goalCasesOf(eval)
	if err != nil {
		return nil, err
	}
	if err := l.embed(ctx, e); err != nil {
		return nil, err
	}
	if err := measure(ctx, e, goalCases, l); err != nil {
		return nil, err
	}
	var rows []report.Row
	for i := range experiments {
		x := &experiments[i]
		rows = append(rows, x.rows(goalCases, b.seeds)...)
	}
	printGoals(goalCases)
	return rows, nil
}

// rows are the experiment's figures on the goals that are reported; those of the development goals are printed too.
func (x *experiment) rows(goalCases []*goalCase, seeds int) []report.Row {
	var theta, best, over, onGood, offGood []float64
	var all, developed sample
	var names []string
	for seed := range seeds {
		s := x.draw(goalCases, true, seed)
		space, top := s.bestSingle()
		theta, best, over = append(theta, s.theta()), append(best, top), append(over, 100*(s.theta()-top))
		onGood, offGood = append(onGood, share(s.on, drift.None, drift.Low)), append(offGood, share(s.off, drift.High, drift.Critical))
		names = append(names, space.Code())
		all.add(s)
		developed.add(x.draw(goalCases, false, seed))
	}
	space, top := developed.bestSingle()
	fmt.Printf("\n%s: best single space %v; development goals: θ %.3f, best single %s %.3f\n", "drift"+x.name, names, developed.theta(), space.Code(), top)
	fmt.Printf("  reported  on the goal %s | others %s\n", levels(all.on), levels(all.off))
	fmt.Printf("  developed on the goal %s | others %s\n", levels(developed.on), levels(developed.off))
	goal := report.NoGoal
	if x.name == "" {
		goal = goalAUC
	}
	return []report.Row{
		report.Higher("drift_auc"+x.name, "1", goal, theta...),
		report.Higher("drift_best_single_auc"+x.name, "1", report.NoGoal, best...),
		report.Higher("drift_auc_over_best_single"+x.name+"_points", "points", report.NoGoal, over...),
		report.Higher("drift_on_goal_none_or_low"+x.name, "1", report.NoGoal, onGood...),
		report.Higher("drift_unrelated_high_or_critical"+x.name, "1", report.NoGoal, offGood...),
	}
}

// draw makes the samples of all goals of one draw.
func (x *experiment) draw(goalCases []*goalCase, reported bool, seed int) (out sample) {
	r := rand.New(rand.NewPCG(uint64(seed), 1))
	for _, a := range goalCases {
		if a.reported != reported || !x.of(a) {
			continue
		}
		others := a.far
		if x.near {
			others = a.near
		}
		if x.single {
			for _, at := range a.on {
				out.on = append(out.on, a.window([]int{at}))
			}
			for range len(a.on) {
				out.off = append(out.off, a.window([]int{others[r.IntN(len(others))]}))
			}
			continue
		}
		for range windowsOfGoal {
			out.on = append(out.on, a.drawWindow(r, x.on, others))
			out.off = append(out.off, a.drawWindow(r, x.off, others))
		}
	}
	return out
}

// share is the part of the windows that read one of the levels.
func share(all []window, levels ...drift.Level) float64 {
	n := 0
	for _, w := range all {
		for _, l := range levels {
			if drift.DefaultThresholds.Level(w.theta) == l {
				n++
			}
		}
	}
	return float64(n) / float64(len(all))
}

var levelNames = []drift.Level{drift.None, drift.Low, drift.Medium, drift.High, drift.Critical}

// levels prints the share of every level.
func levels(all []window) (out string) {
	for _, l := range levelNames {
		out += fmt.Sprintf("%s %.2f ", l, share(all, l))
	}
	return out
}

// printGoals prints the figures of each goal of a whole field, memory by memory.
func printGoals(goalCases []*goalCase) {
	fmt.Println("\ngoals of fields, memory by memory: θ on the goal, θ of others, AUC of θ and of each space")
	for _, a := range goalCases {
		if a.topic {
			continue
		}
		var s sample
		for _, at := range a.on {
			s.on = append(s.on, a.window([]int{at}))
		}
		for _, at := range a.far {
			s.off = append(s.off, a.window([]int{at}))
		}
		fmt.Printf("  %-16s reported=%-5v θ %.2f %.2f AUC %.3f", a.set, a.reported, mean(pick(s.on, window.overall)), mean(pick(s.off, window.overall)), s.theta())
		for _, v := range models.All.Without(models.OfOrigin(models.FromTime)).Spaces() {
			of := func(w window) float64 { return w.spaces[v] }
			fmt.Printf(" %s %.2f", v.Code(), auc(pick(s.on, of), pick(s.off, of)))
		}
		fmt.Println()
	}
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}
