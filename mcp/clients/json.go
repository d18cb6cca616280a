package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/tailscale/hujson"
)

// changeJSON sets the member name of the object key, or removes it if want is nil. key may be a/b: an object in an object. Comments, commas and white space elsewhere stay.
func changeJSON(before []byte, key, name string, want any) ([]byte, error) {
	if len(bytes.TrimSpace(before)) == 0 {
		before = []byte("{}\n")
	}
	v, err := hujson.Parse(before)
	if err != nil {
		return nil, err
	}
	strict := v.IsStandard()
	root, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil, errors.New("it holds no JSON object")
	}
	step := indentOf(root)
	path := strings.Split(key, "/")
	servers, err := holders(root, path, step, want != nil)
	if err != nil {
		return nil, err
	}
	in := strings.Repeat(step, len(path)) // indentation of the holder's brace
	switch {
	case servers == nil:
	case want == nil:
		remove(servers, name)
	default:
		body, err := json.MarshalIndent(want, in+step, step)
		if err != nil {
			return nil, err
		}
		if err := set(servers, name, body, "\n"+in+step, "\n"+in); err != nil {
			return nil, err
		}
	}
	after := v.Pack()
	if strict && !v.IsStandard() {
		return nil, errors.New("the change would not be plain JSON")
	}
	return after, onlyEntryChangedJSON(before, after, key, name)
}

func onlyEntryChangedJSON(before, after []byte, key, name string) error {
	var was, is map[string]any
	for text, to := range map[*[]byte]*map[string]any{&before: &was, &after: &is} {
		plain, err := hujson.Standardize(bytes.Clone(*text))
		if err == nil {
			err = json.Unmarshal(plain, to)
		}
		if err != nil {
			return err
		}
	}
	return onlyEntryChanged(was, is, key, name)
}

// indentOf returns the indentation of the file's members.
func indentOf(o *hujson.Object) string {
	if len(o.Members) > 0 {
		before := string(o.Members[0].Name.BeforeExtra)
		if i := strings.LastIndexByte(before, '\n'); i >= 0 && strings.TrimLeft(before[i+1:], " \t") == "" && len(before) > i+1 {
			return before[i+1:]
		}
	}
	return "  "
}

// holders returns the object at a path. If make is set it creates missing parts. An object on the way must not contain entries, as an older program wrote them.
func holders(at *hujson.Object, path []string, step string, make bool) (*hujson.Object, error) {
	for depth, key := range path {
		if depth > 0 {
			for _, m := range at.Members {
				o, ok := m.Value.Value.(*hujson.Object)
				if l, named := m.Name.Value.(hujson.Literal); ok && named && member(o, "type") != nil {
					return nil, fmt.Errorf("%q stands directly under %q, where an older version looks for it, and this one under %q", l.String(), path[depth-1], strings.Join(path, "."))
				}
			}
		}
		in := strings.Repeat(step, depth)
		next, err := holder(at, key, "\n"+in+step, "\n"+in, make)
		if next == nil || err != nil {
			return nil, err
		}
		at = next
	}
	return at, nil
}

// holder returns the object called key. If there is none and make is set, it creates it after the text before, with end before the closing brace.
func holder(in *hujson.Object, key, before, end string, make bool) (*hujson.Object, error) {
	if m := member(in, key); m != nil {
		o, ok := m.Value.Value.(*hujson.Object)
		if !ok {
			return nil, fmt.Errorf("%q is no object", key)
		}
		return o, nil
	}
	if !make {
		return nil, nil
	}
	if err := set(in, key, []byte("{}"), before, end); err != nil {
		return nil, err
	}
	return member(in, key).Value.Value.(*hujson.Object), nil
}

func member(o *hujson.Object, name string) *hujson.ObjectMember {
	for i := range o.Members {
		if l, ok := o.Members[i].Name.Value.(hujson.Literal); ok && l.String() == name {
			return &o.Members[i]
		}
	}
	return nil
}

// set sets a member's value. A new member is added at the end, after the text `before`, with `end` before the closing brace.
func set(o *hujson.Object, name string, body []byte, before, end string) error {
	v, err := hujson.Parse(body)
	if err != nil {
		return err
	}
	if m := member(o, name); m != nil {
		m.Value.Value = v.Value
		return nil
	}
	if len(o.Members) == 0 && blank(o.AfterExtra) {
		o.AfterExtra = hujson.Extra(end)
	}
	comments, last := lastLine(o.AfterExtra) // comments of the member before
	o.AfterExtra = hujson.Extra(last)
	o.Members = append(o.Members, hujson.ObjectMember{
		Name:  hujson.Value{BeforeExtra: hujson.Extra(comments + before), Value: hujson.String(name)},
		Value: hujson.Value{BeforeExtra: hujson.Extra(" "), Value: v.Value},
	})
	return nil
}

// remove removes a member, and keeps the comments of the one before in place.
func remove(o *hujson.Object, name string) {
	for i := range o.Members {
		if l, ok := o.Members[i].Name.Value.(hujson.Literal); !ok || l.String() != name {
			continue
		}
		comments, _ := lastLine(o.Members[i].Name.BeforeExtra)
		o.Members = append(o.Members[:i:i], o.Members[i+1:]...)
		behind := &o.AfterExtra
		if i < len(o.Members) {
			behind = &o.Members[i].Name.BeforeExtra
		}
		*behind = joined(comments, *behind)
		if i > 0 && i == len(o.Members) && blank(o.Members[i-1].Value.AfterExtra) {
			o.Members[i-1].Value.AfterExtra = nil // white space before a removed comma
		}
		return
	}
}
