package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"asterism/engine"
	"asterism/engine/fault"
)

// TestCommandsThatReadAreThere: each entry is a command without a flag that changes something.
func TestCommandsThatReadAreThere(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	failed := fault.Storage("list memories", fmt.Errorf("read: %w", context.Canceled))
	for _, name := range reading {
		cmd, left, err := root().Find(strings.Fields(name))
		if err != nil || len(left) > 0 {
			t.Errorf("there is no command %s: %v", name, err)
			continue
		}
		if !stoppedReading(ended, cmd, failed) || stoppedReading(context.Background(), cmd, failed) || stoppedReading(ended, cmd, os.ErrNotExist) {
			t.Errorf("%s: it is not told when it was stopped", name)
		}
	}
	for _, name := range []string{"remember", "forget", "ingest", "purge", "drift", "dream"} {
		if cmd, _, err := root().Find([]string{name}); err != nil || stoppedReading(ended, cmd, failed) {
			t.Errorf("%s does not only read: %v", name, err)
		}
	}
}

// TestAReadThatIsStoppedSaysSo: after Ctrl-C during an export, here and through a server, the error says that it was stopped, and nothing about ids or an unknown outcome.
func TestAReadThatIsStoppedSaysSo(t *testing.T) {
	data, notes := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "notes.jsonl")
	var lines strings.Builder
	for i := range 2 * engine.MaxPage { // so that there is a second page, which is more than a pipe buffers
		fmt.Fprintf(&lines, "{\"content\":\"note %d: %s\"}\n", i, strings.Repeat("oak ash elm ", 100))
	}
	if err := os.WriteFile(notes, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ok(t, data, "ingest", notes)
	stopped := func() {
		t.Helper()
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		cmd := program(ctx, data, "export", "-")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
			t.Fatal(err)
		}
		time.Sleep(200 * time.Millisecond) // the signal arrives before the rest of the page is read
		_, _ = io.Copy(io.Discard, out)
		_ = cmd.Wait()
		said := errs.String()
		if cmd.ProcessState.ExitCode() != 1 || !strings.HasSuffix(said, "asterism: export was stopped\n") {
			t.Errorf("exit code %d, and it says\n%s", cmd.ProcessState.ExitCode(), said)
		}
	}
	stopped()
	serving(t, data)
	stopped()
}

// TestAnIngestThatIsStoppedSaysSo, and not that nothing was stored: that is only true of the cancelled call.
func TestAnIngestThatIsStoppedSaysSo(t *testing.T) {
	data, notes := filepath.Join(t.TempDir(), "store"), filepath.Join(t.TempDir(), "notes.jsonl")
	var lines strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&lines, "{\"content\":\"note %d of an oak, an ash and an elm\"}\n", i)
	}
	if err := os.WriteFile(notes, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := program(ctx, data, "ingest", notes)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for written := int64(0); written < 1<<20 && ctx.Err() == nil; time.Sleep(10 * time.Millisecond) { // in the store's log: it is running
		written = 0
		_ = filepath.WalkDir(data, func(path string, d os.DirEntry, err error) error {
			if err == nil && filepath.Ext(path) == ".log" {
				if info, err := d.Info(); err == nil {
					written += info.Size()
				}
			}
			return nil
		})
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if said := errs.String(); cmd.ProcessState.ExitCode() != 1 || !strings.Contains(said, "ingest was stopped after ") || strings.Contains(said, "after 0 ") || !strings.HasSuffix(said, "run it again to resume\n") || strings.Contains(said, "nothing was stored") {
		t.Errorf("exit code %d, and it says\n%s%s", cmd.ProcessState.ExitCode(), out.String(), said)
	}
}
