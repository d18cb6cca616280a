package tooldrift

import (
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"

	"asterism/engine/caught"
)

// How long a server that is told to end may take before it is told more firmly.
const (
	closeGrace = 2 * time.Second
	termGrace  = time.Second
)

// process is a server at work as a child. Its standard input is in; what it says, without noise, is read from out.
type process struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	raw   io.ReadCloser // what it says, with noise
	out   *io.PipeReader
	feed  *io.PipeWriter // writes out
	noise *noise
	said  *tail // the end of its standard error

	silent   chan struct{} // closed when it will say nothing more
	ended    chan struct{} // closed when it is gone
	stopping sync.Once
}

// startProcess starts a command in a process group of its own, so that what it starts (npx starts a shell that starts node) ends with it.
func startProcess(command []string) (*process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	ownGroup(cmd)
	p := &process{cmd: cmd, said: &tail{}, noise: &noise{}, silent: make(chan struct{}), ended: make(chan struct{})}
	cmd.Stderr = p.said
	cmd.WaitDelay = termGrace // do not wait for a grandchild that has standard error open
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
		_ = caught.Do(func() { p.noise.filter(stdout, p.feed) }) // after a fault it is silent, as one that has ended
		close(p.silent)                                          // before its reader knows, who may then ask why
		_ = p.feed.Close()                                       // its reader sees a plain end of file
		_ = cmd.Wait()
		endGroup(cmd, true) // what it started and left behind
	}()
	return p, nil
}

// stop ends the process: by the end of its input, then by asking, then by force. It returns when the process is gone.
func (p *process) stop() {
	p.stopping.Do(func() {
		_ = p.in.Close()
		_ = p.feed.Close() // whatever it still says is dropped, so that it is not stuck saying it
		if p.endedWithin(closeGrace) {
			return
		}
		endGroup(p.cmd, false)
		if p.endedWithin(termGrace) {
			return
		}
		endGroup(p.cmd, true)
		if !p.endedWithin(termGrace) { // a process that left the group may still have standard output open, which is not read any more
			_ = p.raw.Close()
		}
	})
	<-p.ended
}

// lastWords gives the end of its standard error. From a server that has fallen silent they may still be on their way.
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
