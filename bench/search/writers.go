package search

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// writers compares sixteen callers that each store one memory after the other with one such caller, on the real store: first on the
// disk that is here, then on one whose every sync takes slowSync. The store runs in a process of its own, because the slow disk is a library
// that the loader puts before the system's.
func (b *bench) writers(ctx context.Context) ([]Row, error) {
	rows, sync, err := b.writersOn(ctx, "", "")
	if err != nil {
		return nil, err
	}
	library, err := b.compile(ctx, "slowsync.c", "slowsync.so", "gcc", "-O2", "-shared", "-fPIC", "-ldl")
	if err != nil {
		say("writers: the slow disk is left out: %v", err)
		return rows, nil
	}
	say("writers: a sync takes %.2f ms here; now with %s", sync, slowSync)
	slow, _, err := b.writersOn(ctx, "_disk_2ms", library)
	return append(rows, slow...), err
}

// slowSync is what a sync of the simulated disk takes; slowsync.c says the same.
const slowSync = "2ms"

// worthGrouping is how long a sync must take, in milliseconds, for the goal of five times to hold.
const worthGrouping = 0.5

func (b *bench) writersOn(ctx context.Context, suffix, preload string) (rows []Row, syncMs float64, err error) {
	w, err := b.writersChild(ctx, preload)
	if err != nil {
		return nil, 0, err
	}
	var ratios []float64
	for i := range w.One {
		ratios = append(ratios, w.Sixteen[i]/w.One[i])
	}
	goal := noGoal
	if preload != "" || w.SyncMs > worthGrouping {
		goal = 5
	}
	if preload == "" {
		rows = append(rows, lower("sync_ms", "ms", noGoal, w.SyncMs))
	}
	return append(rows, higher("writers1_per_s"+suffix, "writes/s", noGoal, w.One...),
		higher("writers16_per_s"+suffix, "writes/s", noGoal, w.Sixteen...),
		higher("writers16_vs_1"+suffix, "x", goal, ratios...)), w.SyncMs, nil
}

// written is what the child says: acknowledged writes a second, a turn each, and what syncing a small append takes by Go's own call,
// which the slow disk does not reach.
type written struct {
	One, Sixteen []float64
	SyncMs       float64
}

// The child's environment: the folder of its store, and how it writes.
const (
	childDir    = "ASTERISM_BENCH_WRITERS_DIR"
	childRounds = "ASTERISM_BENCH_WRITERS_ROUNDS"
	childTurn   = "ASTERISM_BENCH_WRITERS_TURN"
)

func (b *bench) writersChild(ctx context.Context, preload string) (*written, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir := b.newFolder("writers")
	defer os.RemoveAll(dir)
	cmd := exec.CommandContext(ctx, self, commandName)
	cmd.Env = append(os.Environ(), childDir+"="+dir, fmt.Sprintf("%s=%d", childRounds, b.rounds), fmt.Sprintf("%s=%v", childTurn, b.write))
	if preload != "" {
		cmd.Env = append(cmd.Env, "LD_PRELOAD="+preload)
	}
	var words bytes.Buffer
	cmd.Stderr = &words
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("write in a process of its own: %w\n%s", err, words.Bytes())
	}
	w := &written{}
	if err := json.Unmarshal(out, w); err != nil || len(w.One) == 0 || len(w.One) != len(w.Sixteen) {
		return nil, fmt.Errorf("read what the writing process says, %q: %w", out, err)
	}
	return w, nil
}

// compile makes a program or library of one of the sources of what is compared with, and returns its path.
func (b *bench) compile(ctx context.Context, source, name, compiler string, flags ...string) (string, error) {
	path := filepath.Join(b.dir, name)
	args := append([]string{"-o", path, filepath.Join(b.peers, source)}, flags...)
	if out, err := exec.CommandContext(ctx, compiler, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", compiler, strings.Join(args, " "), err, out)
	}
	return path, nil
}
