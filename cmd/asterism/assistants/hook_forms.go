package assistants

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"asterism/engine/pattern"
	"asterism/mcp/clients"
)

// forFlag names the assistant that runs a hook. setup writes it.
const (
	forFlag    = "for"
	claudeCode = "claude-code"
)

// hookSeconds is after how many seconds the assistant ends a hook that does not end by itself.
const hookSeconds = 5

// A form is what differs between assistants: which of our hooks they can run, what they tell them, and what they read of them.
type form struct {
	hooks  []clients.Hook                      // what setup writes: the events, and as their Command the name of our hook
	folder string                              // the variable with the folder of the project; "": there is none, and the event's folder counts
	shell  string                              // the tool that runs commands
	output func(answer json.RawMessage) string // what a command printed, of this tool's answer; "" where that is not known
	object bool                                // standard output is read as a JSON object alone
}

// forms are the assistants whose hooks are known. The hooks before a conversation is shortened and at a session's end read the transcript, so they are there only where its form is known.
var forms = map[string]form{
	// https://code.claude.com/docs/en/hooks
	claudeCode: {folder: "CLAUDE_PROJECT_DIR", shell: "Bash", output: outOfObject, hooks: []clients.Hook{
		{Event: "SessionStart", Command: "session-start", Timeout: hookSeconds},
		{Event: "UserPromptSubmit", Command: "user-prompt", Timeout: hookSeconds},
		{Event: "PostToolUse", Matcher: "Bash", Command: "post-tool", Timeout: hookSeconds},
		{Event: "PreCompact", Command: "pre-compact", Timeout: hookSeconds},
		{Event: "SessionEnd", Command: "session-end", Timeout: hookSeconds},
	}},
	// https://developers.openai.com/codex/hooks: plain text of the first two is added to the context; the form of the transcript may change, and no event tells that a session ends (Stop
	// tells that a turn does). The page leaves the form of a command's answer open. A text is read; of another form nothing is kept.
	"codex": {shell: "Bash", output: text, hooks: []clients.Hook{
		{Event: "SessionStart", Command: "session-start", Timeout: hookSeconds},
		{Event: "UserPromptSubmit", Command: "user-prompt", Timeout: hookSeconds},
		{Event: "PostToolUse", Matcher: "Bash", Command: "post-tool", Timeout: hookSeconds},
	}},
	// https://geminicli.com/docs/hooks/reference and …/docs/hooks: time in milliseconds, standard output is JSON; of the transcript they tell no more than its path.
	"gemini-cli": {folder: "GEMINI_PROJECT_DIR", shell: "run_shell_command", output: outOfDisplay, object: true, hooks: []clients.Hook{
		{Event: "SessionStart", Command: "session-start", Timeout: 1000 * hookSeconds},
		{Event: "BeforeAgent", Command: "user-prompt", Timeout: 1000 * hookSeconds},
		{Event: "AfterTool", Matcher: "run_shell_command", Command: "post-tool", Timeout: 1000 * hookSeconds},
	}},
}

// formNames are the names of the assistants that have a form.
func formNames() (names []string) {
	for name := range forms {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// formOf is the form of an assistant that can run a hook.
func formOf(assistant, hook string) (form, error) {
	f, ok := forms[assistant]
	switch {
	case !ok:
		return form{}, fmt.Errorf("%s: --%s %q is no assistant with hooks: there are %s", hook, forFlag, assistant, strings.Join(formNames(), ", "))
	case f.event(hook) == "":
		return form{}, fmt.Errorf("%s: %s has no event that this hook could read", hook, assistant)
	}
	return f, nil
}

// event is the assistant's name for when a hook of ours runs; "" where it cannot.
func (f form) event(hook string) string {
	for _, h := range f.hooks {
		if h.Command == hook {
			return h.Event
		}
	}
	return ""
}

// printed is what a hook prints so that the assistant reads a text; "" for none.
func (f form) printed(hook, said string) (string, error) {
	if !f.object || said == "" {
		return said, nil
	}
	type specific struct {
		Event string `json:"hookEventName"`
		Text  string `json:"additionalContext"`
	}
	body, err := json.Marshal(struct {
		Specific specific `json:"hookSpecificOutput"`
	}{specific{f.event(hook), said}})
	return string(body) + "\n", err
}

// outOfObject is the member of an object that holds what a command printed.
func outOfObject(answer json.RawMessage) string {
	var o struct {
		Out string `json:"stdout"`
	}
	if json.Unmarshal(answer, &o) != nil {
		return ""
	}
	return o.Out
}

// text is an answer that is a text.
func text(answer json.RawMessage) (out string) {
	if json.Unmarshal(answer, &out) != nil {
		return ""
	}
	return out
}

// labelled is what stands before a command's output in the text for the model, on its first line.
var labelled = pattern.New(`(?m)^(?:Output|Stdout): `)

// outOfDisplay is what a command printed, of an answer in the form that Gemini CLI's tools have: the text that a person sees, or else the one for the model, which labels it.
func outOfDisplay(answer json.RawMessage) string {
	var o struct {
		Shown json.RawMessage `json:"returnDisplay"`
		Model json.RawMessage `json:"llmContent"`
	}
	if json.Unmarshal(answer, &o) != nil {
		return ""
	}
	out := text(o.Shown)
	if out == "" {
		out = text(o.Model)
	}
	return labelled.ReplaceAllString(out, "")
}
