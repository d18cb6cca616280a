package mirror

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/store"

	"github.com/fsnotify/fsnotify"
)

// settled is how long files must be unchanged before they are read: editors write a file in several steps.
const settled = 500 * time.Millisecond

// watch syncs until the context ends: when files change, and regularly because memories may have changed. It prints errors, and tries again the next time.
func (c *command) watch(ctx context.Context, every time.Duration) error {
	dir, err := realFolder(c.what.Dir)
	if err != nil {
		return err
	}
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watch the folder: %w", err)
	}
	defer w.Close()
	look := time.NewTimer(0)
	defer look.Stop()
	last := ""
	for {
		select {
		case <-ctx.Done():
			return nil
		case e, open := <-w.Events:
			if !open {
				return errors.New("the folder is not watched any more")
			}
			if concerns(dir, e) {
				look.Reset(settled)
			}
		case err := <-w.Errors: // some events were lost: check everything
			shell.Complain(fmt.Errorf("watch the folder: %w", err))
			look.Reset(settled)
		case <-look.C:
			if err := watchFolders(w, dir); err != nil {
				return err
			}
			last = c.again(ctx, last)
			look.Reset(every)
		}
	}
}

// again is one pass of many. It prints an error once, and again when it is a different one.
func (c *command) again(ctx context.Context, last string) string {
	err := c.quietly(ctx, func(m Memories) error { return c.pass(ctx, m, true) })
	var left shell.ExitCode
	if err == nil || errors.As(err, &left) || ctx.Err() != nil {
		return ""
	}
	if err.Error() != last {
		shell.Complain(err)
	}
	return err.Error()
}

// storeWait is how long a pass waits for the store while another command has it open, usually for a moment.
const storeWait = 20 * time.Second

// quietly calls do with the server that owns the store, or opens the store for the time of a pass, so that others can open it in between.
func (c *command) quietly(ctx context.Context, do func(Memories) error) error {
	for begin := time.Now(); ; {
		err := c.onceMore(ctx, do)
		if !errors.Is(err, store.ErrLocked) || time.Since(begin) > storeWait {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(settled):
		}
	}
}

// onceMore calls do, or fails with [store.ErrLocked] without having done anything.
func (c *command) onceMore(ctx context.Context, do func(Memories) error) error {
	server, err := c.serverToAsk()
	if err != nil {
		return err
	}
	if server == nil {
		return c.Use(ctx, func(e *engine.Engine) error { return do(e) })
	}
	r, err := c.Reach(ctx, server)
	if err != nil {
		return err
	}
	defer r.Close()
	return do(r)
}

// serverToAsk returns the server to use; nil: none.
func (c *command) serverToAsk() (*owner.Announcement, error) {
	server, err := c.Flags.Server()
	if err != nil || server == nil || server.Where() == "" {
		return nil, err
	}
	return server, nil
}

// concerns reports whether a pass would read what an event is about.
func concerns(dir string, e fsnotify.Event) bool {
	rel, err := filepath.Rel(dir, e.Name)
	if err != nil || e.Op == fsnotify.Chmod {
		return false
	}
	for part := range strings.SplitSeq(filepath.ToSlash(rel), "/") {
		if strings.HasPrefix(part, ".") && part != "." {
			return false
		}
	}
	return true
}

// watchFolders watches the folder and its subfolders. It keeps existing watches.
func watchFolders(w *fsnotify.Watcher, dir string) error {
	return filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, os.ErrNotExist) && path != dir:
			return nil
		case err != nil:
			return fmt.Errorf("watch the folder: %w", err)
		case !d.IsDir():
			return nil
		case path != dir && strings.HasPrefix(d.Name(), "."):
			return filepath.SkipDir
		}
		if err := w.Add(path); err != nil {
			return fmt.Errorf("watch %s: %w", path, err)
		}
		return nil
	})
}
