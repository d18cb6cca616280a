package mcp

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/store"
	"asterism/models"

	"github.com/google/uuid"
)

func (a *arguments) problem(format string, args ...any) {
	a.problems = append(a.problems, fmt.Sprintf(format, args...))
}

// field returns the raw value of a name; ok is false when it is not given (or null).
func (a *arguments) field(name string) (json.RawMessage, bool) {
	a.read[name] = true
	v, ok := a.fields[name]
	return v, ok && string(v) != "null"
}

// text reads an optional string of at most limit bytes.
func (a *arguments) text(name string, limit int) string {
	raw, ok := a.field(name)
	if !ok {
		return ""
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		a.problem("%s must be a string, not %s", name, jsonKind(raw))
		return ""
	}
	if len(s) > limit {
		a.problem("%s is %d bytes long; the limit is %d", name, len(s), limit)
	}
	return s
}

// requiredText reads a string that must be there and not blank; why ends the message when it is missing.
func (a *arguments) requiredText(name string, limit int, why string) string {
	before := len(a.problems)
	_, given := a.field(name)
	s := a.text(name, limit)
	switch {
	case len(a.problems) > before:
	case !given:
		a.problem("%s is required: %s", name, why)
	case strings.TrimSpace(s) == "":
		a.problem("%s is blank: %s", name, why)
	}
	return s
}

// number reads an optional number in [lo, hi]; nil when not given.
func (a *arguments) number(name string, lo, hi float64) *float64 {
	raw, ok := a.field(name)
	if !ok {
		return nil
	}
	var v float64
	if err := json.Unmarshal(raw, &v); err != nil {
		a.problem("%s must be a number in %g…%g, not %s", name, lo, hi, describe(raw))
		return nil
	}
	if v < lo || v > hi {
		a.problem("%s is %s; it must lie in %g…%g", name, raw, lo, hi)
		return nil
	}
	return &v
}

// integer reads an optional whole number in [lo, hi]; def when not given.
func (a *arguments) integer(name string, lo, hi, def int) int {
	raw, ok := a.field(name)
	if !ok {
		return def
	}
	var v float64
	if err := json.Unmarshal(raw, &v); err != nil || v != math.Trunc(v) {
		a.problem("%s must be a whole number in %d…%d, not %s", name, lo, hi, describe(raw))
		return def
	}
	if v < float64(lo) || v > float64(hi) {
		a.problem("%s is %s; it must lie in %d…%d", name, raw, lo, hi)
		return def
	}
	return int(v)
}

// flag reads an optional boolean; def when not given.
func (a *arguments) flag(name string, def bool) bool {
	raw, ok := a.field(name)
	if !ok {
		return def
	}
	var v bool
	if err := json.Unmarshal(raw, &v); err != nil {
		a.problem("%s must be true or false, not %s", name, describe(raw))
		return def
	}
	return v
}

// choice reads an optional string out of a list; def when not given.
func (a *arguments) choice(name, def string, valid []string) string {
	raw, ok := a.field(name)
	if !ok {
		return def
	}
	var v string
	if err := json.Unmarshal(raw, &v); err != nil || !slices.Contains(valid, v) {
		a.problem("%s is %s; valid are %s", name, describe(raw), strings.Join(valid, ", "))
		return def
	}
	return v
}

// id reads a required UUID.
func (a *arguments) id(name string) store.ID {
	before := len(a.problems)
	s := a.requiredText(name, 64, "the UUID of a memory")
	if len(a.problems) > before {
		return store.ID{}
	}
	return a.parseID(name, s)
}

func (a *arguments) parseID(name, s string) store.ID {
	id, err := strictUUID(s)
	if err != nil {
		a.problem("%s %s is not a UUID such as 01890a5d-ac96-774b-bcce-b302099a8057", name, quote(s))
	}
	return id
}

// strictUUID reads the one form that tools return: uuid.Parse also takes braces, urn: and bare hex.
func strictUUID(s string) (store.ID, error) {
	if len(s) != 36 {
		return store.ID{}, fmt.Errorf("it has %d characters, a UUID has 36", len(s))
	}
	return uuid.Parse(s)
}

// ids reads an optional list of at most limit UUIDs.
func (a *arguments) ids(name string, limit int) []store.ID {
	var out []store.ID
	for _, s := range a.list(name, limit) {
		out = append(out, a.parseID(name, s))
	}
	return out
}

// tags reads an optional list of tags.
func (a *arguments) tags(name string) []string {
	list := a.list(name, engine.MaxTags)
	for _, s := range list {
		switch {
		case strings.TrimSpace(s) == "":
			a.problem("%s holds a blank tag", name)
		case len(s) > engine.MaxTagBytes:
			a.problem("%s holds %s of %d bytes; the limit is %d", name, quote(s), len(s), engine.MaxTagBytes)
		}
	}
	return list
}

// list reads an optional list of at most limit strings.
func (a *arguments) list(name string, limit int) []string {
	raw, ok := a.field(name)
	if !ok {
		return nil
	}
	var out []*string
	if err := json.Unmarshal(raw, &out); err != nil || slices.Contains(out, nil) {
		a.problem("%s must be a list of strings", name)
		return nil
	}
	if len(out) > limit {
		a.problem("%s holds %d entries; the limit is %d", name, len(out), limit)
		return nil
	}
	list := make([]string, len(out))
	for i, s := range out {
		list[i] = *s
	}
	return list
}

// moment reads an optional timestamp; zero when not given.
func (a *arguments) moment(name string) time.Time {
	before := len(a.problems)
	s := a.text(name, 64)
	if _, given := a.field(name); !given || len(a.problems) > before {
		return time.Time{}
	}
	t, err := parseMoment(s)
	if err != nil {
		a.problem("%s: %v", name, err)
	}
	return t
}

// period reads the filters after and before.
func (a *arguments) period() (after, before time.Time) {
	after, before = a.moment("after"), a.moment("before")
	if !after.IsZero() && !before.IsZero() && !after.Before(before) {
		a.problem("after (%s) must be earlier than before (%s)", after.Format(time.RFC3339), before.Format(time.RFC3339))
	}
	return after, before
}

// spaces reads an optional list of space codes or names.
func (a *arguments) spaces(name string) models.Set {
	var set models.Set
	for _, s := range a.list(name, models.Count) {
		v, err := models.ParseSpace(s)
		if err != nil {
			a.problem("%s: %v", name, err)
			continue
		}
		set = set.With(v)
	}
	return set
}

// describe shows a wrong value: scalars as they are, the rest by kind.
func describe(raw json.RawMessage) string {
	var s string
	switch {
	case json.Unmarshal(raw, &s) == nil:
		return "the string " + quote(s)
	case raw[0] == '{' || raw[0] == '[' || len(raw) > 60:
		return jsonKind(raw)
	}
	return string(raw)
}
