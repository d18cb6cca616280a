package search

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"asterism/bench/mixture"
	"asterism/bench/report"
	"asterism/bench/timed"
	"asterism/engine/search"
)

// goals of a size; see bench/README.md.
type goals struct{ p50, p99 float64 }

// fewName begins the names of the rows of a hundred thousand memories.
const fewName = "search_100k"

// searchFew is a hundred thousand memories.
func (b *bench) searchFew(ctx context.Context) ([]Row, error) {
	return b.searched(ctx, fewName, b.few, goals{10, 30})
}

// searchMany is a million, as far as the machine has the memory and the time.
func (b *bench) searchMany(ctx context.Context) ([]Row, error) {
	if free, need := report.FreeMemory(), uint64(b.many)*bytesOfMany; free > 0 && free < need {
		say("many: left out: %d memories want %.1f GiB, %.1f GiB are free; -memories N asks for fewer", b.many, gib(need), gib(free))
		return nil, nil
	}
	if want := b.fewTook * time.Duration(b.many) / time.Duration(b.few); b.patience > 0 && want > b.patience {
		say("many: left out: filling the index would take %v on this machine as it is now, more than %v; SIZE=full or -only many waits", want.Round(time.Second), b.patience)
		return nil, nil
	}
	return b.searched(ctx, "search_1m", b.many, goals{60, noGoal})
}

// bytesOfMany is what a memory may take while an index is filled, with what the collector has not yet given back.
const bytesOfMany = 11_000

// searched builds an index of n mixtures and asks it everything.
func (b *bench) searched(ctx context.Context, name string, n int, g goals) ([]Row, error) {
	m, err := b.mixer(ctx)
	if err != nil {
		return nil, err
	}
	ix, took, err := b.buildIndex(ctx, n, mixture.Tokens{Base: m.Base}, m.Memory)
	if err != nil {
		return nil, err
	}
	if name == fewName {
		b.fewTook = took
	}
	debug.FreeOSMemory() // the collector is not to work while calls are measured
	rows := []Row{
		lower(name+"_build_s", "s", noGoal, took.Seconds()),
		lower(name+"_index_bytes_per_memory", "B", noGoal, float64(ix.MemoryBytes())/float64(ix.Len())),
	}
	if name == fewName {
		rows = append(rows, lower("code_bytes_per_memory", "B", codeGoal, float64(search.CodeBytes)))
	}
	for i, w := range weighings {
		own := goals{noGoal, noGoal}
		if i == 0 {
			own = g
		}
		more, err := b.timed(ctx, ix, name+w.name, prepared(m, w), own)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	runtime.KeepAlive(ix)
	return rows, nil
}

// recallRow keeps the name that the specification gives to the figure of the smaller size.
func recallRow(name string) string {
	if name == fewName {
		return "search_recall10"
	}
	return name + "_recall10"
}

// timed are the rows of one way of weighing: one caller, two and sixteen at once, and how much of the exact answer was found.
func (b *bench) timed(ctx context.Context, ix *search.Index, name string, questions []search.Question, g goals) ([]Row, error) {
	calls, err := timed.OneByOne(ctx, ix, questions, b.rounds, b.calls)
	if err != nil {
		return nil, err
	}
	rows := []Row{percentileRow(name+"_p50_ms", 50, g.p50, calls.Wall), percentileRow(name+"_p99_ms", 99, g.p99, calls.Wall),
		percentileRow(name+"_cpu_p50_ms", 50, noGoal, calls.CPU)}
	for _, callers := range []int{2, 16} {
		ms, _, err := timed.Together(ctx, ix, questions, callers, b.calls/3)
		if err != nil {
			return nil, err
		}
		rows = append(rows, percentileRow(fmt.Sprintf("%s_callers%d_p50_ms", name, callers), 50, noGoal, [][]float64{ms}))
	}
	recall, err := b.recall(ctx, ix, questions)
	if err != nil {
		return nil, err
	}
	return append(rows, higher(recallRow(name), "1", recallGoal, recall)), nil
}

// The goals that hold at both sizes, of recall and of the bytes of all codes of a memory.
const (
	recallGoal = 0.98
	codeGoal   = 400
)

func gib(bytes uint64) float64 { return float64(bytes) / (1 << 30) }
