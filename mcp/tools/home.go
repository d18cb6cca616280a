package tools

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"asterism/engine"
	"asterism/mcp/answer"
	"asterism/mcp/failure"
)

type homeKey struct{}

// AtHome sets the namespace of calls that name none.
func AtHome(ctx context.Context, namespace string) context.Context {
	return context.WithValue(ctx, homeKey{}, namespace)
}

// homeOf returns the namespace of calls that name none; empty: the default one.
func homeOf(ctx context.Context) string {
	namespace, _ := ctx.Value(homeKey{}).(string)
	return namespace
}

// whenUnknown says when a tool reports that the namespace of a call is unknown, with the nearest name: such a name is usually misspelt.
type whenUnknown int

const (
	neverSaid       whenUnknown = iota // it writes to the namespace, or checks the name itself
	alwaysSaid                         // it reads the namespace
	saidWhenRefused                    // it reads the namespace, but also works without stored memories
)

// sayingUnknown adds that report to a job. named is the namespace in the call; empty: there is none, and nothing is reported.
func (t *Tool) sayingUnknown(do Job, named string) Job {
	if named == "" {
		return do
	}
	return func(ctx context.Context, e *Engine, now time.Time) (*Outcome, error) {
		out, err := do(ctx, e, now)
		var refused *engine.Error
		switch {
		case err == nil && t.Unknown == alwaysSaid:
			if all := unknownNamespace(ctx, e, named); all != nil {
				out.Payload = answer.WithUnknown(out.Payload, all)
			}
		case errors.As(err, &refused) && slices.Contains(ofWhatIsStored, refused.Kind):
			if all := unknownNamespace(ctx, e, named); all != nil {
				f := failure.Of(err)
				f.Hint = strings.ReplaceAll(answer.UnknownWords(all), "\n", " ") + f.Hint
				return nil, f
			}
		}
		return out, err
	}
}

// ofWhatIsStored are the kinds of errors that might not occur in another namespace.
var ofWhatIsStored = []engine.Kind{engine.KindInvalid, engine.KindNotFound, engine.KindGoal, engine.KindNoHistory, engine.KindPurpose}

// unknownNamespace returns nil for a namespace with memories or goals. The call's answer is valid without the report, so an error of listing names does not fail the call.
func unknownNamespace(ctx context.Context, e *Engine, name string) []answer.Unknown {
	if e.Namer == nil {
		return nil
	}
	known, err := e.Namespaces(ctx)
	if err != nil {
		return nil
	}
	return answer.UnknownFrom(engine.UnknownNamespace(name, known))
}
