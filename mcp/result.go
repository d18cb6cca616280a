package mcp

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"asterism/engine"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

type pulseView struct {
	Entropy         float64 `json:"entropy"`
	Coherence       float64 `json:"coherence"`
	SuggestedAction string  `json:"suggested_action"`
}

// success builds the result of a call that worked: structured content and the same JSON as text.
func success(payload any, pulse *engine.Pulse) (*protocol.CallToolResult, error) {
	body, err := json.Marshal(payload)
	if err != nil {
		return nil, fmt.Errorf("encode result: %w", err)
	}
	if body, err = withPulse(body, pulse); err != nil {
		return nil, err
	}
	return structured(body), nil
}

// failed builds the result of a call that the caller can repair. pulse is nil while there is no engine yet.
func failed(f *Failure, pulse *engine.Pulse) (*protocol.CallToolResult, error) {
	r, err := success(map[string]*Failure{"error": f}, pulse)
	if err != nil {
		return nil, err
	}
	r.IsError = true
	return r, nil
}

func structured(body json.RawMessage) *protocol.CallToolResult {
	return &protocol.CallToolResult{
		Content:           []protocol.Content{protocol.NewTextContent(string(body))},
		StructuredContent: body,
	}
}

// withPulse adds the pulse as the last member of a JSON object.
func withPulse(body json.RawMessage, p *engine.Pulse) (json.RawMessage, error) {
	if p == nil {
		return body, nil
	}
	member, err := json.Marshal(pulseView{round(p.Entropy, 4), round(p.Coherence, 4), p.SuggestedAction})
	if err != nil {
		return nil, fmt.Errorf("encode pulse: %w", err)
	}
	out := append(json.RawMessage{}, body[:len(body)-1]...)
	if len(out) > 1 {
		out = append(out, ',')
	}
	out = append(out, `"_cognitive_pulse":`...)
	out = append(out, member...)
	return append(out, '}'), nil
}

// round keeps the digits that mean something: every figure goes into a model's context. What is not finite stays
// so and fails the encoding, loudly.
func round(v float64, digits int) float64 {
	scale := math.Pow(10, float64(digits))
	if r := math.Round(v*scale) / scale; !math.IsInf(r, 0) {
		return r
	}
	return v
}

// ms gives a duration in milliseconds with microseconds behind the point.
func ms(d time.Duration) float64 { return round(float64(d)/float64(time.Millisecond), 3) }

// stamp writes a time as RFC 3339 in UTC; nil for the zero time.
func stamp(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	s := t.UTC().Format(time.RFC3339Nano)
	return &s
}
