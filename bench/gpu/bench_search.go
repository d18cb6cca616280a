package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"asterism/bench/mixture"
	"asterism/bench/report"
	"asterism/bench/timed"
	"asterism/engine/search"
	"asterism/engine/search/gpu"
	"asterism/models"
)

// The rows of search are measured over this many memories, where the machine has room for them.
const (
	memories1M  = 1_000_000
	memories10M = 10_000_000
)

// searchCallers are how many ask at once.
const searchCallers = 16

// benchSearch1M compares with an exact search of the processor, which reads every memory.
func benchSearch1M(ctx context.Context, e *env) ([]report.Row, error) {
	return benchSearch(ctx, e, e.searchSize(memories1M))
}

// benchSearch10M compares with the processor's usual search: an exact one would make 10 million memories again for every question.
func benchSearch10M(ctx context.Context, e *env) ([]report.Row, error) {
	return benchSearch(ctx, e, e.searchSize(memories10M))
}

// benchSearch fills an index with mixtures of real memories, copies it to the GPU, and asks it real questions over all thirteen spaces.
func benchSearch(ctx context.Context, e *env, size searchSize) (rows []report.Row, err error) {
	free := report.FreeMemory()
	if e.memory > 0 {
		free = uint64(e.memory * (1 << 30))
	}
	whole := size.memories
	if size = size.fit(free); size.memories < whole {
		say("search: %d memories of %d: %.1f GiB are free; -memory GIB says that there is more", size.memories, whole, float64(free)/(1<<30))
	}
	if size.memories == 0 {
		return nil, nil
	}
	if size.bounded {
		defer debug.SetGCPercent(debug.SetGCPercent(20)) // garbage should take little memory compared with what stays
	}
	l, err := openSearch(ctx, e, size)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, l.close()) }()
	if rows, err = l.fill(ctx); err != nil {
		return rows, err
	}
	for _, measure := range []func(context.Context) ([]report.Row, error){l.alone, l.together, l.identical} {
		more, err := measure(ctx)
		if rows = append(rows, more...); err != nil {
			return rows, err
		}
	}
	return rows, l.wasTheGPUs()
}

// wasTheGPUs is an error where the GPU was not what answered.
func (l *searchSetup) wasTheGPUs() error {
	looks, failed, end := l.replica.looks.Load(), l.gpu.Stats().Failed, l.gpu.Err()
	if looks == 0 || failed > 0 || end != nil {
		return fmt.Errorf("searches looked at the GPU %d times, %d errands failed, and the copy's end is %v: these are not the GPU's figures", looks, failed, end)
	}
	return nil
}

// searchSetup is an index of mixtures with its copy on the GPU.
type searchSetup struct {
	size    searchSize
	mixer   *mixture.Mixer
	index   *search.Index
	gpu     *gpu.Replica
	replica *switched
}

func openSearch(ctx context.Context, e *env, size searchSize) (*searchSetup, error) {
	base, err := searchBase(ctx, e, size)
	if err != nil {
		return nil, err
	}
	l := &searchSetup{size: size, mixer: mixture.New(base), index: search.New(mixture.Tokens{Base: base})}
	if l.gpu, err = openIndex(e, mixture.Tokens{Base: base}); err != nil {
		return nil, err
	}
	l.replica = &switched{Replica: l.gpu}
	l.index.SetReplica(l.replica)
	if size.bounded {
		l.index.Limit(size.hostLimit(), l.mixer)
	}
	return l, nil
}

func (l *searchSetup) close() error { return l.gpu.Close() }

// name begins the names of the rows.
func (l *searchSetup) name() string { return "gpu_search_" + l.size.name() }

// fill adds the memories, waits until they are on the GPU, and reports what both take.
func (l *searchSetup) fill(ctx context.Context) ([]report.Row, error) {
	start := time.Now()
	if err := mixture.Fill(ctx, l.index, l.size.memories, report.NewProgress(say, "mix and index memories", l.size.memories).Add, l.mixer.Memory); err != nil {
		return nil, err
	}
	built := time.Since(start)
	if err := l.gpu.Sync(ctx); err != nil {
		return nil, err
	}
	settled := time.Since(start)
	runtime.GC()
	debug.FreeOSMemory() // the collector is not to work while calls are measured
	n, s := float64(l.size.memories), l.gpu.State()
	say("search: %d memories of %d full chunks' are on %s, in %d MiB of %d; %s", s.OnGPU, s.Memories, s.GPU, s.Bytes>>20, s.Limit>>20, s.Reason)
	left := 0.0
	for _, p := range s.Spaces {
		if !p.OnGPU {
			left++
			say("search: values of %v stay with the processor: %s", p.Space, p.Reason)
		}
	}
	return []report.Row{
		report.Lower(l.name()+"_build_s", "s", report.NoGoal, built.Seconds()),
		report.Lower(l.name()+"_on_card_s", "s", report.NoGoal, settled.Seconds()),
		report.Lower(l.name()+"_card_bytes_per_memory", "B", report.NoGoal, float64(s.Bytes)/n),
		report.Higher(l.name()+"_on_card", "of memories", report.NoGoal, float64(s.OnGPU)/n),
		report.Lower(l.name()+"_spaces_left_to_processor", "spaces", report.NoGoal, left),
		report.Lower(l.name()+"_host_bytes_per_memory", "B", report.NoGoal, float64(l.index.MemoryBytes())/n),
	}, nil
}

