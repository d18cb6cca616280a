package engine

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// ended is what is known of a finished run of the program.
type ended struct {
	stdout  []byte
	wall    time.Duration
	cpu     time.Duration // of all its threads
	peakMiB float64       // largest resident memory
}

// child runs the program that is measured and waits for its end.
func (b *bench) child(ctx context.Context, args ...string) (*ended, error) {
	cmd := exec.CommandContext(ctx, b.binary, args...)
	// An interrupt lets it close its store; after a while it is killed.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	var out, words bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &words
	start := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start %s (`make build` makes it): %w", b.binary, err)
	}
	peak := watchPeak(cmd.Process.Pid)
	err := cmd.Wait()
	e := &ended{stdout: out.Bytes(), wall: time.Since(start), peakMiB: peak()}
	if err != nil {
		return nil, fmt.Errorf("run %s %s: %w\n%s", b.binary, args[0], err, words.Bytes())
	}
	e.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return e, nil
}
