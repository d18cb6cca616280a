package owner

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"asterism/engine"
	"asterism/engine/caught"
	"asterism/mcp"
	"asterism/mcp/wire"
)

// lockFile is locked by the one process that serves a data directory. The kernel drops the lock with the process.
const lockFile = "serve.lock"

const (
	// beginPatience is how long a process that wants to serve waits for the one that does, which is beginning, or about to end.
	beginPatience = 30 * time.Second
	// RestartPatience is the same for a server over HTTP, which cannot go through another: one that is started anew meets the one that ends.
	RestartPatience = 5 * time.Second
	// storePatience is how long the one that serves waits for a command that has the store for itself.
	storePatience = 20 * time.Second
	// LookEvery is how often a process that waits looks again.
	LookEvery = 20 * time.Millisecond
)

// Lock is the right to serve a data directory, until it is released; nil is none.
type Lock struct{ f *os.File }

// Release lets another process serve.
func (p *Lock) Release() {
	if p != nil {
		_ = p.f.Close()
	}
}

// TakeLock returns the lock, or nil when another process has it. The error says that nobody can have it: the disk takes no writes, say.
func TakeLock(data string) (*Lock, error) {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(filepath.Join(data, lockFile), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, nil
		}
		return nil, fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	return &Lock{f}, nil
}

// LockOrServer waits for the lock, or for a server that shares the store with this process, whichever comes first. Neither comes from a server that cannot share: then both
// are nil, and opening the store says who has it.
func LockOrServer(ctx context.Context, data string) (*Lock, *net.UnixConn, error) {
	for begin := time.Now(); ; {
		p, err := TakeLock(data)
		if p != nil {
			return p, nil, nil
		}
		if err != nil {
			fmt.Fprintf(os.Stderr, "asterism: the store cannot be shared with other processes: %v\n", err)
			return nil, nil, nil
		}
		owner, err := FindServer(data)
		if err != nil {
			return nil, nil, err
		}
		if owner != nil && owner.Socket != "" {
			if conn, err := DialSocket(data, owner.Socket); err == nil {
				fmt.Fprintf(os.Stderr, "asterism: process %d serves the store; this session goes through it, with its settings\n", owner.PID)
				return nil, conn, nil
			} else if errors.Is(err, wire.ErrStranger) {
				return nil, nil, err
			} // it is about to end
		}
		if owner != nil && owner.Socket == "" || time.Since(begin) > beginPatience {
			return nil, nil, nil
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(LookEvery):
		}
	}
}

// WaitForStore has an engine wait for a store that another process has, while this one has the right to serve it: a command is done with it soon.
func (p *Lock) WaitForStore(c engine.Config) engine.Config {
	if p != nil {
		c.StoreWait = storePatience
	}
	return c
}

// Share lets other processes of this user in while this one serves: commands, and assistants that start a server of their own. It tells them where; stop takes that back, and
// waits for the calls of those who are there. Without the lock, or a socket, nobody is let in, which is worth a word and no reason not to serve.
func (p *Lock) Share(ctx context.Context, data string, server *mcp.Server, a Announcement) (stop func()) {
	if p == nil { // opening the store says why
		return func() {}
	}
	l, tidy, err := ListenSocket(data)
	if err == nil {
		a.Socket = l.Addr().String()
	} else {
		fmt.Fprintf(os.Stderr, "asterism: other assistants cannot share the store: %v\n", err)
	}
	withdraw, err := Announce(data, a)
	if err != nil {
		fmt.Fprintf(os.Stderr, "asterism: commands will not find this server: %v\n", err)
	}
	ctx, end := context.WithCancel(ctx)
	var serving sync.WaitGroup
	if l != nil {
		serving.Go(func() { _ = caught.Do(func() { server.ServeSocket(ctx, l) }) }) // after a fault others cannot share the store, as without a socket
	}
	return func() {
		withdraw()
		end()
		serving.Wait()
		if l != nil {
			tidy()
		}
	}
}
