package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"asterism/bench/peers/python"
	"asterism/bench/peers/talk"
	"asterism/bench/report"
)

// pythonVariable names the Python that has PyTorch, where it is not the first python3 on the path.
const pythonVariable = "ASTERISM_PYTHON"

// peer is a process of another program that embeds the same rows with the same weights; see bench/peers/python/peer.py for what is said.
type peer struct {
	How      string   // sentence_transformers or pytorch
	Versions string   // of what it uses
	Why      []string // nothing more usual does
	Missing  string   // why there is none

	spent   bool          // it was ended during a request: its exit status says nothing
	process *talk.Process // nil: there is none
}

// startPeer starts a process over the repository in a folder. A machine that lacks what it needs is no error: the peer then reports what is missing.
func startPeer(ctx context.Context, e *env, repository string, rows [][]int32) (*peer, error) {
	name := os.Getenv(pythonVariable)
	if name == "" {
		name = "python3"
	}
	program, err := exec.LookPath(name)
	if err != nil {
		return &peer{Missing: fmt.Sprintf("%v; %s names another Python", err, pythonVariable)}, nil
	}
	dir := filepath.Join(e.work, "peers")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	script, err := python.Write(dir)
	if err != nil {
		return nil, err
	}
	list := filepath.Join(dir, "rows.json")
	if err := report.WriteFile(list, rows); err != nil {
		return nil, err
	}
	args := []string{script, "--model", repository, "--rows", list}
	if e.machine == emulation {
		args = append(args, "--device", "cpu", "--dtype", "float32")
	} else {
		n, err := e.ordinal()
		if err != nil {
			return nil, err
		}
		args = append(args, "--device", fmt.Sprintf("cuda:%d", n))
	}
	return converse(exec.CommandContext(ctx, program, args...))
}

// converse starts the command and reads its description of itself.
func converse(cmd *exec.Cmd) (p *peer, err error) {
	p = &peer{}
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "TOKENIZERS_PARALLELISM=false", "HF_HUB_OFFLINE=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} // a compiler's processes end with it: they read from its pipes
	if p.process, err = talk.Start(cmd, p); err != nil {
		return nil, err
	}
	return p, nil
}

// ask sends a command and waits for its answer; both are values of JSON. A peer that has none after so long is ended.
func (p *peer) ask(command, answer any, patience time.Duration) error {
	defer time.AfterFunc(patience, p.process.Kill).Stop()
	return p.process.Ask(command, answer)
}

// find has the peer search for something faster within a time limit, and reports what it tried.
func (p *peer) find(what string, long time.Duration) (t tuned, err error) {
	if err = p.ask(peerCommand{Do: what, Seconds: long.Seconds()}, &t, long+peerPatience); err == nil {
		say("peers: batches of %d, compiled: %v; %s", t.Batch, t.Compiled, strings.Join(t.Tried, "; "))
	}
	return t, err
}

// close ends the process, if there is one.
func (p *peer) close() error {
	if p.process == nil {
		return nil
	}
	err := p.process.Close()
	if p.spent && errors.Is(err, talk.ErrProcess) {
		return nil
	}
	return err
}

// peerCommand is a request to a peer.
type peerCommand struct {
	Do      string  `json:"do"`
	Seconds float64 `json:"seconds,omitempty"`
	Rows    int     `json:"rows,omitempty"`
}

// tuned is what it has found to be fastest.
type tuned struct {
	Batch    int
	Compiled bool
	Tried    []string
}

// ran is one turn.
type ran struct {
	Rows    int
	Seconds float64
}
