package mcp

import (
	"context"
	"errors"
	"testing"

	"asterism/engine"
	"asterism/mcp/tools"
)

// TestLongCallsOfTheRealEngine: each reports its progress, and ends early when it is cancelled at the first report.
func TestLongCallsOfTheRealEngine(t *testing.T) {
	s := newStage(t)
	for tool, args := range map[string]given{
		"get_alignment_drift":      {"namespace": "work", "timeframe": "all"},
		"trigger_drift_correction": {"namespace": "work", "timeframe": "all", "force": true, "dry_run": true},
		"discover_sub_goals":       {"namespace": "work"},
		"store_memories":           {"memories": []given{{"content": "The lock opens at six"}, {"content": "The lock closes at nine"}}},
		"embed":                    {"texts": []string{"The lock opens at six", "The lock closes at nine"}, "spaces": []string{"semantic", "code"}},
		"trigger_dream":            {"namespace": "work", "rationale": "test", "dry_run": true},
	} {
		t.Run(tool, func(t *testing.T) {
			told, most := 0, 0
			err := tools.Ask(t.Context(), s.e, tool, args, func(message string, done, total int) {
				if told++; done > total || done < 0 || message == "" {
					t.Errorf("%q: %d of %d", message, done, total)
				}
				most = max(most, done)
			}, &struct{}{})
			if err != nil || told == 0 || most == 0 {
				t.Errorf("told %d times, at most %d: %v", told, most, err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			var answer struct{ Cancelled bool }
			if tool == "store_memories" { // the first notes are stored already
				args = given{"memories": []given{{"content": "The ferry waits"}, {"content": "The ferry has gone"}}}
			}
			err = tools.Ask(ctx, s.e, tool, args, func(string, int, int) { cancel() }, &answer)
			var e *engine.Error
			if !answer.Cancelled && !errors.Is(err, context.Canceled) && !(errors.As(err, &e) && errors.Is(e.Err, context.Canceled)) {
				t.Errorf("cancelled: %v, %+v", err, answer)
			}
		})
	}
}
