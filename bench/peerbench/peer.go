package peerbench

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"

	"asterism/bench/peers/node"
	"asterism/bench/peers/talk"
)

// peer is a process of another program that embeds the same texts with the same weights; bench/peers/node/lines.mjs describes the protocol.
type peer struct {
	About string `json:"about"`

	process *talk.Process
}

// ask is a request to it.
type ask struct {
	Do     string `json:"do"` // values or run
	Texts  int    `json:"texts"`
	Batch  int    `json:"batch"`
	Sorted bool   `json:"sorted"` // by length, before they are cut into batches

	Pooling string `json:"pooling,omitempty"` // of values of ONNX Runtime alone: "first" for the first token's state, else the mean of all
}

// answer is what it answers, the one or the other.
type answer struct {
	Values  [][]float32 `json:"values"`
	Texts   int         `json:"texts"`
	Seconds float64     `json:"seconds"`
}

// startPeer starts a script of bench/peers/node over a model's folder and a file of texts, in the model's precision "fp32" or "q8", with a thread a core.
func startPeer(ctx context.Context, p *node.Packages, script, model, texts, precision string) (*peer, error) {
	return converse(p.Command(ctx, script, "--model", model, "--texts", texts, "--dtype", precision, "--threads", fmt.Sprint(runtime.GOMAXPROCS(0))))
}

// converse starts the command and reads its description of itself.
func converse(cmd *exec.Cmd) (p *peer, err error) {
	p = &peer{}
	if p.process, err = talk.Start(cmd, p); err != nil {
		return nil, err
	}
	return p, nil
}

func (p *peer) ask(a ask) (*answer, error) {
	out := &answer{}
	if err := p.process.Ask(a, out); err != nil {
		return nil, fmt.Errorf("%s: %w", p.About, err)
	}
	if got := max(len(out.Values), out.Texts); got != a.Texts {
		return nil, fmt.Errorf("%s answers %+v for %d texts", p.About, a, got)
	}
	return out, nil
}

// seconds is the time of one run.
func (p *peer) seconds(a ask) (float64, error) {
	a.Do = "run"
	out, err := p.ask(a)
	if err != nil {
		return 0, err
	}
	if !(out.Seconds > 0) {
		return 0, fmt.Errorf("%s answers %+v after %v s", p.About, a, out.Seconds)
	}
	return out.Seconds, nil
}

func (p *peer) close() error { return p.process.Close() }
