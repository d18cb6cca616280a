package tools

import (
	"context"
	"errors"
	"strings"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/arguments"
	"asterism/mcp/failure"
	"asterism/mcp/tooldrift"
)

// checkServerDrift requests a pinned server's tools again and compares them.
func checkServerDrift() *Tool {
	return &Tool{
		Name:        "check_server_drift",
		Title:       "Check a pinned server's tools",
		Description: "Start or reach a server that a person pinned with `asterism mcp pin`, list its tools and say what changed since. The pin stays as it is. Untrusted text inside.",
		Hints:       Hints{ReadOnly: true, Idempotent: true, OpenWorld: true},
		Input: `{"type":"object","properties":{
			"name":{"type":"string","description":"Of the pin"}},
			"required":["name"],"additionalProperties":false}`,
		Output:  `"name":{"type":"string"},"status":{"enum":["clean","drift","unknown"]},"pinned_at":{"type":"string"},"accepted_at":{"type":"string"},"noise":{"type":"string"},` + toolDriftProperties,
		Always:  append([]string{"name", "status", "pinned_at", "accepted_at"}, toolDriftAlways...),
		Prepare: prepareCheckServer,
	}
}

func prepareCheckServer(a *arguments.Given) Job {
	before := len(a.Problems)
	name := a.RequiredText("name", 64, "the name of a pin")
	if len(a.Problems) == before {
		if err := tooldrift.CheckName(name); err != nil {
			a.Problem("%v", err)
		}
	}
	return func(ctx context.Context, _ *Engine, _ time.Time) (*Outcome, error) {
		c, err := pinnedOf(ctx).check(ctx, name)
		if err != nil {
			return nil, err
		}
		return &Outcome{Payload: answer.ServerDriftFrom(c)}, nil
	}
}

// Pinned holds what check_server_drift needs: the pins, the version that is sent to pinned servers, and slots that bound the number of concurrent checks.
type Pinned struct {
	pins    tooldrift.Pins
	version string
	slots   chan struct{}
}

// MaxServerChecks bounds the concurrent checks: each may start a program, and the caller is a model.
const MaxServerChecks = 4

type pinnedKey struct{}

// NewPinned returns the pins of a server that sends this version of itself to pinned servers.
func NewPinned(pins tooldrift.Pins, version string) Pinned {
	return Pinned{pins, version, make(chan struct{}, MaxServerChecks)}
}

// WithPins gives the call of ctx the pins of a server.
func WithPins(ctx context.Context, p Pinned) context.Context {
	return context.WithValue(ctx, pinnedKey{}, p)
}

// pinnedOf returns the pins of the call of ctx; none outside a server.
func pinnedOf(ctx context.Context) Pinned {
	p, _ := ctx.Value(pinnedKey{}).(Pinned)
	return p
}

// check connects to the server of a pin. Its command may contain a key, so no answer and no error shows that.
func (p Pinned) check(ctx context.Context, name string) (*tooldrift.Checked, error) {
	const pinFirst = "A person pins a server with `asterism mcp pin NAME -- COMMAND…` or `asterism mcp pin NAME URL`."
	if p.pins.Dir == "" {
		return nil, failure.New(engine.KindInvalid, "Ask a server that `asterism serve` started.", "server %s is not pinned: this server keeps no pins", failure.Quote(name))
	}
	pin, err := p.pins.Read(name)
	switch {
	case errors.Is(err, tooldrift.ErrNotPinned):
		return nil, failure.New(engine.KindInvalid, pinFirst, "server %s is not pinned", failure.Quote(name))
	case err != nil:
		return nil, failure.New(engine.KindStorage, "Look at the pin's file; `asterism mcp reset` forgets a damaged one.", "%v", err)
	}
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c, err := p.pins.Check(ctx, name, tooldrift.FetchOptions{Version: p.version, Bytes: MaxToolListBytes})
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, failure.New(engine.KindInternal, "Whether it has drifted is not known. `asterism mcp check "+name+"` shows more.", "could not check %s: %s", failure.Quote(name), without(pin.Server, err))
	}
	return c, nil
}

// without returns the text of an error about a server, without the server's address or command. Shorter words of a command stay: they are no keys, and may be parts of other words.
func without(at tooldrift.Target, err error) string {
	const shortestKey = 8
	hide := []string{at.String(), "the server"}
	for _, word := range append([]string{at.URL}, at.Command...) {
		if len(word) >= shortestKey {
			hide = append(hide, word, "…")
		}
	}
	return strings.NewReplacer(hide...).Replace(err.Error())
}
