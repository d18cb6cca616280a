package failure

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"asterism/engine"
)

// Failure is an error as a caller sees it: the code and name of the table, the message, and what to do.
type Failure struct {
	Code         int    `json:"code"`
	Name         string `json:"name"`
	Message      string `json:"message"`
	Hint         string `json:"hint"`
	RetryAfterMs int64  `json:"retry_after_ms,omitempty"`
	Secrets      bool   `json:"secrets,omitempty"` // the text to store contains secrets
}

// Error implements error.
func (f *Failure) Error() string { return f.Message }

// Row is the common part of all errors of a kind.
type Row struct {
	Code int
	Hint string
}

// Table is the only place with the codes. The hint is used for an error without its own.
var Table = map[engine.Kind]Row{
	engine.KindInvalid:   {-32602, "Correct the arguments and call again; nothing was done."},
	engine.KindInternal:  {-32603, "This is a fault of the server: see its log (standard error)."},
	engine.KindStorage:   {-32004, "Nothing was stored. Check the disk and the store with `asterism doctor`."},
	engine.KindEmbedding: {-32005, "Nothing was stored. Check the models with `asterism models verify`."},
	engine.KindPurpose:   {-32006, "Nothing was stored. Check the goal the purpose is measured against."},
	engine.KindDevice:    {-32009, "Check the hardware and its driver with `asterism doctor`."},
	engine.KindNotFound:  {-32010, "Use an id that inject_context, search_graph or list_memories returned."},
	engine.KindBusy:      {-32012, "Call again after retry_after_ms milliseconds."},
	engine.KindGoal:      {-32020, "Use an id that set_north_star or get_goals returned."},
	engine.KindNoHistory: {-32108, "Measure first with get_alignment_drift, or ask for a longer time_range."},
}

const defaultRetryMs = 500

// New makes a failure of a kind; an empty hint means the table's.
func New(kind engine.Kind, hint, format string, args ...any) *Failure {
	row, ok := Table[kind]
	if !ok {
		kind, row = engine.KindInternal, Table[engine.KindInternal]
	}
	f := &Failure{Code: row.Code, Name: string(kind), Message: fmt.Sprintf(format, args...), Hint: hint}
	if f.Hint == "" {
		f.Hint = row.Hint
	}
	if kind == engine.KindBusy {
		f.RetryAfterMs = defaultRetryMs
	}
	return f
}

// Of turns any error into the caller's failure. An error of unknown kind is INTERNAL.
func Of(err error) *Failure {
	var f *Failure
	if errors.As(err, &f) {
		return f
	}
	var e *engine.Error
	if errors.As(err, &e) {
		f = New(e.Kind, e.Hint, "%s", e.Error())
		f.Secrets = e.Secrets
		if e.RetryAfterMs > 0 && e.Kind == engine.KindBusy {
			f.RetryAfterMs = e.RetryAfterMs
		}
		return f
	}
	switch {
	case errors.Is(err, context.Canceled):
		return New(engine.KindInternal, "The caller cancelled the call.", "the call was cancelled")
	case errors.Is(err, context.DeadlineExceeded):
		return New(engine.KindBusy, "", "the call ran out of time")
	}
	return New(engine.KindInternal, "", "%v", err)
}

// Quote formats a value for a message, and cuts a long one.
func Quote(s string) string {
	if short := Clip(s); short != s {
		return fmt.Sprintf("%q…", strings.TrimSuffix(short, "…"))
	}
	return fmt.Sprintf("%q", s)
}

// Clip cuts a value for a message that puts its own quotes around it.
func Clip(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// AsEngine converts the failure back into the engine's error.
func (f *Failure) AsEngine() *engine.Error {
	return &engine.Error{Kind: engine.Kind(f.Name), Message: f.Message, Hint: f.Hint, RetryAfterMs: f.RetryAfterMs, Secrets: f.Secrets}
}
