package assistants

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"asterism/engine/pattern"
	"asterism/mcp/clients"
)

// forFlag names the assistant that runs a hook. `asterism setup` writes it.
const (
	forFlag    = "for"
	claudeCode = "claude-code"
)

// hookSeconds is after how many seconds the assistant ends a hook that has not ended itself.
const hookSeconds = 5

// A form is what differs between assistants: which of our hooks they can run, what they send, and what they read.
type form struct {
	hooks  []clients.Hook                      // for setup: the events, with the name of our hook as their Command
	folder string                              // the variable with the project's folder; "": there is none, and the event's folder is used
	shell  string                              // the tool that runs commands
	output func(answer json.RawMessage) string // extracts a command's output from this tool's answer; "" if that is not known
	object bool                                // standard output must be a JSON object
}

// forms are the assistants with known hooks. The hooks before a compaction and at a session's end read the transcript, so an assistant only has them if its transcript format is
// known.
var forms = map[string]form{
	// https://code.claude.com/docs/en/hooks
	claudeCode: {folder: "CLAUDE_PROJECT_DIR", shell: "Bash", output: outOfObject, hooks: []clients.Hook{
		{Event: "SessionStart", Command: "session-start", Timeout: hookSeconds},
		{Event: "UserPromptSubmit", Command: "user-prompt", Timeout: hookSeconds},
		{Event: "PostToolUse", Matcher: "Bash", Command: "post-tool", Timeout: hookSeconds},
		{Event: "PreCompact", Command: "pre-compact", Timeout: hookSeconds},
		{Event: "SessionEnd", Command: "session-end", Timeout: hookSeconds},
	}},
	// https://developers.openai.com/codex/hooks: plain text of the first two is added to the context. The format of the transcript may change, and no event reports the end of a
	// session (Stop reports the end of a turn). The page does not specify a command's answer. A text is read; other forms are ignored.
	"codex": {shell: "Bash", output: text, hooks: []clients.Hook{
		{Event: "SessionStart", Command: "session-start", Timeout: hookSeconds},
		{Event: "UserPromptSubmit", Command: "user-prompt", Timeout: hookSeconds},
		{Event: "PostToolUse", Matcher: "Bash", Command: "post-tool", Timeout: hookSeconds},
	}},
	// https://geminicli.com/docs/hooks/reference and …/docs/hooks: time in milliseconds, standard output is JSON. Of the transcript only the path is specified.
	"gemini-cli": {folder: "GEMINI_PROJECT_DIR", shell: "run_shell_command", output: outOfDisplay, object: true, hooks: []clients.Hook{
		{Event: "SessionStart", Command: "session-start", Timeout: 1000 * hookSeconds},
		{Event: "BeforeAgent", Command: "user-prompt", Timeout: 1000 * hookSeconds},
		{Event: "AfterTool", Matcher: "run_shell_command", Command: "post-tool", Timeout: 1000 * hookSeconds},
	}},
}

// formNames returns the names of the assistants that have a form.
func formNames() (names []string) {
	for name := range forms {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// formOf returns the form of an assistant that can run a hook.
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

// event returns the assistant's event for one of our hooks; "" if it has none.
func (f form) event(hook string) string {
	for _, h := range f.hooks {
		if h.Command == hook {
			return h.Event
		}
	}
	return ""
}

// printed returns what a hook prints so that the assistant reads a text; "" for none.
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

// outOfObject returns a command's output from an answer that is an object.
func outOfObject(answer json.RawMessage) string {
	var o struct {
		Out string `json:"stdout"`
	}
	if json.Unmarshal(answer, &o) != nil {
		return ""
	}
	return o.Out
}

// text returns an answer that is a text.
func text(answer json.RawMessage) (out string) {
	if json.Unmarshal(answer, &out) != nil {
		return ""
	}
	return out
}

// labelled matches the label before a command's output in the text for the model, on its first line.
var labelled = pattern.New(`(?m)^(?:Output|Stdout): `)

// outOfDisplay returns a command's output from an answer of Gemini CLI's tools: the text for a person, else the one for the model without its label.
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
