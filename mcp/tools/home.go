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

// AtHome makes a namespace the one of calls that name none.
func AtHome(ctx context.Context, namespace string) context.Context {
	return context.WithValue(ctx, homeKey{}, namespace)
}

// homeOf is the namespace of calls that name none; empty: the default one.
func homeOf(ctx context.Context) string {
	namespace, _ := ctx.Value(homeKey{}).(string)
	return namespace
}

// whenUnknown is when a tool says that nothing is stored in the namespace which a call names, and which name is the nearest: such a call misspelt it, more often than not.
type whenUnknown int

const (
	neverSaid       whenUnknown = iota // it writes there, or finds out by itself
	alwaysSaid                         // it reads there
	saidWhenRefused                    // it reads there, and can do without what is stored
)

// sayingUnknown has a job say it. named is the namespace as the call names it; empty: it names none, and nothing is said.
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

// ofWhatIsStored are the kinds of errors that another namespace may not have.
var ofWhatIsStored = []engine.Kind{engine.KindInvalid, engine.KindNotFound, engine.KindGoal, engine.KindNoHistory, engine.KindPurpose}

// unknownNamespace is nil for a namespace with memories or goals. What a call answers stands without it, so a failure to list names is none of the call.
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
