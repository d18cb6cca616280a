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

// lockFile is locked by the process that serves a data directory. The kernel drops the lock with the process.
const lockFile = "serve.lock"

const (
	// beginWait is how long a process that wants to serve waits for another one that holds the lock, which may be starting or ending.
	beginWait = 30 * time.Second
	// RestartWait is the same for a server over HTTP, which cannot relay to another: after a restart the old process may not have ended yet.
	RestartWait = 5 * time.Second
	// storeWait is how long a server waits for the store while a command has it open.
	storeWait = 20 * time.Second
	// PollInterval is the pause between two attempts.
	PollInterval = 20 * time.Millisecond
)

// Lock is the right to serve a data directory until it is released; nil is no lock.
type Lock struct{ f *os.File }

// Release lets another process serve.
func (p *Lock) Release() {
	if p != nil {
		_ = p.f.Close()
	}
}

// TryLock returns the lock, or nil if another process has it. An error means that the lock cannot be taken at all, for example on a read-only disk.
func TryLock(data string) (*Lock, error) {
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

// Starting reports whether a process holds the lock of a data directory and has not announced itself: it is starting or ending.
func Starting(data string) bool {
	f, err := os.Open(filepath.Join(data, lockFile))
	if err != nil {
		return false
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_SH|syscall.LOCK_NB); !errors.Is(err, syscall.EWOULDBLOCK) {
		return false
	}
	server, err := FindServer(data)
	return err == nil && server == nil
}

// LockOrServer waits for the lock, or for a server that shares the store with this process, whichever comes first. If the owner is a server that cannot share, both are nil, and
// opening the store then fails with an error that names the owner.
func LockOrServer(ctx context.Context, data string) (*Lock, *net.UnixConn, error) {
	for begin := time.Now(); ; {
		p, err := TryLock(data)
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
			} else if errors.Is(err, wire.ErrOtherUser) {
				return nil, nil, err
			} // it is about to end
		}
		if owner != nil && owner.Socket == "" || time.Since(begin) > beginWait {
			return nil, nil, nil
		}
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(PollInterval):
		}
	}
}

// WaitForStore makes an engine wait for a store that another process has open. The holder of the lock can wait: no server has the store, only a command, which ends soon.
func (p *Lock) WaitForStore(c engine.Config) engine.Config {
	if p != nil {
		c.StoreWait = storeWait
	}
	return c
}

// Served are the servers at the two sockets: for assistants, with the tools of their tier, and for the user's own commands, with all tools.
type Served struct{ Assistants, Commands *mcp.Server }

// Share serves other processes of this user on sockets: assistants that start their own server, and commands. It announces the sockets; stop withdraws that, and waits for running
// calls. Without the lock nobody can connect. Without a socket it prints a message, and serving continues.
func (p *Lock) Share(ctx context.Context, data string, s Served, a Announcement) (stop func()) {
	if p == nil { // opening the store reports why
		return func() {}
	}
	assistants, commands := open(data, SocketName, "other assistants cannot share the store"), open(data, OwnerSocketName, "commands have the assistant's tools only")
	a.Socket, a.Owner = assistants.path(), commands.path()
	withdraw, err := Announce(data, a)
	if err != nil {
		fmt.Fprintf(os.Stderr, "asterism: commands will not find this server: %v\n", err)
	}
	ctx, end := context.WithCancel(ctx)
	var serving sync.WaitGroup
	assistants.serve(ctx, &serving, s.Assistants)
	commands.serve(ctx, &serving, s.Commands)
	return func() {
		withdraw()
		end()
		serving.Wait()
		assistants.tidy()
		commands.tidy()
	}
}

// shared is a listening socket; without a listener it does nothing.
type shared struct {
	l    *net.UnixListener
	tidy func()
}

// open creates a socket. If that fails it prints a message with the consequence.
func open(data, name, without string) shared {
	l, tidy, err := ListenSocket(data, name)
	if err != nil {
		fmt.Fprintf(os.Stderr, "asterism: %s: %v\n", without, err)
		return shared{tidy: func() {}}
	}
	return shared{l, tidy}
}

func (s shared) path() string {
	if s.l == nil {
		return ""
	}
	return s.l.Addr().String()
}

func (s shared) serve(ctx context.Context, serving *sync.WaitGroup, by *mcp.Server) {
	if s.l != nil {
		serving.Go(func() { _ = caught.Do(func() { by.ServeSocket(ctx, s.l) }) }) // after a panic nobody can connect, as without a socket
	}
}
