package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"asterism/bench/report"
	"asterism/engine/device"
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
	return runParts(ctx, o)
}

// runParts is runAll on a machine that is prepared.
func runParts(ctx context.Context, o options) error {
	list, err := chosen(&o)
	if err != nil {
		return err
	}
	res, err := begin(&o)
	if err != nil {
		return err
	}
	e := &env{options: o}
	var failed []string
	begun := time.Now()
	for i, p := range list {
		say("%d of %d, %v so far: %s …", i+1, len(list), time.Since(begun).Round(time.Second), p.name)
		start := time.Now()
		a := runPart(ctx, e, p)
		res.Add(a.Rows...)
		e.limits.learn(a.Rows)
		for _, f := range a.Failures {
			say("FAILED %s: %s", p.name, f)
			failed = append(failed, p.name+": "+f)
		}
		say("%s took %v", p.name, time.Since(start).Round(100*time.Millisecond))
		if err := errors.Join(ctx.Err(), res.write(&o, failed)); err != nil {
			return err
		}
	}
	say("all together took %v", time.Since(begun).Round(time.Second))
	return conclude(len(list), failed, o)
}

// conclude says how the run went; failures are an error.
func conclude(parts int, failed []string, o options) error {
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

// begin looks for the GPU and says what it is.
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
	name := r.Name
	if len(o.only) > 0 {
		name += "-" + strings.Trim(slug(strings.Join(o.only, "-")), "-")
	}
	return report.WriteResult(filepath.Join(o.out, slug(r.Machine.GPU), name+".json"), r)
}

var odd = regexp.MustCompile(`[^a-z0-9]+`)

// slug is a name for a folder: "nvidia-h200".
func slug(name string) string {
	return strings.Trim(odd.ReplaceAllString(strings.ToLower(name), "-"), "-")
}
