package shell

import (
	"os"
	"sync"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// Bar is a progress bar with rate and remaining time on a terminal, and nothing elsewhere.
type Bar struct {
	terminal bool

	mu    sync.Mutex
	pool  *mpb.Progress // nil: not drawn
	bar   *mpb.Bar
	stage string
	tail  string
}

// NewBar makes a bar. It is drawn from the first figure on.
func NewBar(stage string) *Bar {
	return &Bar{stage: stage, terminal: term.IsTerminal(int(os.Stderr.Fd()))}
}

// Set shows done of total after the stage's name.
func (b *Bar) Set(stage string, done, total int64) {
	if !b.terminal || total <= 0 {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pool == nil {
		b.pool = mpb.New(mpb.WithOutput(os.Stderr), mpb.WithWidth(48))
	}
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

// SetSuffix shows a text after the bar, such as a rate.
func (b *Bar) SetSuffix(tail string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tail = "  " + tail
}

func (b *Bar) drop() {
	if b.bar != nil {
		b.bar.Abort(true)
		b.bar = nil
	}
}

// Done removes the bar; the next figure draws it again.
func (b *Bar) Done() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pool == nil {
		return
	}
	b.drop()
	b.pool.Wait()
	b.pool = nil
}
