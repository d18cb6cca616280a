package tokens

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"
)

// answer is one kind of text, each time that it was asked for.
type answer struct {
	name  string // of the row
	goal  float64
	texts []string
}

// questions have their answers in memories.txt.
var questions = []string{
	"which release shipped on 12 March 2026?", "whom to notify after deployment?", "What is the current API rate limit?", "May I deploy on Friday?",
	"why was Postgres chosen?", "how are prices stored?", "who owns checkout?",
}

// unansweredQuestions have no answer in memories.txt.
var unansweredQuestions = []string{
	"what does the violin teacher charge for a lesson?", "how long does sourdough have to rest?", "which vaccine does the puppy need first?", "what is the capital of Mongolia?",
	"how warm does a greenhouse have to be for orchids?", "who won the chess championship?", "where do penguins breed?",
}

// found is how many memories a search is asked for, and gives.
const found = 10

// answers asks for every kind, in a fresh store.
func (s *session) answers(ctx context.Context) (out []answer, err error) {
	for _, kind := range []struct {
		name   string
		goal   float64
		ask    func(context.Context) ([]string, error)
		beside bool // the structured content is counted too
	}{
		{"tokens_store", 40, s.stored, true},
		{"tokens_search_10", 450, s.searched, true},
		{"tokens_no_answer", 60, s.unanswered, true},
		{"tokens_dream_plan", 400, s.dreamt, false},
		{"tokens_drift", 250, s.drifted, false},
		{"tokens_status", 150, s.stated, false},
		{"tokens_goal_check", 60, s.checked, false},
	} {
		s.structured = nil
		texts, err := kind.ask(ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", kind.name, err)
		}
		out = append(out, answer{kind.name, kind.goal, texts})
		if kind.beside {
			out = append(out, answer{kind.name + "_structured", math.NaN(), s.structured})
		}
	}
	return out, nil
}

// each calls a tool with each of the arguments.
func (s *session) each(ctx context.Context, tool string, arguments ...map[string]any) (texts []string, err error) {
	for _, a := range arguments {
		text, err := s.call(ctx, tool, a, nil)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// unanswered are searches of what no memory answers. Each must be told so.
func (s *session) unanswered(ctx context.Context) (texts []string, err error) {
	for _, q := range unansweredQuestions {
		var a struct{ NothingRelevant bool }
		text, err := s.call(ctx, "search_graph", map[string]any{"query": q, "topK": found}, &a)
		if err != nil {
			return nil, err
		}
		if !a.NothingRelevant {
			return nil, fmt.Errorf("%q: it is not told that nothing is relevant: %s", q, text)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// stored are memories that are stored, every other one measured.
func (s *session) stored(ctx context.Context) (texts []string, err error) {
	for i, m := range memories() {
		tool, arguments := "store_memory", map[string]any{"content": m}
		if i%2 == 0 {
			tool, arguments["rationale"] = "inject_context", "worth keeping"
		}
		text, err := s.call(ctx, tool, arguments, nil)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// searched are searches of [found] memories. Each must show the whole texts.
func (s *session) searched(ctx context.Context) (texts []string, err error) {
	for _, q := range questions {
		var a struct {
			Results []struct{ Snippet string }
		}
		text, err := s.call(ctx, "search_graph", map[string]any{"query": q, "topK": found}, &a)
		if err != nil {
			return nil, err
		}
		whole := 0
		for _, m := range memories() {
			if strings.Contains(text, m) {
				whole++
			}
		}
		if whole != found || len(a.Results) != found {
			return nil, fmt.Errorf("%q: %d results of which %d are whole in the text, want %d: %s", q, len(a.Results), whole, found, text)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// dreamt are the plans of a dream in a store that has been searched, so that there are links to propose, and holds copies.
func (s *session) dreamt(ctx context.Context) ([]string, error) {
	for _, m := range memories()[:8] {
		if _, err := s.call(ctx, "store_memory", map[string]any{"content": strings.TrimSuffix(m, ".")}, nil); err != nil {
			return nil, err
		}
	}
	return s.each(ctx, "trigger_dream", map[string]any{"rationale": "end of the week", "dry_run": true},
		map[string]any{"rationale": "end of the week", "dry_run": true, "phase": "nrem"}, map[string]any{"rationale": "end of the week", "dry_run": true, "phase": "rem"})
}

// drifted are measurements without a goal, with one, and with a few before.
func (s *session) drifted(ctx context.Context) (texts []string, err error) {
	without, err := s.each(ctx, "get_alignment_drift", map[string]any{})
	if err != nil {
		return nil, err
	}
	if _, err := s.call(ctx, "set_north_star", map[string]any{"description": "A checkout that never charges a customer twice"}, nil); err != nil {
		return nil, err
	}
	if err := s.aligned(ctx); err != nil {
		return nil, err
	}
	with, err := s.each(ctx, "get_alignment_drift", map[string]any{}, map[string]any{}, map[string]any{}, map[string]any{"timeframe": "7d", "include_history": true})
	return append(without, with...), err
}

// aligned waits until all memories are measured against the goal: until then answers have a line about that.
func (s *session) aligned(ctx context.Context) error {
	for {
		var a struct {
			Alignment struct{ Running bool }
		}
		if _, err := s.call(ctx, "get_goals", map[string]any{}, &a); err != nil || !a.Alignment.Running {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

// stated is the whole state, with the goal that [session.drifted] set and its measurements.
func (s *session) stated(ctx context.Context) ([]string, error) {
	return s.each(ctx, "get_autonomous_status", map[string]any{})
}

// checked are checks of steps: on that goal, and off it until the work has left it.
func (s *session) checked(ctx context.Context) ([]string, error) {
	var each []map[string]any
	for i, m := range append([]string{"Send an idempotency key with each charge, so that no customer is charged twice", "Charge the customer twice in the checkout"}, memories()[:8]...) {
		each = append(each, map[string]any{"step_number": i, "action": m})
	}
	return s.each(ctx, "check_goal_drift", each...)
}
