package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"asterism/engine"
	"asterism/mcp/failure"
	"asterism/mcp/tools"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Outcome is how often calls of a tool have ended in one way since the start.
type Outcome struct {
	Tool    string
	Outcome string // OutcomeOK, OutcomeGivenUp, OutcomeOther, or the name of an error in [failure.Table]
	Calls   int64
}

// The outcomes that are not names of errors.
const (
	OutcomeOK      = "ok"
	OutcomeGivenUp = "given_up" // the caller cancelled, or its deadline passed
	OutcomeOther   = "other"    // an error of another node that this program does not know
)

// outcomes counts how calls end. The zero value is ready; safe for concurrent use.
type outcomes struct {
	mu            sync.Mutex
	calls         map[[2]string]int64
	failed, wrote time.Time
}

// Outcomes returns those of all tools that were called, by tool and outcome.
func (s *Server) Outcomes() []Outcome {
	s.outcomes.mu.Lock()
	defer s.outcomes.mu.Unlock()
	var out []Outcome
	for key, n := range s.outcomes.calls {
		out = append(out, Outcome{key[0], key[1], n})
	}
	slices.SortFunc(out, func(a, b Outcome) int {
		return cmp.Or(strings.Compare(a.Tool, b.Tool), strings.Compare(a.Outcome, b.Outcome))
	})
	return out
}

// StoreLast returns when the store last failed a call, as on a full disk, and when the last call that writes succeeded; zero: never.
func (s *Server) StoreLast() (failed, wrote time.Time) {
	s.outcomes.mu.Lock()
	defer s.outcomes.mu.Unlock()
	return s.outcomes.failed, s.outcomes.wrote
}

func (o *outcomes) count(ctx context.Context, t *tools.Tool, result *protocol.CallToolResult, err error) {
	how := outcomeOf(ctx, result, err)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.calls == nil {
		o.calls = map[[2]string]int64{}
	}
	o.calls[[2]string{t.Name, how}]++
	switch {
	case how == string(engine.KindStorage) && !t.Hints.ReadOnly: // a damaged record only fails calls that read it; writes still work
		o.failed = time.Now()
	case how == OutcomeOK && !t.Hints.ReadOnly:
		o.wrote = time.Now()
	}
}

// gaveUp reports whether a call ended because its caller stopped waiting. A deadline within the engine or a cluster is their failure.
func gaveUp(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded))
}

// outcomeOf returns how a call ended: with an error here, or with the answer of another node.
func outcomeOf(ctx context.Context, result *protocol.CallToolResult, err error) string {
	name := ""
	switch {
	case gaveUp(ctx, err):
		return OutcomeGivenUp
	case err != nil:
		name = failure.Of(err).Name
	case result == nil || !result.IsError:
		return OutcomeOK
	default:
		var told struct {
			Error failure.Failure `json:"error"`
		}
		if body, err := json.Marshal(result.StructuredContent); err == nil && json.Unmarshal(body, &told) == nil {
			name = told.Error.Name
		}
	}
	if _, known := failure.Table[engine.Kind(name)]; !known {
		return OutcomeOther
	}
	return name
}
