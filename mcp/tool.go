package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strings"
	"time"

	"asterism/engine"
	"asterism/mcp/arguments"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// tool is one tool: what a client is told of it, and what a call does.
type tool struct {
	name, title, description string
	hints                    hints
	input                    string   // JSON schema of the arguments
	output                   string   // properties of the result, as the inside of a JSON object
	always                   []string // properties every successful result has
	prepare                  func(a *arguments.Given) job
}

// job is what a call does once its arguments were read without a problem. now is the moment of the call.
type job func(ctx context.Context, e Engine, now time.Time) (*outcome, error)

// hints are the annotations of a tool; all four are always sent, because their defaults mislead.
type hints struct{ readOnly, destructive, idempotent, openWorld bool }

// outcome is what a successful call gives back.
type outcome struct {
	payload   any           // marshals to a JSON object
	namespace string        // whose pulse goes with it
	pulse     *engine.Pulse // measured by the call itself; nil: the namespace's running one
}

// names lists the arguments the tool takes, as its schema says.
func (t *tool) names() ([]string, error) {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal([]byte(t.input), &schema); err != nil {
		return nil, fmt.Errorf("read input schema of %s: %w", t.name, err)
	}
	var out []string
	for name := range schema.Properties {
		out = append(out, name)
	}
	sort.Strings(out)
	return out, nil
}

// definition is the tool as tools/list sends it.
func (t *tool) definition() (protocol.Tool, error) {
	d := protocol.NewToolWithRawSchema(t.name, t.description, compact(t.input))
	d.Title = t.title
	d.RawOutputSchema = compact(t.outputSchema())
	h := t.hints
	d.Annotations = protocol.ToolAnnotation{
		ReadOnlyHint: &h.readOnly, DestructiveHint: &h.destructive,
		IdempotentHint: &h.idempotent, OpenWorldHint: &h.openWorld,
	}
	if d.RawInputSchema == nil || d.RawOutputSchema == nil {
		return d, fmt.Errorf("define tool %s: a schema is not valid JSON", t.name)
	}
	return d, nil
}

// outputSchema is the schema of structuredContent. It admits the error form too: clients check a result with
// isError against the schema as well.
func (t *tool) outputSchema() string {
	always, err := json.Marshal(append(append([]string{}, t.always...), "_cognitive_pulse"))
	if err != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	b.WriteString(t.output)
	b.WriteString(`,"_cognitive_pulse":{"type":"object"},"error":{"type":"object"}},"anyOf":[{"required":`)
	b.Write(always)
	b.WriteString(`},{"required":["error"]}]}`)
	return b.String()
}

// compact takes the white space out of JSON; nil when it is not JSON.
func compact(s string) json.RawMessage {
	var v json.RawMessage
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		return nil
	}
	out, err := json.Marshal(v)
	if err != nil {
		return nil
	}
	return out
}

// read turns arguments as they were sent into the job they ask for; allowed are the names of those that the tool takes.
func (t *tool) read(raw json.RawMessage, allowed []string) (job, error) {
	a, err := arguments.Decode(raw, allowed)
	if err != nil {
		return nil, err
	}
	do := t.prepare(a)
	return do, a.Err()
}
