package clients

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tailscale/hujson"
)

// hooksKey is the object of a settings file with the hooks, a list of groups for each event: https://code.claude.com/docs/en/hooks.
const hooksKey = "hooks"

// Hook is a command that a client runs at an event.
type Hook struct {
	Event   string
	Matcher string // of tools; "": all
	Command string
	Timeout int // in the client's unit
}

// hookEntry is a command in a group.
type hookEntry struct {
	Type    string `json:"type"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
}

// hookGroup is the commands of one matcher.
type hookGroup struct {
	Matcher string      `json:"matcher,omitempty"`
	Hooks   []hookEntry `json:"hooks"`
}

// SetHooks plans a settings file with exactly these of our hooks: earlier ones are changed in place or removed, and new ones are added at the end. ours recognises our commands.
// Everything else stays, with its comments. If it returns an edit and an error, the file cannot be changed, and the edit has the content of a new one.
func (c Client) SetHooks(path string, want []Hook, ours func(command string) bool) (*Edit, error) {
	e, err := planned(path, 0o600, func(before []byte) ([]byte, error) { return changeHooks(before, want, ours, c.aside...) })
	if e == nil || err == nil {
		return e, err
	}
	return e, c.notAsWritten(path, err, len(want) > 0)
}

// changeHooks changes the hooks in a file. aside are members of the object of hooks that are not events.
func changeHooks(before []byte, want []Hook, ours func(string) bool, aside ...string) ([]byte, error) {
	if len(bytes.TrimSpace(before)) == 0 {
		if len(want) == 0 {
			return before, nil
		}
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
	events, err := holder(root, hooksKey, "\n"+step, "\n", len(want) > 0)
	if err != nil {
		return nil, err
	}
	if events == nil {
		return before, nil
	}
	had := len(events.Members)
	h := hooks{events: events, step: step, ours: ours, want: slices.Clone(want), aside: aside}
	if err := h.change(); err != nil {
		return nil, err
	}
	if len(events.Members) == 0 && had > 0 && blank(events.AfterExtra) {
		remove(root, hooksKey)
	}
	after := v.Pack()
	if strict && !v.IsStandard() {
		return nil, errors.New("the change would not be plain JSON")
	}
	return after, onlyOurHooksChanged(before, after, ours)
}

// hooks is the object of hooks during a change.
type hooks struct {
	events *hujson.Object
	step   string
	ours   func(string) bool
	want   []Hook   // not placed yet
	aside  []string // members that are not events
}

func (h *hooks) change() error {
	for _, event := range names(h.events) {
		if slices.Contains(h.aside, event) {
			continue
		}
		groups, ok := member(h.events, event).Value.Value.(*hujson.Array)
		if !ok {
			return fmt.Errorf("%q is no list", event)
		}
		had := len(groups.Elements)
		if err := h.inEvent(event, groups); err != nil {
			return err
		}
		if len(groups.Elements) == 0 && had > 0 && blank(groups.AfterExtra) && !slices.ContainsFunc(h.want, func(w Hook) bool { return w.Event == event }) {
			remove(h.events, event)
		}
	}
	for _, w := range h.want {
		if err := h.add(w); err != nil {
			return err
		}
	}
	return nil
}

// inEvent changes our hooks of an event in place, and removes unwanted ones.
func (h *hooks) inEvent(event string, groups *hujson.Array) error {
	for i := 0; i < len(groups.Elements); i++ {
		group, ok := groups.Elements[i].Value.(*hujson.Object)
		if !ok {
			return fmt.Errorf("%q holds something that is no group of hooks", event)
		}
		m := member(group, "hooks")
		if m == nil {
			continue
		}
		all, ok := m.Value.Value.(*hujson.Array)
		if !ok {
			return fmt.Errorf("the hooks of a group of %q are no list", event)
		}
		had := len(all.Elements)
		for j := 0; j < len(all.Elements); j++ {
			o, ok := all.Elements[j].Value.(*hujson.Object)
			if !ok || !h.ours(textOf(o, "command")) {
				continue
			}
			at := slices.IndexFunc(h.want, func(w Hook) bool { return w.Event == event && w.Matcher == textOf(group, "matcher") })
			if at < 0 {
				removeElement(all, j)
				j--
				continue
			}
			w := h.want[at]
			h.want = slices.Delete(h.want, at, at+1)
			if textOf(o, "command") != w.Command {
				m := member(o, "command")
				m.Value.Value = hujson.String(w.Command)
			}
		}
		if len(all.Elements) == 0 && had > 0 && blank(all.AfterExtra) {
			removeElement(groups, i)
			i--
		}
	}
	return nil
}

// add adds a hook in a group of its own, after the others of its event.
func (h *hooks) add(w Hook) error {
	groups := member(h.events, w.Event)
	if groups == nil {
		if err := set(h.events, w.Event, []byte("[]"), "\n"+h.step+h.step, "\n"+h.step); err != nil {
			return err
		}
		groups = member(h.events, w.Event)
	}
	list := groups.Value.Value.(*hujson.Array)
	body, err := json.MarshalIndent(hookGroup{w.Matcher, []hookEntry{{"command", w.Command, w.Timeout}}}, h.step+h.step+h.step, h.step)
	if err != nil {
		return err
	}
	v, err := hujson.Parse(body)
	if err != nil {
		return err
	}
	if len(list.Elements) == 0 && blank(list.AfterExtra) {
		list.AfterExtra = hujson.Extra("\n" + h.step + h.step)
	}
	comments, last := lastLine(list.AfterExtra)
	list.AfterExtra = hujson.Extra(last)
	list.Elements = append(list.Elements, hujson.Value{BeforeExtra: hujson.Extra(comments + "\n" + h.step + h.step + h.step), Value: v.Value})
	return nil
}

// removeElement removes an element, and keeps the comments of the one before in place.
func removeElement(list *hujson.Array, i int) {
	comments, _ := lastLine(list.Elements[i].BeforeExtra)
	list.Elements = slices.Delete(list.Elements, i, i+1)
	behind := &list.AfterExtra
	if i < len(list.Elements) {
		behind = &list.Elements[i].BeforeExtra
	}
	*behind = joined(comments, *behind)
	if i > 0 && i == len(list.Elements) && blank(list.Elements[i-1].AfterExtra) {
		list.Elements[i-1].AfterExtra = nil // white space before a removed comma
	}
}

func names(o *hujson.Object) (out []string) {
	for _, m := range o.Members {
		if l, ok := m.Name.Value.(hujson.Literal); ok {
			out = append(out, l.String())
		}
	}
	return out
}

// textOf returns the text of a member; "" if there is none.
func textOf(o *hujson.Object, name string) string {
	m := member(o, name)
	if m == nil {
		return ""
	}
	l, ok := m.Value.Value.(hujson.Literal)
	if !ok || l.Kind() != '"' {
		return ""
	}
	return l.String()
}
