package stress

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"asterism/bench/report"
	"asterism/bench/toolcall"
)

// driver is a load that runs.
type driver struct {
	load              Load
	server            *server
	began             time.Time
	injects, searches times
	memory            []float64

	mu     sync.Mutex
	words  []string
	failed int
}

// run lets the clients work and watches the server's memory until the time is over.
func (d *driver) run(ctx context.Context, say func(format string, args ...any)) error {
	held, err := d.fill(ctx)
	if err != nil {
		return err
	}
	d.began = time.Now()
	ctx, stop := context.WithTimeout(ctx, d.load.Warm+d.load.Long)
	defer stop()
	var all sync.WaitGroup
	for c := range d.load.Clients {
		all.Go(func() { d.client(ctx, c, held[c]) })
	}
	d.watch(ctx, say)
	all.Wait()
	if err := context.Cause(ctx); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// fill stores what each client has from the beginning on, so that the number of memories is the same all the time.
func (d *driver) fill(ctx context.Context) ([][]string, error) {
	held, failed := make([][]string, d.load.Clients), make([]error, d.load.Clients)
	var all sync.WaitGroup
	for number := range held {
		all.Go(func() {
			c := toolcall.New(d.server.address, d.server.token, 1, nil)
			for i := range d.load.Held {
				var a stored
				if failed[number] = c.Call(ctx, "store_memory", arguments(number, i), &a); failed[number] != nil {
					return
				}
				held[number] = append(held[number], a.ID)
			}
		})
	}
	all.Wait()
	return held, errors.Join(failed...)
}

// watch measures the server's memory, and reports progress.
func (d *driver) watch(ctx context.Context, say func(format string, args ...any)) {
	tick := time.NewTicker(d.load.Every)
	defer tick.Stop()
	told := time.Now()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		mib := report.MemoryMiB(d.server.cmd.Process.Pid, "VmRSS")
		if d.measured(time.Now()) && mib > 0 {
			d.memory = append(d.memory, mib)
		}
		if time.Since(told) >= 10*time.Second {
			told = time.Now()
			say("sustain: %v of %v, %.0f MiB", time.Since(d.began).Round(time.Second), d.load.Warm+d.load.Long, mib)
		}
	}
}

// measured reports whether the warm-up was over at a time.
func (d *driver) measured(at time.Time) bool { return at.Sub(d.began) >= d.load.Warm }

// client is one client until the time is over or the server does not answer; own are its memories, the oldest first.
func (d *driver) client(ctx context.Context, number int, own []string) {
	c := toolcall.New(d.server.address, d.server.token, 1, nil)
	for i := d.load.Held; ctx.Err() == nil; i++ {
		var a stored
		err := d.call(ctx, c, "inject_context", map[string]any{"content": text(number, i), "rationale": reason(i)}, &a, &d.injects)
		if err == nil {
			own = append(own, a.ID)
			err = d.search(ctx, c, i)
		}
		if !errors.Is(err, toolcall.ErrGone) && len(own) > d.load.Held {
			var gone struct{}
			if err = d.call(ctx, c, "forget_memory", map[string]any{"id": own[0]}, &gone, nil); err == nil {
				own = own[1:]
			}
		}
		if errors.Is(err, toolcall.ErrGone) {
			return
		}
	}
}

// search asks a question that memories answer.
func (d *driver) search(ctx context.Context, c *toolcall.Caller, i int) error {
	var found struct {
		Results []struct {
			ID string `json:"id"`
		} `json:"results"`
	}
	err := d.call(ctx, c, "search_graph", map[string]any{"query": fmt.Sprintf("which parcel did courier %d bring to depot %d?", i%97, i%31)}, &found, &d.searches)
	if err == nil && len(found.Results) == 0 {
		d.wrong("search_graph: nothing was found")
	}
	return err
}

// call calls a tool. How long the answer took is kept when the warm-up was over before the call; what failed is noted, unless the end cut it off.
func (d *driver) call(ctx context.Context, c *toolcall.Caller, tool string, arguments map[string]any, answer any, into *times) error {
	start := time.Now()
	err := c.Call(ctx, tool, arguments, answer)
	took := time.Since(start)
	switch {
	case err != nil && ctx.Err() == nil:
		d.wrong("%s after %v: %v", tool, took.Round(time.Millisecond), err)
	case err == nil && into != nil && d.measured(start):
		into.add(took)
	}
	return err
}

// wrong counts a failure and keeps its words.
func (d *driver) wrong(format string, args ...any) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed++
	if len(d.words) < mostWrong {
		d.words = append(d.words, fmt.Sprintf(format, args...))
	}
}

// first is the first failure in words, as an error.
func (d *driver) first() error {
	if len(d.words) == 0 {
		return nil
	}
	return errors.New(d.words[0])
}
