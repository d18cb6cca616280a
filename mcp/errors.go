package mcp

import (
	"context"
	"errors"
	"fmt"

	"asterism/engine"
)

// Failure is an error as a caller sees it: the code and name of the table, what went wrong, and the way out.
type Failure struct {
	Code         int    `json:"code"`
	Name         string `json:"name"`
	Message      string `json:"message"`
	Hint         string `json:"hint"`
	RetryAfterMs int64  `json:"retry_after_ms,omitempty"`
}

func (f *Failure) Error() string { return f.Message }

// errorTable is the only place that says a code. The hint is used when the error brings none.
var errorTable = map[engine.Kind]struct {
	code int
	hint string
}{
	engine.KindInvalid:   {-32602, "Correct the arguments and call again; nothing was done."},
	engine.KindInternal:  {-32603, "This is a fault of the server: see its log (standard error)."},
	engine.KindStorage:   {-32004, "Nothing was stored. Check the disk and the store with `asterism doctor`."},
	engine.KindEmbedding: {-32005, "Nothing was stored. Check the models with `asterism models verify`."},
	engine.KindPurpose:   {-32006, "Nothing was stored. Check the goal the purpose is measured against."},
	engine.KindDevice:    {-32009, "Check the hardware and its driver with `asterism doctor`."},
	engine.KindNotFound:  {-32010, "Use an id that inject_context, search_graph or list_memories returned."},
	engine.KindBusy:      {-32012, "Call again after retry_after_ms milliseconds."},
	engine.KindGoal:      {-32020, "Use an id that set_north_star, add_goal or get_goals returned."},
	engine.KindNoHistory: {-32108, "Measure first with get_alignment_drift, or ask for a longer time_range."},
}

const defaultRetryMs = 500

// fail makes the failure of a kind; an empty hint takes the table's.
func fail(kind engine.Kind, hint, format string, args ...any) *Failure {
	row, ok := errorTable[kind]
	if !ok {
		kind, row = engine.KindInternal, errorTable[engine.KindInternal]
	}
	f := &Failure{Code: row.code, Name: string(kind), Message: fmt.Sprintf(format, args...), Hint: hint}
	if f.Hint == "" {
		f.Hint = row.hint
	}
	if kind == engine.KindBusy {
		f.RetryAfterMs = defaultRetryMs
	}
	return f
}

// failureOf turns any error into what the caller is told. An error of unknown kind is INTERNAL.
func failureOf(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	var e *engine.Error
	if errors.As(err, &e) {
		f = fail(e.Kind, e.Hint, "%s", e.Error())
		if e.RetryAfterMs > 0 && e.Kind == engine.KindBusy {
			f.RetryAfterMs = e.RetryAfterMs
		}
		return f
	}
	switch {
	case errors.Is(err, context.Canceled):
		return fail(engine.KindInternal, "The caller cancelled the call.", "the call was cancelled")
	case errors.Is(err, context.DeadlineExceeded):
		return fail(engine.KindBusy, "", "the call ran out of time")
	}
	return fail(engine.KindInternal, "", "%v", err)
}
