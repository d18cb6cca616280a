package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"asterism/bench/report"
)

// grace is how long a process that was ended may take to be gone: one that hangs in the driver may never be.
const grace = 20 * time.Second

// runPart starts this program in a new process for a part and returns its answer. If it has none (a crash, its time limit), that is a failure
// with the last lines that it wrote.
func runPart(ctx context.Context, e *env, p part) answer {
	limit := p.limit
	if e.limit > 0 {
		limit = e.limit
	}
	dir, err := os.MkdirTemp("", "asterism-gpu-part")
	if err != nil {
		return answer{Failures: []string{err.Error()}}
	}
	defer os.RemoveAll(dir)
	ctx, stop := context.WithTimeout(ctx, limit)
	defer stop()
	last, path := &tail{}, filepath.Join(dir, "answer.json")
	err = runCommand(ctx, e, p, path, io.MultiWriter(os.Stderr, last))
	if err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		err = fmt.Errorf("%w after %v", ctx.Err(), limit)
	}
	a, missing := readAnswer(path)
	if err == nil {
		err = missing
	}
	if err != nil {
		a.Failures = append(a.Failures, fmt.Sprintf("its process failed: %v; last words: %s", err, last))
	}
	if p.after != nil && err == nil {
		rows, err := p.after(logOf(path))
		a.Rows, a.Failures = append(a.Rows, rows...), append(a.Failures, failures(err)...)
	}
	return a
}

// logOf is the file of what a part is run under, beside the part's own.
func logOf(answer string) string { return answer + ".log" }

func readAnswer(path string) (a answer, err error) {
	b, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(b, &a)
	}
	return a, err
}

// command is how a part's process is started: in a group of its own, so that what it is run under ends with it. Its answer goes to a file, since
// stdout belongs to whoever it is run under.
func command(ctx context.Context, e *env, p part, path string) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	limits, err := json.Marshal(e.limits)
	if err != nil {
		return nil, err
	}
	under := slices.Clone(p.under)
	if p.watch != nil {
		under = append(under, p.watch(logOf(path))...)
	}
	args := append(under, self, e.mode, "-child", p.name, "-answer", path, "-machine", e.machine, "-work", e.work,
		"-seed", strconv.FormatUint(e.seed, 10), "-minutes", fmt.Sprint(e.minutes), "-memory", fmt.Sprint(e.memory), fmt.Sprintf("-small=%v", e.small), fmt.Sprintf("-brief=%v", e.brief), "-profile", e.profile)
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Stdin = bytes.NewReader(limits)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = grace / 2
	return cmd, nil
}

// runCommand runs a part and waits for its process, and no longer than grace for one that was ended with ctx.
func runCommand(ctx context.Context, e *env, p part, path string, words io.Writer) error {
	cmd, err := command(ctx, e, p, path)
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = words, words
	if err := cmd.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	select {
	case err := <-done:
		return err
	case <-time.After(grace):
		return fmt.Errorf("process %d does not end; it may hold the GPU until the machine is started anew", cmd.Process.Pid)
	}
}

// tail keeps the end of what is written. It is safe for concurrent use.
type tail struct {
	mu sync.Mutex
	b  []byte
}

const tailBytes = 600

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	t.b = t.b[max(0, len(t.b)-tailBytes):]
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.Join(strings.Fields(string(t.b)), " ")
}

// inPart is the other side: it does a part and writes down what came of it.
func inPart(ctx context.Context, o options) error {
	e := &env{options: o}
	if err := json.NewDecoder(os.Stdin).Decode(&e.limits); err != nil {
		return fmt.Errorf("read the limits from stdin: %w", err)
	}
	for _, p := range parts(&o) {
		if p.name != o.child {
			continue
		}
		end, err := e.startProfile(p.name)
		if err != nil {
			return err
		}
		rows, err := p.run(ctx, e)
		err = errors.Join(err, end())
		return report.WriteFile(o.answer, answer{Rows: rows, Failures: failures(err)})
	}
	return fmt.Errorf("no part is called %q", o.child)
}

// startProfile begins a processor profile of the part, if one is requested.
func (e *env) startProfile(part string) (end func() error, err error) {
	if e.profile == "" {
		return func() error { return nil }, nil
	}
	if err := os.MkdirAll(e.profile, 0o755); err != nil {
		return nil, err
	}
	f, err := os.Create(filepath.Join(e.profile, part+".pprof"))
	if err != nil {
		return nil, err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() error { pprof.StopCPUProfile(); return f.Close() }, nil
}

// failures are the errors that were joined, one by one.
func failures(err error) (out []string) {
	if err == nil {
		return nil
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range many.Unwrap() {
			out = append(out, failures(e)...)
		}
		return out
	}
	return []string{err.Error()}
}

// say reports progress; stdout is for the table.
func say(format string, args ...any) { report.Say("gpu", format, args...) }
