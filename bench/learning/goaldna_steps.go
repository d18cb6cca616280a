package learning

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// task is a piece of work and the steps that were taken for it, in the order in which the log has them.
type task struct {
	project, title string
	steps          []string
}

// How many tasks of a project are taken, evenly over all, and how many steps of each.
const (
	tasksOfProject = 200
	leastSteps     = 4
	mostSteps      = 6
)

// akin are projects whose names have the same begin: the steps of one are never used as unrelated to the other.
func akin(a, b string) bool {
	head := func(s string) string { name, _, _ := strings.Cut(s, "-"); return name }
	return head(a) == head(b)
}

// stepSets reads the folder steps of the labelled sets: one file PROJECT.txt a project, of blocks apart by a blank line, the title of a squashed commit and
// below it the commits that it was made of, each behind "* ". Of a clone it is made with
//
//	git log --format='%x01%s%n%b' | awk '/^\001/{s=substr($0,2);p=0} /^\* /{if(!p){print "\n" s;p=1} print}' > PROJECT.txt
//
// It returns nil when there is no such folder.
func stepSets(eval string) (all []task, err error) {
	err = eachStepsFile(eval, func(path, project, text string) error {
		tasks := readTasks(project, text)
		if len(tasks) == 0 {
			return fmt.Errorf("%s has no task with %d steps", path, leastSteps)
		}
		all = append(all, evenTasks(tasks, tasksOfProject)...)
		return nil
	})
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return all, enoughTasks(all)
}

// eachStepsFile calls fn with each file of the folder steps, its project and its text.
func eachStepsFile(eval string, fn func(path, project, text string) error) error {
	files, err := filepath.Glob(filepath.Join(eval, "steps", "*.txt"))
	if err != nil {
		return err
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if err := fn(path, strings.TrimSuffix(filepath.Base(path), ".txt"), string(b)); err != nil {
			return err
		}
	}
	return nil
}

// enoughTasks checks that every task has another of its project, and one of a project that is not akin.
func enoughTasks(all []task) error {
	for i, t := range all {
		near, far := false, false
		for k, o := range all {
			near = near || k != i && o.project == t.project
			far = far || !akin(o.project, t.project)
		}
		if !near || !far {
			return fmt.Errorf("steps: task %q of %s has no other task of its project, or there is no other project", t.title, t.project)
		}
	}
	return nil
}

func evenTasks(tasks []task, n int) []task {
	if len(tasks) <= n {
		return tasks
	}
	out := make([]task, n)
	for i := range out {
		out[i] = tasks[i*len(tasks)/n]
	}
	return out
}

var (
	number  = regexp.MustCompile(`\s*\(#\d+\)\s*$`)
	machine = regexp.MustCompile(`(?i)deps|update (module|dependency)|^bump|^release|^\[chore\]`)
	noStep  = regexp.MustCompile(`(?i)^(merge |revert|co-authored|signed-off|bump |[@[<])|https?:`)
	noWord  = regexp.MustCompile(`\W+`)
)

// readTasks takes the tasks of a log that can be judged. Left out are tasks made by machines, and steps that say nothing about their task: those that
// occur in several tasks ("fix tests"), have fewer than three words, merge, or only repeat the title.
func readTasks(project, log string) (tasks []task) {
	return readTasksOf(project, log, leastSteps, mostSteps)
}

// readTasksOf is readTasks of tasks with at least so many steps, of which the first most are taken.
func readTasksOf(project, log string, least, most int) (tasks []task) {
	found := map[string]int{} // in how many tasks a step occurs
	var all []task
	for block := range strings.SplitSeq(log, "\n\n") {
		title, rest, _ := strings.Cut(strings.TrimSpace(block), "\n")
		t := task{project: project, title: number.ReplaceAllString(title, "")}
		for line := range strings.Lines(rest) {
			if step, ok := strings.CutPrefix(strings.TrimSpace(line), "* "); ok {
				t.steps = append(t.steps, strings.TrimSpace(number.ReplaceAllString(step, "")))
			}
		}
		once := map[string]bool{}
		for _, s := range t.steps {
			once[strings.ToLower(s)] = true
		}
		for s := range once {
			found[s]++
		}
		all = append(all, t)
	}
	titles := map[string]bool{}
	for _, t := range all {
		if len(strings.Fields(t.title)) < 4 || machine.MatchString(t.title) || titles[strings.ToLower(t.title)] {
			continue
		}
		titles[strings.ToLower(t.title)] = true
		if t.steps = telling(t, found); len(t.steps) >= least {
			t.steps = t.steps[:min(most, len(t.steps))]
			tasks = append(tasks, t)
		}
	}
	return tasks
}

