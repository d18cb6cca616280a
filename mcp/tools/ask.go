package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/failure"

	"github.com/google/uuid"
)

// Ask calls a tool of any tier without a server, for a sub-command with its own engine. It decodes the tool's answer into a value of one of the types of package answer. So commands
// show the same with and without a server. Errors are *engine.Error; progress may be nil.
func Ask(ctx context.Context, e *Engine, name string, args map[string]any, progress Progress, into any) error {
	if progress != nil {
		ctx = WithProgress(ctx, progress)
	}
	body, err := Answer(ctx, e, name, args)
	var f *failure.Failure
	switch {
	case errors.As(err, &f):
		return f.AsEngine()
	case err != nil:
		return err
	}
	if err := json.Unmarshal(body, into); err != nil {
		return fmt.Errorf("read the answer of %s: %w", name, err)
	}
	return nil
}

// Answer calls a tool of any tier like Ask, and returns its answer as JSON. Errors are the tool's own.
func Answer(ctx context.Context, e *Engine, name string, args map[string]any) ([]byte, error) {
	if t := Named(name); t != nil {
		return t.answer(ctx, e, args)
	}
	return nil, fmt.Errorf("call %s: there is no such tool", name)
}

func (t *Tool) answer(ctx context.Context, e *Engine, args map[string]any) ([]byte, error) {
	do, raw, err := t.job(ctx, args, e)
	if err != nil {
		return nil, err
	}
	here := func(ctx context.Context, e *Engine) (*Outcome, error) {
		return do(answer.WithWhole(ctx), e, time.Now())
	}
	if e.Elsewhere != nil {
		return e.Elsewhere(ctx, t.Name, raw, homeOf(ctx), here)
	}
	out, err := here(ctx, e)
	if err != nil {
		return nil, err
	}
	return json.Marshal(out.Payload)
}

// job reads the arguments of a call. raw are the same arguments with whole ids, which r finds.
func (t *Tool) job(ctx context.Context, args map[string]any, r Resolver) (do Job, raw json.RawMessage, err error) {
	names, err := t.Names()
	if err != nil {
		return nil, nil, err
	}
	if raw, err = json.Marshal(args); err != nil {
		return nil, nil, fmt.Errorf("encode the arguments of %s: %w", t.Name, err)
	}
	if raw, err = t.WholeIDs(ctx, raw, func() (Resolver, error) { return r, nil }); err != nil {
		return nil, nil, err
	}
	do, err = t.Read(raw, names, homeOf(ctx))
	return do, raw, err
}

// Check reads the arguments of a tool of any tier like Ask, but calls nothing. It lets a caller without an engine report wrong arguments. Digits of an id are accepted without a
// lookup. Errors are *engine.Error.
func Check(ctx context.Context, name string, args map[string]any) error {
	t := Named(name)
	if t == nil {
		return fmt.Errorf("call %s: there is no such tool", name)
	}
	_, _, err := t.job(ctx, args, anyID{})
	var f *failure.Failure
	if errors.As(err, &f) {
		return f.AsEngine()
	}
	return err
}

// StandIn returns a made-up id for the memory with some digits, for callers without a store. Equal digits give equal ids.
func StandIn(digits string) store.ID { return uuid.NewSHA1(uuid.Nil, []byte(digits)) }

// anyID is a [Resolver] without a store.
type anyID struct{}

func (anyID) Resolve(_ context.Context, digits string) (store.ID, error) { return StandIn(digits), nil }

func (anyID) ResolveGoal(_ context.Context, digits string) (store.ID, error) {
	return StandIn(digits), nil
}

func (anyID) ResolveQuery(_ context.Context, digits string) (store.ID, error) {
	return StandIn(digits), nil
}
