package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"asterism/engine"
)

// arguments are the arguments of one call. The reading methods (read.go) note what is wrong and go on, so that
// err reports every mistake at once and the caller repairs the call in one step.
type arguments struct {
	fields   map[string]json.RawMessage
	read     map[string]bool // names asked for; a test compares them with the schema
	problems []string
}

// decodeArguments opens the arguments object of a call. Names outside allowed are an error, never ignored, as is
// a name given twice. JSON null stands for "not given".
func decodeArguments(raw json.RawMessage, allowed []string) (*arguments, error) {
	a := &arguments{fields: map[string]json.RawMessage{}, read: map[string]bool{}}
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return a, nil
	}
	if !utf8.Valid(raw) {
		return nil, fail(engine.KindInvalid, "Send UTF-8.", "arguments are not valid UTF-8 at byte %d", firstBadByte(raw))
	}
	if raw[0] != '{' {
		return nil, fail(engine.KindInvalid, "", "arguments must be a JSON object, not %s", jsonKind(raw))
	}
	if err := a.open(raw, allowed); err != nil {
		return nil, fail(engine.KindInvalid, "", "arguments are not valid JSON: %v", err)
	}
	return a, a.err()
}

func (a *arguments) open(raw json.RawMessage, allowed []string) error {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if _, err := dec.Token(); err != nil {
		return err
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return err
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return err
		}
		a.take(key.(string), value, allowed)
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object")
	}
	return nil
}

func (a *arguments) take(name string, value json.RawMessage, allowed []string) {
	known := false
	for _, v := range allowed {
		known = known || v == name
	}
	switch _, twice := a.fields[name]; {
	case !known:
		a.unknown(name, allowed)
	case twice:
		a.problem("argument %q is given twice", name)
	default:
		a.fields[name] = value
	}
}

func (a *arguments) unknown(name string, allowed []string) {
	switch near := nearest(name, allowed); {
	case near != "":
		a.problem("unknown argument %s: did you mean %q?", quote(name), near)
	case len(allowed) == 0:
		a.problem("unknown argument %s: this tool takes none", quote(name))
	default:
		a.problem("unknown argument %s: valid are %s", quote(name), strings.Join(allowed, ", "))
	}
}

// err returns what is wrong with the arguments as one failure, or nil.
func (a *arguments) err() error {
	if len(a.problems) == 0 {
		return nil
	}
	const most = 5
	list := a.problems
	if len(list) > most {
		list = append(list[:most:most], "and more")
	}
	return fail(engine.KindInvalid, "", "%s", strings.Join(list, "; "))
}

// jsonKind names the kind of a JSON value for a message.
func jsonKind(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "nothing"
	}
	switch raw[0] {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 't', 'f':
		return "a boolean"
	case 'n':
		return "null"
	}
	return "a number"
}

// firstBadByte is [engine.FirstBadByte] of what came over the wire; it copies it, so it is for what is known to be bad.
func firstBadByte(b []byte) int { return engine.FirstBadByte(string(b)) }
