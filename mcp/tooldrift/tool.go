package tooldrift

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// Tool is one definition as sent by a server, and its canonical content. Make it with ParseTool.
type Tool struct {
	Name       string
	Definition json.RawMessage // unchanged
	fields     map[string]any  // normalised, for comparisons
	content    string          // canonical text of fields
}

// hints are the protocol's defaults for missing annotations (schema of 2025-06-18, ToolAnnotations).
var hints = map[string]bool{"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true}

// optional are the fields for which null means the same as a missing field.
var optional = []string{"title", "description", "outputSchema", "annotations", "icons", "_meta"}

// longestName bounds a name in bytes: every reason and warning repeats it. The protocol allows at most 128 characters.
const longestName = 256

// ParseTool reads one tool definition of tools/list. Unknown fields are kept and compared too.
func ParseTool(raw []byte) (Tool, error) {
	v, err := decode(raw)
	if err != nil {
		return Tool{}, fmt.Errorf("read tool: %w", err)
	}
	fields, ok := v.(map[string]any)
	if !ok {
		return Tool{}, errors.New("read tool: not a JSON object")
	}
	name, ok := fields["name"].(string)
	if !ok || name == "" {
		return Tool{}, errors.New("read tool: it has no name")
	}
	if len(name) > longestName {
		return Tool{}, fmt.Errorf("read tool: its name is %d bytes long; the limit is %d", len(name), longestName)
	}
	normalise(fields)
	return Tool{Name: name, Definition: json.RawMessage(strings.Clone(string(raw))), fields: fields, content: text(fields)}, nil
}

// normalise gives one form to values that mean the same to every client.
func normalise(fields map[string]any) {
	for _, k := range optional {
		if v, ok := fields[k]; ok && v == nil {
			delete(fields, k)
		}
	}
	sortSets(fields["inputSchema"])
	sortSets(fields["outputSchema"])
	if _, ok := fields["annotations"]; !ok {
		fields["annotations"] = map[string]any{}
	}
	if a, ok := fields["annotations"].(map[string]any); ok {
		for hint, preset := range hints {
			if v, ok := a[hint]; !ok || v == nil {
				a[hint] = preset
			}
		}
	}
}

// contentBut returns the content without one field, such as the name of a renamed tool.
func (t Tool) contentBut(field string) string {
	rest := make(map[string]any, len(t.fields))
	for k, v := range t.fields {
		if k != field {
			rest[k] = v
		}
	}
	return text(rest)
}

// pointer escapes a key for a JSON pointer (RFC 6901).
func pointer(key string) string { return inPointer.Replace(key) }

var inPointer = strings.NewReplacer("~", "~0", "/", "~1")

func compareText(a, b any) int { return strings.Compare(text(a), text(b)) }
