package tools

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine/store"
	"asterism/mcp/failure"

	"github.com/google/uuid"
)

// Check reads the arguments of a tool of any tier as Ask does, and carries nothing out: it is for a caller that has no engine, and still tells a mistake in what was asked. Digits of
// an id are taken to be those of some memory or goal. Errors are *engine.Error.
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

// StandIn is an id that stands for the memory with some digits where there is no store to find it in: the same for the same digits, and another for others.
func StandIn(digits string) store.ID { return uuid.NewSHA1(uuid.Nil, []byte(digits)) }

// anyID is a [Resolver] without a store.
type anyID struct{}

func (anyID) Resolve(_ context.Context, digits string) (store.ID, error) { return StandIn(digits), nil }

func (anyID) ResolveGoal(_ context.Context, digits string) (store.ID, error) {
	return StandIn(digits), nil
}
