package faults

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"asterism/bench/report"
)

// target is one fuzz target.
type target struct{ dir, name string }

func (t target) String() string { return t.dir + " " + t.name }

// bounds say how long a target runs: so many executions, or where that is 0, so long.
type bounds struct {
	time  time.Duration
	execs int64
}

var fuzzFunction = regexp.MustCompile(`(?m)^func (Fuzz\w+)\(\w+ \*testing\.F\)`)

// fuzzTargets are all of the tree, by folder and name.
func fuzzTargets(root string) (all []target, err error) {
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != root && (strings.HasPrefix(d.Name(), ".") || slices.Contains([]string{"testdata", "third_party", "node_modules", "bin"}, d.Name())) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		for _, m := range fuzzFunction.FindAllStringSubmatch(string(b), -1) {
			all = append(all, target{dir, m[1]})
		}
		return err
	})
	slices.SortFunc(all, func(a, b target) int { return strings.Compare(a.String(), b.String()) })
	return all, err
}

// fuzzed is the outcome of one target.
type fuzzed struct {
	execs int64
	err   error
}

// runFuzz runs the targets, each with one worker and as many at once as there are cores, and writes how many executions there were. One that fails does not stop
// the others.
func (o *options) runFuzz(ctx context.Context) error {
	all, err := fuzzTargets(".")
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(t target) bool { return !strings.Contains(t.String(), o.targets) })
	if len(all) == 0 {
		return fmt.Errorf("no fuzz target contains %q", o.targets)
	}
	all = inTurn(all, o.turn)
	dir, err := os.MkdirTemp("", "asterism-fuzz-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	built := buildAll(ctx, all, dir, o.blind)
	results := make([]fuzzed, len(all))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, t := range all {
		group.Go(func() error {
			program := built[t.dir]
			<-program.ready
			if program.err != nil {
				results[i].err = program.err
				return nil
			}
			results[i].execs, results[i].err = o.fuzz.run(ctx, t, program.path, filepath.Join(dir, "corpus"))
			return nil
		})
	}
	_ = group.Wait() // each failure is in its result
	if ctx.Err() != nil {
		return ctx.Err()
	}
	res, failed := reportFuzz(all, built, results)
	if o.out != "" && o.targets == "" && o.turn < 0 && !o.blind {
		failed = errors.Join(failed, report.Write(o.out, res))
	}
	return failed
}

// fuzzTurns is how many turns the packages with targets take.
const fuzzTurns = 4

// inTurn are the targets of every fuzzTurns-th package, from the turn's on; of a negative turn all. A package's targets stay together: it is compiled once for them.
func inTurn(all []target, turn int) (out []target) {
	if turn < 0 {
		return all
	}
	dirs := -1
	for i, t := range all {
		if i == 0 || t.dir != all[i-1].dir {
			dirs++
		}
		if dirs%fuzzTurns == turn%fuzzTurns {
			out = append(out, t)
		}
	}
	return out
}

// reportFuzz makes one row of each target, and joins what failed: a package that does not build once, however many targets it has.
func reportFuzz(all []target, built map[string]*program, results []fuzzed) (*report.Result, error) {
	res := report.NewResult("fuzz")
	var failed error
	total, failures := 0., 0.
	told := map[string]bool{}
	for i, t := range all {
		r := results[i]
		if r.err != nil {
			failures++
		}
		if built[t.dir].err != nil {
			if !told[t.dir] {
				res.Add(report.Lower("fuzz_not_built "+t.dir, "packages", 0, 1))
				failed, told[t.dir] = errors.Join(failed, r.err), true
			}
			continue
		}
		if r.err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", t, r.err))
		}
		total += float64(r.execs)
		res.Add(report.Higher("fuzz_execs "+t.String(), "executions", report.NoGoal, float64(r.execs)))
	}
	res.Add(report.Higher("fuzz_targets", "targets", report.NoGoal, float64(len(all))), report.Higher("fuzz_execs", "executions", 10_000_000, total),
		report.Lower("fuzz_failed", "targets", 0, failures))
	return &res, failed
}

