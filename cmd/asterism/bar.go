package main

import (
	"os"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// bar is a progress bar with rate and time left on a terminal, and nothing elsewhere.
type bar struct {
	mu    sync.Mutex
	pool  *mpb.Progress
	bar   *mpb.Bar
	stage string
	tail  string
}

func newBar(stage string) *bar {
	b := &bar{stage: stage}
	if term.IsTerminal(int(os.Stderr.Fd())) {
		b.pool = mpb.New(mpb.WithOutput(os.Stderr), mpb.WithWidth(48))
	}
	return b
}

// set shows done of total under the stage's name.
func (b *bar) set(stage string, done, total int64) {
	if b.pool == nil || total <= 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.bar == nil || b.stage != stage {
		b.drop()
		b.stage = stage
		b.bar = b.pool.AddBar(total,
			mpb.BarRemoveOnComplete(),
			mpb.PrependDecorators(decor.Name(stage+" "), decor.Percentage()),
			mpb.AppendDecorators(decor.AverageETA(decor.ET_STYLE_GO), decor.Any(func(decor.Statistics) string { return b.tail })))
	}
	b.bar.SetTotal(total, false)
	b.bar.SetCurrent(done)
}

// say shows a word behind the bar, such as a rate.
func (b *bar) say(tail string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tail = "  " + tail
}

func (b *bar) drop() {
	if b.bar != nil {
		b.bar.Abort(true)
		b.bar = nil
	}
}

// done takes the bar away.
func (b *bar) done() {
	if b.pool == nil {
		return
	}
	b.mu.Lock()
	b.drop()
	b.mu.Unlock()
	b.pool.Wait()
}
