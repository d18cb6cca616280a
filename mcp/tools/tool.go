package tools

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"time"

	"asterism/engine"
	"asterism/mcp/arguments"
	"asterism/models"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// Tool is one tool: its definition for clients, and what a call does.
type Tool struct {
	Name, Title, Description string
	Hints                    Hints
	Input                    string            // JSON schema of the arguments
	Formerly                 map[string]string // former names of arguments, which are accepted but not shown, and their present names
	AtHand                   bool              // asks clients that load tools on demand to load it at the start
	Numbers                  bool              // its answer is numbers for a program, so every client gets the structured content
	Output                   string            // properties of the result, as the inside of a JSON object
	Always                   []string          // properties of every successful result
	IDs                      []string          // arguments that name memories: some digits stand for the whole id
	Gone                     bool              // IDs may name forgotten memories, too
	GoalIDs                  []string          // arguments that name goals; digits as in IDs
	QueryIDs                 []string          // arguments that name searches' answers; digits as in IDs
	Unknown                  whenUnknown       // when it reports that the given namespace is unknown
	Each                     string            // the list of objects with those arguments; empty: the call itself has them
	Prepare                  func(a *arguments.Given) Job
}

// Job is the work of a call after its arguments were read without a problem. now is the time of the call.
type Job func(ctx context.Context, e *Engine, now time.Time) (*Outcome, error)

// Hints are the annotations of a tool. All four are always sent, because their defaults mislead.
type Hints struct{ ReadOnly, Destructive, Idempotent, OpenWorld bool }

// Outcome is the result of a successful call.
type Outcome struct {
	Payload   any           // marshals to a JSON object
	Namespace string        // the namespace of the pulse
	Pulse     *engine.Pulse // measured by the call itself; nil: the namespace's running pulse
}

// Names returns the tool's arguments, from its schema.
func (t *Tool) Names() ([]string, error) {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal([]byte(t.Input), &schema); err != nil {
		return nil, fmt.Errorf("read input schema of %s: %w", t.Name, err)
	}
	var out []string
	for name := range schema.Properties {
		out = append(out, name)
	}
	sort.Strings(out)
	return out, nil
}

// alwaysLoad is the member of a tool's _meta that makes Claude Code load it at the start: https://code.claude.com/docs/en/mcp.
const alwaysLoad = "anthropic/alwaysLoad"

// Definition returns the tool as tools/list sends it.
func (t *Tool) Definition() (protocol.Tool, error) {
	d := protocol.NewToolWithRawSchema(t.Name, t.Description, compact(t.Input))
	d.Title = t.Title
	d.RawOutputSchema = compact(t.OutputSchema())
	h := t.Hints
	d.Annotations = protocol.ToolAnnotation{
		ReadOnlyHint: &h.ReadOnly, DestructiveHint: &h.Destructive,
		IdempotentHint: &h.Idempotent, OpenWorldHint: &h.OpenWorld,
	}
	if t.AtHand {
		d.Meta = &protocol.Meta{AdditionalFields: map[string]any{alwaysLoad: true}}
	}
	if d.RawInputSchema == nil || d.RawOutputSchema == nil {
		return d, fmt.Errorf("define tool %s: a schema is not valid JSON", t.Name)
	}
	return d, nil
}

// OutputSchema returns the schema of structuredContent. It allows the error form too, since clients also check a result with isError against it.
func (t *Tool) OutputSchema() string {
	always, err := json.Marshal(append(append([]string{}, t.Always...), "_cognitive_pulse"))
	if err != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	b.WriteString(t.Output)
	b.WriteString(`,"_cognitive_pulse":{"type":"object"},"error":{"type":"object"}},"anyOf":[{"required":`)
	b.Write(always)
	b.WriteString(`},{"required":["error"]}]}`)
	return b.String()
}

// compact removes the white space from JSON; nil if it is not JSON.
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

// Read turns the arguments of a call into a job. allowed are the names of the tool's arguments, and home is the caller's namespace.
func (t *Tool) Read(raw json.RawMessage, allowed []string, home string) (Job, error) {
	a, err := arguments.Decode(raw, allowed, t.Formerly)
	if err != nil {
		return nil, err
	}
	a.Home = home
	do := t.Prepare(a)
	if err := a.Err(); err != nil || t.Unknown == neverSaid {
		return do, err
	}
	return t.sayingUnknown(do, a.Name("namespace", engine.MaxNameBytes)), a.Err()
}

// spaceCount is the number of spaces, for the texts and schemas of tools.
var spaceCount = strconv.Itoa(models.Count)
