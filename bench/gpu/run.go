package main

import (
	"context"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"asterism/bench/report"
	"asterism/engine/device"

	"golang.org/x/sync/errgroup"
)

// runAll runs the parts one after another and goes on after a failure. The result is written after every part; failures are listed at the end.
func runAll(ctx context.Context, o options) error {
	if err := o.choose(device.Discover); err != nil {
		return err
	}
	end, err := prepare(ctx, &o)
	if err != nil {
		return err
	}
	defer end()
	if o.phase != "" {
		return runPhase(ctx, o)
	}
	return runParts(ctx, o)
}

// runParts is runAll on a machine that is prepared.
func runParts(ctx context.Context, o options) error {
	res, err := begin(&o)
	if err != nil {
		return err
	}
	done := &progress{result: res, begun: time.Now()}
	if err := done.run(ctx, o); err != nil {
		return err
	}
	return done.conclude(o)
}

// progress is a run's result so far, of one mode or, in a phase, of one after the other.
type progress struct {
	mu sync.Mutex // held by the part that is taken in
	*result
	limits limits
	parts  int
	failed []string
	begun  time.Time
}

// run does the chosen parts of a mode and writes the result after each. The error is what keeps it from going on; failures of parts do not.
func (d *progress) run(ctx context.Context, o options) error {
	list, err := chosen(&o)
	if err != nil {
		return err
	}
	e := &env{options: o, limits: d.limits}
	if o.phase != "" {
		list = e.recall(d.result, list)
	}
	d.parts += len(list)
	group, inner := errgroup.WithContext(ctx)
	group.SetLimit(o.atOnce())
	for i, p := range list {
		group.Go(func() error {
			if inner.Err() != nil {
				return inner.Err()
			}
			say("%d of %d, %v so far: %s …", i+1, len(list), time.Since(d.begun).Round(time.Second), p.name)
			start := time.Now()
			return d.done(inner, e, p, start, runPart(inner, e, p))
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	d.limits = e.limits
	return nil
}

// atOnce is how many parts run in parallel: checks as many as requested, timed parts alone.
func (o *options) atOnce() int {
	if o.mode == "check" {
		return max(1, o.jobs)
	}
	return 1
}

// done takes in what came of a part and writes all that there is.
func (d *progress) done(ctx context.Context, e *env, p part, start time.Time, a answer) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Add(a.Rows...)
	e.limits.learn(a.Rows)
	for _, f := range a.Failures {
		say("FAILED %s: %s", p.name, f)
		d.failed = append(d.failed, p.name+": "+f)
	}
	say("%s took %v", p.name, time.Since(start).Round(100*time.Millisecond))
	return errors.Join(ctx.Err(), d.write(&e.options, d.failed), e.remember(d.result))
}

// conclude prints how the run went; failures are an error.
func (d *progress) conclude(o options) error {
	parts, failed := d.parts, d.failed
	say("all together took %v", time.Since(d.begun).Round(time.Second))
	if len(failed) == 0 {
		fmt.Printf("all of %d parts passed on %s\n", parts, o.machine)
		return nil
	}
	fmt.Printf("%d failures in %d parts on %s; -seed %d repeats the inputs:\n  %s\n", len(failed), parts, o.machine, o.seed, strings.Join(failed, "\n  "))
	return fmt.Errorf("%d failures", len(failed))
}

// result is what a run writes: the form of every target of bench, and what failed.
type result struct {
	report.Result
	Seed     uint64   `json:"seed"`
	Failures []string `json:"failures"`
}

// begin looks for the GPU and prints what it is.
func begin(o *options) (*result, error) {
	r := &result{Seed: o.seed, Result: report.NewResult("gpu-" + o.mode)}
	if commit != "" {
		r.Commit = commit
	}
	if o.machine == emulation {
		r.Machine.GPU, r.Machine.Driver = "none: emulated", ""
		fmt.Println("emulation: small shapes and tiny models on the processor; the figures mean nothing")
		return r, nil
	}
	n, err := o.ordinal()
	if err != nil {
		return nil, err
	}
	hw := device.Discover()
	if n >= len(hw.GPUs) {
		return nil, fmt.Errorf("no GPU %s: %s. %s", o.machine, noGPU(hw), wayOut)
	}
	r.Machine.GPU, r.Machine.Driver = hw.GPUs[n].Name, hw.GPUs[n].Driver
	fmt.Printf("%s, driver %s; %s, %d cores, %.0f GiB, %s\n", r.Machine.GPU, r.Machine.Driver, r.Machine.CPU, r.Machine.Cores, r.Machine.Memory, r.Machine.OS)
	return r, nil
}

// write puts the result into the GPU's folder. A run of some parts only is named for them, so that it does not stand for a whole one.
func (r *result) write(o *options, failed []string) error {
	if o.out == "" {
		return nil
	}
	r.Failures = failed
	return report.WriteResult(filepath.Join(o.out, slug(r.Machine.GPU), o.fileName(r.Name)), r)
}

// longestName is how many bytes of names a file's name has at most; file systems take 255, and a list of all parts is longer.
const longestName = 100

// fileName is that of the file of a run: the run's name and, where not all parts were asked for, the phase's or the names of the parts. A list that is too long for a name
// ends in its hash, so that another list is another file.
func (o *options) fileName(run string) string {
	what := slug(strings.Join(o.only, "-"))
	if len(what) > longestName {
		what = fmt.Sprintf("%s-%08x", strings.Trim(what[:longestName-9], "-"), crc32.ChecksumIEEE([]byte(strings.Join(o.only, ","))))
	}
	if o.phase != "" {
		what = o.phase
	}
	if what != "" {
		run += "-" + what
	}
	return run + ".json"
}

var odd = regexp.MustCompile(`[^a-z0-9]+`)

// slug is a name for a folder: "nvidia-h200".
func slug(name string) string {
	return strings.Trim(odd.ReplaceAllString(strings.ToLower(name), "-"), "-")
}