// telling are the meaningful steps of a task, each once.
func telling(t task, found map[string]int) (out []string) {
	bare := func(s string) string { return noWord.ReplaceAllString(strings.ToLower(s), "") }
	once := map[string]bool{}
	for _, s := range t.steps {
		low := strings.ToLower(s)
		if once[low] || found[low] > 1 || len(strings.Fields(s)) < 3 || len(s) > 200 || noStep.MatchString(s) || bare(s) == bare(t.title) {
			continue
		}
		once[low] = true
		out = append(out, s)
	}
	return out
}

// judged is a step held against a task: its own, another of the same project, or one of another project.
type judged struct {
	task *task
	step string
	on   bool
	near bool // off, of the same project
}

// judge checks every step but the first `plan` of each task against it, and as many random steps of other tasks of the project and of other projects. The
// tasks have passed enoughTasks.
func judge(tasks []task, plan, seed int) (out []judged) {
	r := rand.New(rand.NewPCG(uint64(seed), 6))
	type step struct {
		task int
		text string
	}
	var all []step
	for i, t := range tasks {
		for _, s := range t.steps[plan:] {
			all = append(all, step{i, s})
		}
	}
	drawn := func(fits func(other int) bool) string {
		for { // ends: see enoughTasks
			if s := all[r.IntN(len(all))]; fits(s.task) {
				return s.text
			}
		}
	}
	for _, s := range all {
		own := tasks[s.task].project
		near := drawn(func(o int) bool { return o != s.task && tasks[o].project == own })
		far := drawn(func(o int) bool { return !akin(tasks[o].project, own) })
		t := &tasks[s.task]
		out = append(out, judged{t, s.text, true, false}, judged{t, near, false, true}, judged{t, far, false, false})
	}
	return out
}

// judgeNear is judge of tasks of one project, without a plan.
func judgeNear(tasks []task, seed int) (out []judged) {
	r := rand.New(rand.NewPCG(uint64(seed), 7))
	for i := range tasks {
		for _, s := range tasks[i].steps {
			other := (i + 1 + r.IntN(len(tasks)-1)) % len(tasks)
			step := tasks[other].steps[r.IntN(len(tasks[other].steps))]
			out = append(out, judged{&tasks[i], s, true, false}, judged{&tasks[i], step, false, true})
		}
	}
	return out
}

// epicsOf are the parent issues of a set of issues with at least two children.
func epicsOf(dir string) (tasks []task, err error) {
	titles, texts, err := readTitles(filepath.Join(dir, "corpus.jsonl"))
	if err != nil {
		return nil, err
	}
	edges, err := os.ReadFile(filepath.Join(dir, "edges.tsv"))
	if err != nil {
		return nil, err
	}
	children := map[string][]string{}
	for line := range strings.Lines(string(edges)) {
		if f := strings.Fields(line); len(f) == 3 && f[1] == "parent-child" && titles[f[0]] != "" && titles[f[2]] != "" {
			children[f[2]] = append(children[f[2]], issueNumber.ReplaceAllString(titles[f[0]], ""))
		}
	}
	for _, parent := range slices.Sorted(maps.Keys(children)) {
		if steps := children[parent]; len(steps) > 1 {
			tasks = append(tasks, task{dir, issueNumber.ReplaceAllString(texts[parent], ""), steps})
		}
	}
	if len(tasks) < 2 {
		return nil, fmt.Errorf("%s has %d issues with two children or more, two are needed", dir, len(tasks))
	}
	return tasks, nil
}

// issueNumber is the parent's number, which some children bear in their titles.
var issueNumber = regexp.MustCompile(`\bbd-\w+(\.\d+)*:?`)

// readTitles reads lines of {"_id", "title", "text"}: titles, and titles with texts.
func readTitles(path string) (titles, texts map[string]string, err error) {
	if texts, err = readTexts(path); err != nil {
		return nil, nil, err
	}
	titles = map[string]string{}
	for id, text := range texts {
		titles[id], _, _ = strings.Cut(text, "\n")
	}
	return titles, texts, nil
}
