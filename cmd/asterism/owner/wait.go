package owner

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"asterism/engine/store"
	"asterism/engine/store/rocks"
)

// How a command waits for a store that another process has open.
const (
	commandWait = 30 * time.Second       // at most: a command takes a moment, `asterism reembed` some seconds for its plan and its switch
	waitLook    = 100 * time.Millisecond // between two attempts, each of which reads the manifest of the models
	waitSilent  = 500 * time.Millisecond // before it prints what it waits for: most are done by then
)

// Patiently calls f, and again while its error wraps [store.ErrLocked], which must mean that f has done nothing: another process has the store open and answers nobody. It waits
// until that process ends or listens, at most commandWait, and prints to standard error for which process it waits. A process that listens will keep the store, so f, which may ask
// it, gets one more try.
func (g *Flags) Patiently(ctx context.Context, f func() error) error {
	return g.patiently(ctx, commandWait, f)
}

func (g *Flags) patiently(ctx context.Context, most time.Duration, f func() error) error {
	said, listens := false, false
	for begin := time.Now(); ; {
		err := f()
		if !errors.Is(err, store.ErrLocked) || time.Since(begin) >= most {
			return err
		}
		if server, ferr := FindServer(g.Data); ferr == nil && server != nil && server.Where() != "" {
			if listens {
				return err
			}
			listens = true
			continue
		}
		listens = false // it has ended: reembed serves before its switch, but not during it
		if !said && time.Since(begin) >= waitSilent {
			said = true
			fmt.Fprintf(os.Stderr, "asterism: the store is in use by %s, which answers nobody now; waiting up to %s for it to be done or to listen\n", rocks.OwnerOf(g.Data), most)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(waitLook):
		}
	}
}
