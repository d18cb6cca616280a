package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"asterism/engine/store"
	"asterism/mcp/arguments"
)

// Resolver finds a memory by some digits of its id. Errors are *engine.Error.
type Resolver interface {
	Resolve(ctx context.Context, digits string) (store.ID, error)
}

// idFormat marks, in a tool's input schema, strings that name memories.
const idFormat = "id"

// idArguments lists the arguments that name memories: those whose schema, or whose items' schema, has [idFormat].
func (t *Tool) idArguments() (out []string, err error) {
	type property struct {
		Format string `json:"format"`
	}
	var schema struct {
		Properties map[string]struct {
			property
			Items property `json:"items"`
		} `json:"properties"`
	}
	if err := json.Unmarshal([]byte(t.Input), &schema); err != nil {
		return nil, fmt.Errorf("read input schema of %s: %w", t.Name, err)
	}
	for name, p := range schema.Properties {
		if p.Format == idFormat || p.Items.Format == idFormat {
			out = append(out, name)
		}
	}
	return out, nil
}

// WholeIDs replaces digits of ids by whole ids. It calls engine only when an argument has such digits. Arguments of another type are left as they are:
// they are refused when the arguments are read.
func (t *Tool) WholeIDs(ctx context.Context, raw json.RawMessage, engine func() (Resolver, error)) (json.RawMessage, error) {
	if !strings.Contains(t.Input, `"format":"`+idFormat+`"`) { // the usual tool, whose schema need not be read
		return raw, nil
	}
	names, err := t.idArguments()
	if err != nil {
		return raw, err
	}
	if !slices.ContainsFunc(names, func(name string) bool { return bytes.Contains(raw, []byte(`"`+name+`"`)) }) {
		return raw, nil
	}
	var given map[string]json.RawMessage
	if json.Unmarshal(raw, &given) != nil {
		return raw, nil
	}
	changed := false
	for _, name := range names {
		whole, err := wholeIDs(ctx, given[name], engine)
		if err != nil {
			return nil, err
		}
		if whole != nil {
			given[name], changed = whole, true
		}
	}
	if !changed {
		return raw, nil
	}
	return json.Marshal(given)
}

// wholeIDs is one argument, a string or a list of them, with whole ids; nil where nothing is to be changed.
func wholeIDs(ctx context.Context, raw json.RawMessage, engine func() (Resolver, error)) (json.RawMessage, error) {
	var one string
	var many []string
	single := json.Unmarshal(raw, &one) == nil && raw != nil
	if single {
		many = []string{one}
	} else if json.Unmarshal(raw, &many) != nil {
		return nil, nil
	}
	changed := false
	for i, v := range many {
		if !isDigits(v) {
			continue
		}
		e, err := engine()
		if err != nil {
			return nil, err
		}
		id, err := e.Resolve(ctx, v)
		if err != nil {
			return nil, err
		}
		many[i], changed = id.String(), true
	}
	switch {
	case !changed:
		return nil, nil
	case single:
		return json.Marshal(many[0])
	}
	return json.Marshal(many)
}

// isDigits reports whether a text may be a part of an id: hexadecimal digits and hyphens, and no whole UUID.
func isDigits(v string) bool {
	if _, err := arguments.StrictUUID(v); err == nil || len(v) < 6 || len(v) > 35 {
		return false
	}
	for _, c := range v {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') && (c < 'A' || c > 'F') && c != '-' {
			return false
		}
	}
	return true
}
