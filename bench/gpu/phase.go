package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"asterism/bench/report"
)

// phase is a step of the plan for a machine that is lent for minutes: what is run in it, and how long it may take altogether. What it finds is written after every part, so
// a phase that is ended by its limit keeps what was done.
type phase struct {
	name  string
	limit time.Duration
	runs  []phaseRun
}

// phaseRun is the parts of one mode.
type phaseRun struct {
	mode string
	only []string
}

// phases are in the order of the plan in bench/README.md; their limits together are more than half an hour, since few take their limit.
var phases = []phase{
	{"limits", 2 * time.Minute, []phaseRun{{"bench", []string{"limits"}}}},
	{"jit", 2 * time.Minute, []phaseRun{{"check", []string{"jit"}}}},
	{"draw", 3 * time.Minute, []phaseRun{{"bench", []string{"draw"}}}},
	{"kernels", 6 * time.Minute, []phaseRun{{"check", []string{"kernel."}}, {"bench", []string{"kernel."}}}},
	{"model", 6 * time.Minute, []phaseRun{{"check", []string{"model.E1"}}, {"bench", []string{"model.E1"}}}},
	{"search", 7 * time.Minute, []phaseRun{{"bench", []string{"search"}}}},
	{"peers", 6 * time.Minute, []phaseRun{{"bench", []string{"peers.E1"}}}},
	{"all13", 8 * time.Minute, []phaseRun{{"bench", []string{"all13"}}}},
	{"inject", 8 * time.Minute, []phaseRun{{"bench", []string{"inject"}}}},
	{"soak", 5 * time.Minute, []phaseRun{{"bench", []string{"soak"}}}},
	{"search10m", 9 * time.Minute, []phaseRun{{"bench", []string{"search10m"}}}},
	{"sanitizer", 9 * time.Minute, []phaseRun{{"check", []string{"sanitizer."}}}},
	{"profile", 6 * time.Minute, []phaseRun{{"bench", []string{"profile."}}}},
}

func phaseNamed(name string) (phase, bool) {
	i := slices.IndexFunc(phases, func(p phase) bool { return p.name == name })
	if i < 0 {
		return phase{}, false
	}
	return phases[i], true
}

func knownPhase(name string) bool {
	_, ok := phaseNamed(name)
	return ok
}

func phaseNames() string {
	var out []string
	for _, p := range phases {
		out = append(out, p.name)
	}
	return strings.Join(out, ", ")
}

// listPhases writes a line a phase: its name, and the seconds that it may take.
func listPhases(w io.Writer) {
	for _, p := range phases {
		fmt.Fprintf(w, "%s %.0f\n", p.name, p.limit.Seconds())
	}
}

// mostJobs is how many checks of a phase run side by side where nobody says: each has matrices of gigabytes in the host's memory.
const mostJobs = 8

// errNoTool is the error of a phase whose program is not installed.
var errNoTool = errors.New("nothing was measured")

// runPhase does a phase's runs one after another into one file, named for the last one's mode. -only, where it is given, chooses other parts of the same modes.
func runPhase(ctx context.Context, o options) error {
	p, _ := phaseNamed(o.phase)
	if err := o.hasTool(); err != nil {
		return err
	}
	o.mode = p.runs[len(p.runs)-1].mode
	res, err := begin(&o)
	if err != nil {
		return err
	}
	done := &progress{result: res, begun: time.Now()}
	for _, r := range p.runs {
		one := o
		one.mode = r.mode
		if one.only == nil {
			one.only = r.only
		}
		if one.jobs == 0 {
			one.jobs = max(1, min(mostJobs, runtime.NumCPU()/2))
		}
		if err := done.run(ctx, one); err != nil {
			return err
		}
	}
	return done.conclude(o)
}

// hasTool is an error where the phase works by a program of NVIDIA's that is not here.
func (o *options) hasTool() error {
	t, ok := phaseTools[o.phase]
	if ok && o.machine == emulation {
		return fmt.Errorf("phase %s: %w: %s watches a GPU, and here is none", o.phase, errNoTool, t)
	}
	if !ok || findTool(t) != "" {
		return nil
	}
	return fmt.Errorf("phase %s: %w: %s is neither on the path nor in a toolkit's usual folder; it comes with the CUDA toolkit", o.phase, errNoTool, t)
}

// limitsFile is where the phase limits leaves what it found for the phases after it.
func (e *env) limitsFile(gpu string) string {
	return filepath.Join(e.work, "limits-"+slug(gpu)+".json")
}

// remember leaves the limits for later phases.
func (e *env) remember(now *result) error {
	if e.phase != "limits" {
		return nil
	}
	return report.WriteFile(e.limitsFile(now.Machine.GPU), now)
}

// recall learns the GPU's limits from what the phase limits has left, and then leaves that part out: each phase is a run of its own, and measuring the limits again would take its
// time. What was found on another GPU, or with another driver or program, is not believed.
func (e *env) recall(now *result, list []part) []part {
	b, err := os.ReadFile(e.limitsFile(now.Machine.GPU))
	var before result
	if err != nil || json.Unmarshal(b, &before) != nil || e.phase == "limits" ||
		before.Machine.GPU != now.Machine.GPU || before.Machine.Driver != now.Machine.Driver || before.Commit != now.Commit {
		return list
	}
	var l limits
	if l.learn(before.Rows); l.FLOPs == 0 || l.Bytes == 0 {
		return list
	}
	e.limits = l
	say("the limits are those of %s", e.limitsFile(now.Machine.GPU))
	return slices.DeleteFunc(list, func(p part) bool { return p.first })
}
