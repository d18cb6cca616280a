package mcp

import (
	"context"
	"encoding/json"
	"strings"

	"asterism/engine"
	"asterism/mcp/arguments"
	"asterism/mcp/failure"
	"asterism/mcp/tools"
)

// mostSummed is how many stored memories the prompt shows, so that they are not stored again.
const mostSummed = 20

// sessionSummaryPrompt asks the model to store a session's lasting facts at its end.
func sessionSummaryPrompt() *prompt {
	return &prompt{
		name:        "session_summary",
		title:       "Sum up this session",
		description: "Sum up what was done, and store what a later session will need.",
		arguments: []namedArgument{
			{name: "session_id", description: "The session that memories are stored under; default the newest memories of the namespace", values: sessionValues},
			namespaceArgument,
		},
		prepare: prepareSessionSummary,
	}
}

func prepareSessionSummary(a *arguments.Given) promptJob {
	session, namespace := a.Name("session_id", engine.MaxNameBytes), a.Name("namespace", engine.MaxNameBytes)
	return func(ctx context.Context, e *tools.Engine) (string, []json.RawMessage, error) {
		goals, err := tools.Answer(ctx, e, "get_goals", map[string]any{"namespace": namespace})
		if err != nil {
			return "", nil, err
		}
		known, err := tools.Answer(ctx, e, "list_memories", map[string]any{"namespace": namespace, "session_id": session, "limit": mostSummed})
		return sessionTask(namespace, session), []json.RawMessage{goals, known}, err
	}
}

func sessionTask(namespace, session string) string {
	under := "rationale"
	for _, v := range [][2]string{{"namespace", namespace}, {"session_id", session}} {
		if v[1] != "" {
			under += " and " + v[0] + " " + failure.Quote(v[1])
		}
	}
	return strings.Join([]string{
		"Sum up this session, so that a later one can go on from here.",
		"",
		"1. Say in at most five sentences what was done, what was decided, and what is open.",
		"2. List what a later session will need and cannot look up elsewhere: decisions and their reasons, causes of bugs, preferences, facts about people and dates.",
		"3. Leave out what is stored already (the newest memories follow), secrets and passwords, what the repository or the web says anyway, small talk, passing state.",
		"4. Store each of the rest with inject_context, with " + under + ": one fact a memory, understandable alone. Where a memory is no longer true, say which.",
		"",
		"The answers of get_goals and list_memories follow. " + untrustedData,
	}, "\n")
}
