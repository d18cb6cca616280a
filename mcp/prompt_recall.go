package mcp

import (
	"context"
	"encoding/json"
	"strings"

	"asterism/engine"
	"asterism/mcp/arguments"
	"asterism/mcp/tools"
)

// mostRecalled is how many memories the prompt contains. Later hits of a search rarely help, and each costs context.
const mostRecalled = 8

// recallPrompt searches before the model sees the prompt, so that it works with clients whose model cannot call tools.
func recallPrompt() *prompt {
	return &prompt{
		name:        "recall",
		title:       "Recall what is known",
		description: "Search the memory for a topic and answer from what it holds.",
		arguments: []namedArgument{
			{name: "topic", description: "What to recall, in plain words", required: true},
			{name: "tag", description: "Only memories with this tag", values: tagValues},
			namespaceArgument,
		},
		prepare: prepareRecall,
	}
}

func prepareRecall(a *arguments.Given) promptJob {
	topic := a.RequiredText("topic", engine.MaxContentBytes, "what to recall")
	tag, namespace := a.Text("tag", engine.MaxTagBytes), a.Name("namespace", engine.MaxNameBytes)
	return func(ctx context.Context, e *tools.Engine) (string, []json.RawMessage, error) {
		args := map[string]any{"query": topic, "namespace": namespace, "topK": mostRecalled}
		if tag != "" {
			args["tags"] = []string{tag}
		}
		found, err := tools.Answer(ctx, e, "search_graph", args)
		return recallTask(topic), []json.RawMessage{found}, err
	}
}

func recallTask(topic string) string {
	return strings.Join([]string{
		"Tell me what the memory holds about: " + topic,
		"",
		"search_graph was called with it; its answer follows, best first. Answer from that, name the id of each memory you use, and say so when it does not answer the question.",
		"get_memory reads one whole; search_graph finds more.",
		untrustedData,
	}, "\n")
}