// program is a package's test program. Path and err may be read once ready is closed.
type program struct {
	ready chan struct{}
	path  string
	err   error
}

// buildAll builds the programs of all targets one after the other, in the background and in the order of the targets: the first are run while the next are built.
func buildAll(ctx context.Context, all []target, dir string, blind bool) map[string]*program {
	programs := map[string]*program{}
	var dirs []string
	for _, t := range all {
		if programs[t.dir] == nil {
			programs[t.dir] = &program{ready: make(chan struct{}), path: filepath.Join(dir, fmt.Sprint(len(dirs), ".test"))}
			dirs = append(dirs, t.dir)
		}
	}
	go func() {
		for _, d := range dirs {
			p := programs[d]
			p.err = build(ctx, d, p.path, blind)
			close(p.ready)
		}
	}()
	return programs
}

// build makes a package's test program with the instructions that tell the fuzzer which branches were taken, or, blind, without them: then it uses the
// objects of the tests, and nothing is compiled again.
func build(ctx context.Context, dir, program string, blind bool) error {
	say("build the fuzz targets of %s", dir)
	args := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", program}
	if !blind {
		args = append(args, "-fuzz=Fuzz")
	}
	if tags := os.Getenv("FUZZ_TAGS"); tags != "" {
		args = append(args, "-tags="+tags)
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "./"+dir)...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build the fuzz targets of %s: %w\n%s", dir, err, out)
	}
	return nil
}

// executions is what the fuzzer prints while it runs.
var executions = regexp.MustCompile(`execs: (\d+)`)

// minimise bounds how much an input is made smaller, in executions: without it the first that reaches something new could take all of a short run.
const minimise = "20x"

// run runs one target in its folder, where a failing input is kept under testdata/fuzz. It returns the executions that the fuzzer has reported.
//
// A time is ended as a person at a terminal ends it, with an interrupt: the deadline of -test.fuzztime can race with the end that it brings about, and a target that
// found nothing then fails with "context deadline exceeded" (golang/go#75804, mended in Go 1.27).
func (b bounds) run(ctx context.Context, t target, program, corpus string) (execs int64, err error) {
	cmd := exec.CommandContext(ctx, program, "-test.run=^$", "-test.fuzz=^"+t.name+"$", "-test.fuzzcachedir="+filepath.Join(corpus, t.dir),
		"-test.fuzzminimizetime="+minimise, "-test.parallel=1")
	if b.execs > 0 {
		cmd.Args = append(cmd.Args, fmt.Sprintf("-test.fuzztime=%dx", b.execs))
	}
	cmd.Dir = t.dir
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, err
	}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	end := func() *time.Timer { return time.AfterFunc(b.time, func() { _ = cmd.Process.Signal(os.Interrupt) }) }
	if b.execs > 0 {
		end = nil
	}
	execs, words := count(out, end)
	if err := cmd.Wait(); err != nil {
		return execs, fmt.Errorf("%w\n%s", err, words)
	}
	return execs, nil
}

// longestLine is how many bytes of one line are read: a failing input is in one.
const longestLine = 64 << 20

// count reads what the fuzzer prints: how many executions there were last, and the last lines of words. It calls end, if there is one, at the fuzzer's first sign of
// life, which comes after it has begun to listen for interrupts, and stops its timer with the fuzzer.
func count(out io.Reader, end func() *time.Timer) (execs int64, words string) {
	var last []string
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		if end != nil && strings.HasPrefix(lines.Text(), "fuzz: elapsed: ") {
			defer end().Stop()
			end = nil
		}
		if m := executions.FindStringSubmatch(lines.Text()); m != nil {
			execs, _ = strconv.ParseInt(m[1], 10, 64)
		}
		if last = append(last, lines.Text()); len(last) > 40 {
			last = last[1:]
		}
	}
	_, _ = io.Copy(io.Discard, out) // what follows a line that is longer still: the fuzzer must not wait for us to read it
	return execs, strings.Join(last, "\n")
}
