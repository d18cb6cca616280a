package stress

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"asterism/bench/report"
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
			c := newCaller(d.server.address, d.server.token, 1)
			for i := range d.load.Held {
				var a stored
				if failed[number] = c.call(ctx, "store_memory", arguments(number, i), &a); failed[number] != nil {
					return
				}
				held[number] = append(held[number], a.ID)
			}
		})
	}
	all.Wait()
	return held, errors.Join(failed...)
}

// watch looks at the server's memory, and tells how far it is.
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

// client is one client until the time is over; own are its memories, the oldest first.
func (d *driver) client(ctx context.Context, number int, own []string) {
	c := newCaller(d.server.address, d.server.token, 1)
	for i := d.load.Held; ctx.Err() == nil; i++ {
		var a stored
		took, err := d.timed(ctx, c, "inject_context", map[string]any{"content": text(number, i), "rationale": reason(i)}, &a, &d.injects)
		if !d.went(ctx, "inject_context", took, err) {
			continue
		}
		own = append(own, a.ID)
		var found struct {
			Results []struct {
				ID string `json:"id"`
			} `json:"results"`
		}
		took, err = d.timed(ctx, c, "search_graph", map[string]any{"query": fmt.Sprintf("which parcel did courier %d bring to depot %d?", i%97, i%31)}, &found, &d.searches)
		if d.went(ctx, "search_graph", took, err) && len(found.Results) == 0 {
			d.went(ctx, "search_graph", took, errors.New("nothing was found"))
		}
		if len(own) > d.load.Held {
			var gone struct{}
			took, err = d.timed(ctx, c, "forget_memory", map[string]any{"id": own[0]}, &gone, nil)
			if d.went(ctx, "forget_memory", took, err) {
				own = own[1:]
			}
		}
	}
}

// timed calls a tool; how long the answer took is kept when the warm-up was over before the call.
func (d *driver) timed(ctx context.Context, c *caller, tool string, arguments map[string]any, answer any, into *times) (time.Duration, error) {
	start := time.Now()
	err := c.call(ctx, tool, arguments, answer)
	took := time.Since(start)
	if err == nil && into != nil && d.measured(start) {
		into.add(took)
	}
	return took, err
}

// went notes what failed; a call that the end cut off did not.
func (d *driver) went(ctx context.Context, tool string, took time.Duration, err error) bool {
	if err == nil || ctx.Err() != nil {
		return err == nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed++
	if len(d.words) < mostWrong {
		d.words = append(d.words, fmt.Sprintf("%s after %v: %v", tool, took.Round(time.Millisecond), err))
	}
	return false
}

// first is the first failure in words, as an error.
func (d *driver) first() error {
	if len(d.words) == 0 {
		return nil
	}
	return errors.New(d.words[0])
}
