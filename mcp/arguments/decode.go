package arguments

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"asterism/engine"
	"asterism/engine/fault"
	"asterism/engine/spell"
	"asterism/mcp/failure"
)

// Given are the arguments of one call. The reading methods (read.go) record errors and continue, so that Err reports all of them at the same time and the caller can correct the
// call in one step.
type Given struct {
	fields   map[string]json.RawMessage
	Asked    map[string]bool // names that were read; a test compares them with the schema
	Home     string          // the caller's namespace, for calls that name none; empty: the default one
	Problems []string        // the errors so far
}

// Decode reads the arguments object of a call. A name outside allowed is an error, never ignored, and so is a name given twice. formerly maps former names, which are accepted but
// not shown, to the present ones; it may be nil. JSON null means "not given".
func Decode(raw json.RawMessage, allowed []string, formerly map[string]string) (*Given, error) {
	a := &Given{fields: map[string]json.RawMessage{}, Asked: map[string]bool{}}
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || bytes.Equal(raw, []byte("null")) {
		return a, nil
	}
	if !utf8.Valid(raw) {
		return nil, failure.New(engine.KindInvalid, "Send UTF-8.", "arguments are not valid UTF-8 at byte %d", engine.FirstBadByte(string(raw)))
	}
	if half := fault.HalfCharacter(raw); half != "" {
		return nil, failure.New(engine.KindInvalid, "Send whole characters; nothing was done.", "%s", half)
	}
	if raw[0] != '{' {
		return nil, failure.New(engine.KindInvalid, "", "arguments must be a JSON object, not %s", Kind(raw))
	}
	if err := a.open(raw, allowed, formerly); err != nil {
		return nil, failure.New(engine.KindInvalid, "", "arguments are not valid JSON: %v", err)
	}
	return a, a.Err()
}

func (a *Given) open(raw json.RawMessage, allowed []string, formerly map[string]string) error {
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
		name := key.(string)
		if now, ok := formerly[name]; ok {
			name = now
		}
		a.add(name, value, allowed)
	}
	if _, err := dec.Token(); err != nil {
		return err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the object")
	}
	return nil
}

func (a *Given) add(name string, value json.RawMessage, allowed []string) {
	known := false
	for _, v := range allowed {
		known = known || v == name
	}
	switch _, twice := a.fields[name]; {
	case !known:
		a.unknown(name, allowed)
	case twice:
		a.Problem("argument %q is given twice", name)
	default:
		a.fields[name] = value
	}
}

func (a *Given) unknown(name string, allowed []string) {
	meant := elsewhere[name]
	if !slices.Contains(allowed, meant) {
		meant = spell.Nearest(name, allowed)
	}
	switch {
	case meant != "":
		a.Problem("unknown argument %s: did you mean %q?", failure.Quote(name), meant)
	case len(allowed) == 0:
		a.Problem("unknown argument %s: this tool takes none", failure.Quote(name))
	default:
		a.Problem("unknown argument %s: valid are %s", failure.Quote(name), strings.Join(allowed, ", "))
	}
}

// elsewhere maps the names that other programs use for an argument to ours, where our name is not the nearest by letters.
var elsewhere = map[string]string{"since": "after", "from": "after", "until": "before", "to": "before"}

// Err returns the errors of the arguments as one failure, or nil.
func (a *Given) Err() error {
	if len(a.Problems) == 0 {
		return nil
	}
	const most = 5
	list := a.Problems
	if len(list) > most {
		list = append(list[:most:most], "and more")
	}
	return failure.New(engine.KindInvalid, "", "%s", strings.Join(list, "; "))
}

// Kind returns the kind of a JSON value, for messages.
func Kind(raw json.RawMessage) string {
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
