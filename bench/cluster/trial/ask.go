package trial

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"asterism/bench/cluster/history"
	"asterism/bench/toolcall"
)

// ErrNotReached says that no connection to a node could be made: it received nothing.
var ErrNotReached = errors.New("the node cannot be reached")

// errNothingDone says that a call was refused for now and changed nothing.
var errNothingDone = errors.New("refused for now")

// ask makes a call at a node. The error wraps errNothingDone where the call is no part of a history, and is another where the answer makes no sense.
func ask(ctx context.Context, c *toolcall.Caller, m *memory, call history.Call) (history.Answer, error) {
	var got struct {
		Stored string `json:"fingerprintId"`
		Memory struct {
			ID        string  `json:"id"`
			Content   string  `json:"content"`
			Forgotten *string `json:"forgotten"`
		} `json:"memory"`
	}
	tool, arguments := request(m, call)
	err := c.Once(ctx, tool, arguments, &got)
	var refused *toolcall.Error
	switch {
	case err == nil && call.Op == history.Remember:
		m.id = got.Stored
		return history.Answer{}, nil
	case err == nil && call.Op == history.Get:
		return history.Answer{Text: got.Memory.Content, Gone: got.Memory.Forgotten != nil}, nil
	case err == nil:
		return history.Answer{}, nil
	case errors.Is(err, ErrNotReached):
		return history.Answer{}, errNothingDone
	case errors.Is(err, toolcall.ErrGone):
		return history.Answer{Outcome: history.Unknown}, nil
	case errors.As(err, &refused):
		return refusal(refused, call)
	}
	return history.Answer{}, err
}

// request is the tool of a call.
func request(m *memory, call history.Call) (tool string, arguments map[string]any) {
	switch call.Op {
	case history.Remember:
		return "store_memory", map[string]any{"content": call.Text, "rationale": "trial of a cluster", "namespace": m.namespace}
	case history.Update:
		return "update_memory", map[string]any{"id": m.id, "content": call.Text}
	case history.Forget:
		return "forget_memory", map[string]any{"id": m.id}
	case history.Restore:
		return "restore_memory", map[string]any{"id": m.id}
	}
	return "get_memory", map[string]any{"id": m.id}
}

// refusal returns what a tool's error means for the history. A call that failed on the way may have been carried out: the history must be valid with it or without it.
func refusal(e *toolcall.Error, call history.Call) (history.Answer, error) {
	switch {
	case e.Name == "BUSY":
		return history.Answer{}, fmt.Errorf("%w: %w", errNothingDone, e)
	case e.Name == "FINGERPRINT_NOT_FOUND", e.Name == "INVALID_PARAMS" && call.Op == history.Update && strings.Contains(e.Message, "was forgotten"):
		return history.Answer{Outcome: history.Missing}, nil
	case e.Name == "STORAGE" && call.Op == history.Get:
		return history.Answer{}, fmt.Errorf("%w: %w", errNothingDone, e)
	case e.Name == "STORAGE":
		return history.Answer{Outcome: history.Unknown}, nil
	}
	return history.Answer{}, e
}