// questions are all of them, with the same weights or each with those that the product would take.
func (l *searchSetup) questions(auto bool) []search.Question {
	out := make([]search.Question, len(l.mixer.Base.Questions))
	for i := range out {
		q := &l.mixer.Base.Questions[i]
		weights := mixture.AllSpaces()
		if auto {
			weights = q.Auto
		}
		out[i] = q.Ask(weights)
	}
	return out
}

// alone has one caller ask: all spaces alike, as the product weighs them, over the memories of half a year, and the same index by the processor.
func (l *searchSetup) alone(ctx context.Context) (rows []report.Row, err error) {
	for _, c := range []struct {
		name      string
		questions []search.Question
		processor bool
		p50       float64
	}{
		{"", l.questions(false), false, l.size.p50},
		{"_auto", l.questions(true), false, report.NoGoal},
		{"_filtered", filtered(l.questions(false)), false, report.NoGoal},
		{"_processor", l.questions(false), true, report.NoGoal},
	} {
		l.replica.off.Store(c.processor)
		before := l.gpu.Stats()
		calls, err := timed.OneByOne(ctx, l.index, c.questions, l.size.rounds, l.size.calls)
		l.replica.off.Store(false)
		if err != nil {
			return rows, err
		}
		name := l.name() + c.name
		rows = append(rows, report.PercentileRow(name+"_p50_ms", 50, c.p50, calls.Wall), report.PercentileRow(name+"_p99_ms", 99, report.NoGoal, calls.Wall),
			report.PercentileRow(name+"_cpu_p50_ms", 50, report.NoGoal, calls.CPU))
		if !c.processor {
			rows = append(rows, waitRows(name, before, l.gpu.Stats())...)
		}
	}
	return rows, nil
}

// waitRows report how much of a call is waiting for the GPU, and how often it waits, on average.
func waitRows(name string, before, after gpu.Stats) []report.Row {
	calls := float64(after.Searches - before.Searches)
	if calls == 0 {
		return nil
	}
	return []report.Row{
		report.Lower(name+"_waited_ms", "ms", report.NoGoal, (after.Waited-before.Waited).Seconds()*1000/calls),
		report.Lower(name+"_waits", "waits", report.NoGoal, float64(after.Waits-before.Waits)/calls),
	}
}

// filtered asks for the memories of the last half year, a quarter of all.
func filtered(questions []search.Question) []search.Question {
	for i := range questions {
		questions[i].Filter.After = mixture.AsOf.AddDate(0, -6, 0)
	}
	return questions
}

// together has many ask at once.
func (l *searchSetup) together(ctx context.Context) ([]report.Row, error) {
	ms, perSecond, err := timed.Together(ctx, l.index, l.questions(false), l.size.callers, l.size.calls)
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("%s_callers%d", l.name(), l.size.callers)
	return []report.Row{
		report.PercentileRow(name+"_p50_ms", 50, report.NoGoal, [][]float64{ms}), report.PercentileRow(name+"_p99_ms", 99, report.NoGoal, [][]float64{ms}),
		report.Higher(name+"_per_s", "questions/s", report.NoGoal, perSecond),
	}, nil
}

// searchBase embeds real texts and questions by the compact profile's models, on the processor.
func searchBase(ctx context.Context, e *env, size searchSize) (*mixture.Base, error) {
	texts, err := realTexts(size.texts + size.questions)
	if err != nil {
		return nil, err
	}
	if err := provideRuntime(ctx, e); err != nil {
		return nil, err
	}
	base, err := mixture.NewBase(ctx, texts[:size.texts], texts[size.texts:], say)
	if err != nil {
		return nil, fmt.Errorf("%w; the real texts are embedded by the compact profile's models: run in a checkout, or name their folder with %s", err, models.DirVariable)
	}
	return base, nil
}
