package stress

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"asterism/bench/toolcall"
)

// order is what a client process is to do.
type order struct {
	Address string `json:"address"`
	Token   string `json:"token"`
	Writers int    `json:"writers"`
	Round   int    `json:"round"`
	Notes   []int  `json:"notes"`
}

// Client is a client process: it reads an order from in, writes the notes from as many goroutines as the order says, and reports every answer on out,
// a line each: "kept N ID" what was acknowledged, "open N" what got no answer, "wrong N WORDS" what was refused. It ends when all is written, or when
// the server is gone.
func Client(ctx context.Context, in io.Reader, out io.Writer) error {
	var o order
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		return fmt.Errorf("read order: %w", err)
	}
	c := toolcall.New(o.Address, o.Token, o.Writers, nil)
	told := &telling{out: bufio.NewWriter(out)}
	var next atomic.Int64
	var all sync.WaitGroup
	for range o.Writers {
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(o.Notes) || !o.write(ctx, c, o.Notes[i], told) {
					return
				}
			}
		})
	}
	all.Wait()
	return told.err
}

// stored is what store_memory answers.
type stored struct {
	ID          string  `json:"fingerprintId"`
	DuplicateOf *string `json:"duplicateOf"` // every note has a text of its own
	Spaces      int     `json:"embedderCount"`
}

// write sends a note and reports whether the server is still there.
func (o *order) write(ctx context.Context, c *toolcall.Caller, n int, told *telling) bool {
	var a stored
	err := c.Call(ctx, "store_memory", arguments(o.Round, n), &a)
	switch {
	case errors.Is(err, toolcall.ErrGone):
		told.line("open %d", n)
		return false
	case err != nil:
		told.line("wrong %d %q", n, err.Error())
		return true
	}
	if a.Spaces != 13 || a.DuplicateOf != nil {
		told.line("wrong %d %q", n, fmt.Sprintf("%d spaces, a copy of %v", a.Spaces, a.DuplicateOf))
	}
	told.line("kept %d %s", n, a.ID)
	return true
}

// telling writes lines from several goroutines, each at once: the reader counts acknowledgements as they arrive.
type telling struct {
	mu  sync.Mutex
	out *bufio.Writer
	err error
}

func (t *telling) line(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, err := fmt.Fprintf(t.out, format+"\n", args...)
	t.err = errors.Join(t.err, err, t.out.Flush())
}
