package answer

import (
	"encoding/json"
	"fmt"

	"asterism/engine"
	"asterism/mcp/failure"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// NothingSuggested is the action of a pulse without a suggestion.
const NothingSuggested = "continue"

type pulseView struct {
	Entropy         float64 `json:"entropy"`
	Coherence       float64 `json:"coherence"`
	SuggestedAction string  `json:"suggested_action"`
}

// Success builds the result of a call that succeeded: structured content, and as text the payload's words, or the same JSON if it has none.
func Success(payload any, pulse *engine.Pulse) (*protocol.CallToolResult, error) {
	body, err := json.Marshal(payload)
	if err != nil {
		return nil, fmt.Errorf("encode result: %w", err)
	}
	if body, err = withPulse(body, pulse); err != nil {
		return nil, err
	}
	out := structured(body)
	if w, ok := payload.(worded); ok {
		if said := w.Words(); said != "" {
			out.Content = []protocol.Content{protocol.NewTextContent(bounded(said) + suggestion(pulse))}
		}
	}
	return out, nil
}

// suggestion returns the suggested action of the pulse, in words.
func suggestion(p *engine.Pulse) string {
	if p == nil || p.SuggestedAction == "" || p.SuggestedAction == NothingSuggested {
		return ""
	}
	return "Suggested: " + p.SuggestedAction + "\n"
}

// Failed is the result of a call that the caller can correct: the error in words, and what to do. pulse is nil if there is no engine yet. promised means that the tool's answers
// have the field success, which is then false.
func Failed(f *failure.Failure, pulse *engine.Pulse, promised bool) (*protocol.CallToolResult, error) {
	body := map[string]any{"error": f}
	if promised {
		body["success"] = false
	}
	r, err := Success(body, pulse)
	if err != nil {
		return nil, err
	}
	r.IsError, r.Content = true, []protocol.Content{protocol.NewTextContent(bounded(failed(f)))}
	return r, nil
}

// failed returns a failure in words, with the code at the end.
func failed(f *failure.Failure) string {
	out := ended(f.Message) // a leading argument name keeps its lower case
	if f.Hint != "" {
		out += " " + sentence(f.Hint)
	}
	code := fmt.Sprintf("%s %d", f.Name, f.Code)
	if f.RetryAfterMs > 0 {
		code += fmt.Sprintf(", retry_after_ms %d", f.RetryAfterMs)
	}
	return out + " [" + code + "]\n"
}

func structured(body json.RawMessage) *protocol.CallToolResult {
	return &protocol.CallToolResult{
		Content:           []protocol.Content{protocol.NewTextContent(bounded(string(body)))},
		StructuredContent: body,
	}
}

// withPulse adds the pulse as the last member of a JSON object.
func withPulse(body json.RawMessage, p *engine.Pulse) (json.RawMessage, error) {
	if p == nil {
		return body, nil
	}
	return withMember(body, "_cognitive_pulse", pulseView{Round(p.Entropy, 4), Round(p.Coherence, 4), p.SuggestedAction})
}

// withMember adds a last member to a JSON object.
func withMember(body json.RawMessage, name string, value any) (json.RawMessage, error) {
	member, err := json.Marshal(value)
	if err != nil {
		return nil, fmt.Errorf("encode %s: %w", name, err)
	}
	out := append(json.RawMessage{}, body[:len(body)-1]...)
	if len(out) > 1 {
		out = append(out, ',')
	}
	out = append(out, `"`+name+`":`...)
	out = append(out, member...)
	return append(out, '}'), nil
}
