package fault

import "fmt"

// Kind groups errors by who can repair them; front-ends map kinds to their codes.
type Kind string

// The kinds.
const (
	KindInvalid   Kind = "INVALID_PARAMS"
	KindNotFound  Kind = "FINGERPRINT_NOT_FOUND"
	KindBusy      Kind = "BUSY"
	KindEmbedding Kind = "EMBEDDING"
	KindPurpose   Kind = "PURPOSE"
	KindStorage   Kind = "STORAGE"
	KindDevice    Kind = "DEVICE"
	KindInternal  Kind = "INTERNAL"
	KindGoal      Kind = "GOAL_NOT_FOUND"
	KindNoHistory Kind = "HISTORY_NOT_AVAILABLE"
)

// Error is every error that the engine returns: what went wrong and what to do.
type Error struct {
	Kind         Kind
	Message      string
	Hint         string // what the caller can do
	RetryAfterMs int64  // KindBusy only
	Secrets      bool   // KindInvalid only: the text to be stored contains secrets
	Err          error  // cause, may be nil
}

func (e *Error) Error() string {
	if e.Err != nil {
		return fmt.Sprintf("%s: %v", e.Message, e.Err)
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }

// Invalid refuses a caller's request: the format names the value and the limit, the hint says what to do.
func Invalid(format, hint string, args ...any) *Error {
	return &Error{Kind: KindInvalid, Message: fmt.Sprintf(format, args...), Hint: hint}
}
