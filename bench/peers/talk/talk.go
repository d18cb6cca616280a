// Package talk answers: how does a benchmark speak with the process of another program? Both write a line of JSON at a time: first the process describes itself, then it
// answers each command.
package talk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// Process is another program at work, until Close. It is used by one goroutine at a time, but for Kill.
type Process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers *json.Decoder
}

// Start starts the command and decodes its description of itself into hello. Its stderr is ours.
func Start(cmd *exec.Cmd, hello any) (*Process, error) {
	p := &Process{cmd: cmd}
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p.in, p.answers = in, json.NewDecoder(out)
	if err := p.answers.Decode(hello); err != nil {
		return nil, errors.Join(fmt.Errorf("the peer says nothing of itself: %w", err), p.Close())
	}
	return p, nil
}

// Ask sends a command and decodes its answer; both are values of JSON.
func (p *Process) Ask(command, answer any) error {
	if err := json.NewEncoder(p.in).Encode(command); err != nil {
		return fmt.Errorf("ask the peer: %w", err)
	}
	if err := p.answers.Decode(answer); err != nil {
		return fmt.Errorf("the peer gives no answer to %+v: %w", command, err)
	}
	return nil
}

// Kill ends the process at once; pending requests fail.
func (p *Process) Kill() { _ = p.cmd.Process.Kill() }

// Close ends the process, which ends at the end of its input, and returns how it ended.
func (p *Process) Close() error {
	err := p.in.Close()
	if waited := p.cmd.Wait(); waited != nil {
		err = errors.Join(err, fmt.Errorf("%w: %w", ErrProcess, waited))
	}
	return err
}

// ErrProcess is wrapped by the error of a process that did not end well.
var ErrProcess = errors.New("the peer's process")
