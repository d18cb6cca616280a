package tooldrift

import (
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"asterism/engine/caught"
)

// How long a server may take to end before a stronger signal.
const (
	closeGrace = 2 * time.Second
	termGrace  = time.Second
)

// process is a server that runs as a child. in is its standard input; out is its standard output without noise.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	raw   io.ReadCloser // its standard output, with noise
	out   *io.PipeReader
	feed  *io.PipeWriter // writes out
	noise *noise
	said  *tail // the end of its standard error

	silent   chan struct{} // closed when it will write nothing more
	ended    chan struct{} // closed when it has ended
	stopping sync.Once
}

// startProcess starts a command in its own process group, so that its children end with it (npx starts a shell that starts node).
func startProcess(command []string) (*process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	ownGroup(cmd)
	p := &process{cmd: cmd, said: &tail{}, noise: &noise{}, silent: make(chan struct{}), ended: make(chan struct{})}
	cmd.Stderr = p.said
	cmd.WaitDelay = termGrace // do not wait for a grandchild that keeps standard error open
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("start server: %w", err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("start server: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("start server: %w", err)
	}
	p.in, p.raw = stdin, stdout
	p.out, p.feed = io.Pipe()
	go func() {
		defer close(p.ended)
		_ = caught.Do(func() { p.noise.filter(stdout, p.feed) }) // after a panic its output ends, as if the process had ended
		close(p.silent)                                          // before its reader notices, which may then ask for the reason
		_ = p.feed.Close()                                       // its reader sees a normal end of file
		_ = cmd.Wait()
		endGroup(cmd, true) // children that it left behind
	}()
	return p, nil
}

// stop ends the process: first by the end of its input, then by a signal, then by a kill. It returns when the process is gone.
func (p *process) stop() {
	p.stopping.Do(func() {
		_ = p.in.Close()
		_ = p.feed.Close() // its further output is dropped, so that it does not block on it
		if p.endedWithin(closeGrace) {
			return
		}
		endGroup(p.cmd, false)
		if p.endedWithin(termGrace) {
			return
		}
		endGroup(p.cmd, true)
		if !p.endedWithin(termGrace) { // a process that left the group may keep standard output open, which is no longer read
			_ = p.raw.Close()
		}
	})
	<-p.ended
}

// lastWords returns the end of its standard error. When a server has just gone silent, that may still be arriving.
func (p *process) lastWords() string {
	select {
	case <-p.silent:
		p.endedWithin(termGrace)
	default:
	}
	return p.said.String()
}

func (p *process) endedWithin(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-p.ended:
		return true
	case <-t.C:
		return false
	}
}
