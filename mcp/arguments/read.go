package arguments

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"asterism/engine"
	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/mcp/failure"
	"asterism/models"

	"github.com/google/uuid"
)

// Problem records an error of the arguments.
func (a *Given) Problem(format string, args ...any) {
	a.Problems = append(a.Problems, fmt.Sprintf(format, args...))
}

// Field returns the raw value of a name; ok is false if it is not given (or null).
func (a *Given) Field(name string) (json.RawMessage, bool) {
	a.Asked[name] = true
	v, ok := a.fields[name]
	return v, ok && string(v) != "null"
}

// Text reads an optional string of at most limit bytes.
func (a *Given) Text(name string, limit int) string {
	raw, ok := a.Field(name)
	if !ok {
		return ""
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		a.Problem("%s must be a string, not %s", name, Kind(raw))
		return ""
	}
	if len(s) > limit {
		a.Problem("%s is %d bytes long; the limit is %d", name, len(s), limit)
	}
	return s
}

// Name reads an optional name. A blank one is refused: it looks like no name, and memories stored under it would not be found again.
func (a *Given) Name(name string, limit int) string {
	s := a.Text(name, limit)
	if s != "" && strings.TrimFunc(s, fault.Blank) == "" {
		a.Problem("%s is %s, which is blank: give a name, or leave it out", name, failure.Quote(s))
	}
	return s
}

// Namespace returns the namespace of a call: the given one, else the caller's own.
func (a *Given) Namespace() string {
	return cmp.Or(a.Name("namespace", engine.MaxNameBytes), a.Home)
}

// RequiredText reads a required string that must not be blank. why ends the message if it is missing.
func (a *Given) RequiredText(name string, limit int, why string) string {
	before := len(a.Problems)
	_, given := a.Field(name)
	s := a.Text(name, limit)
	switch {
	case len(a.Problems) > before:
	case !given:
		a.Problem("%s is required: %s", name, why)
	case strings.TrimSpace(s) == "":
		a.Problem("%s is blank: %s", name, why)
	}
	return s
}

// Number reads an optional number in [lo, hi]; nil if not given.
func (a *Given) Number(name string, lo, hi float64) *float64 {
	raw, ok := a.Field(name)
	if !ok {
		return nil
	}
	var v float64
	if err := json.Unmarshal(raw, &v); err != nil {
		a.Problem("%s must be a number in %g…%g, not %s", name, lo, hi, describe(raw))
		return nil
	}
	if v < lo || v > hi {
		a.Problem("%s is %s; it must be in %g…%g", name, raw, lo, hi)
		return nil
	}
	return &v
}

// Integer reads an optional whole number in [lo, hi]; def if not given.
func (a *Given) Integer(name string, lo, hi, def int) int {
	raw, ok := a.Field(name)
	if !ok {
		return def
	}
	var v float64
	if err := json.Unmarshal(raw, &v); err != nil || v != math.Trunc(v) {
		a.Problem("%s must be a whole number in %d…%d, not %s", name, lo, hi, describe(raw))
		return def
	}
	if v < float64(lo) || v > float64(hi) {
		a.Problem("%s is %s; it must be in %d…%d", name, raw, lo, hi)
		return def
	}
	return int(v)
}

// Flag reads an optional boolean; def if not given.
func (a *Given) Flag(name string, def bool) bool {
	raw, ok := a.Field(name)
	if !ok {
		return def
	}
	var v bool
	if err := json.Unmarshal(raw, &v); err != nil {
		a.Problem("%s must be true or false, not %s", name, describe(raw))
		return def
	}
	return v
}

// Choice reads an optional string from a list; def if not given.
func (a *Given) Choice(name, def string, valid []string) string {
	raw, ok := a.Field(name)
	if !ok {
		return def
	}
	var v string
	if err := json.Unmarshal(raw, &v); err != nil || !slices.Contains(valid, v) {
		a.Problem("%s is %s; valid are %s", name, describe(raw), strings.Join(valid, ", "))
		return def
	}
	return v
}

// ID reads a required UUID.
func (a *Given) ID(name string) store.ID {
	before := len(a.Problems)
	s := a.RequiredText(name, 64, "the UUID of a memory")
	if len(a.Problems) > before {
		return store.ID{}
	}
	return a.parseID(name, s)
}

func (a *Given) parseID(name, s string) store.ID {
	id, err := StrictUUID(s)
	if err != nil {
		a.Problem("%s %s is not a UUID such as 01890a5d-ac96-774b-bcce-b302099a8057, nor six or more digits of the beginning or end of one", name, failure.Quote(s))
	}
	return id
}

// StrictUUID reads the only form that tools return: uuid.Parse also accepts braces, urn: and bare hex.
func StrictUUID(s string) (store.ID, error) {
	if len(s) != 36 {
		return store.ID{}, fmt.Errorf("it has %d characters, a UUID has 36", len(s))
	}
	return uuid.Parse(s)
}

// IDs reads an optional list of at most limit UUIDs.
func (a *Given) IDs(name string, limit int) []store.ID {
	var out []store.ID
	for _, s := range a.List(name, limit) {
		out = append(out, a.parseID(name, s))
	}
	return out
}

// Tags reads an optional list of tags. It removes outer blanks and repeated tags. Case matters.
func (a *Given) Tags(name string) []string {
	list := a.List(name, engine.MaxTags)
	for _, s := range list {
		switch {
		case strings.TrimSpace(s) == "":
			a.Problem("%s holds a blank tag", name)
		case len(s) > engine.MaxTagBytes:
			a.Problem("%s holds %s of %d bytes; the limit is %d", name, failure.Quote(s), len(s), engine.MaxTagBytes)
		}
	}
	return engine.PlainTags(list)
}

// List reads an optional list of at most limit strings.
func (a *Given) List(name string, limit int) []string {
	raw, ok := a.Field(name)
	if !ok {
		return nil
	}
	var out []*string
	if err := json.Unmarshal(raw, &out); err != nil || slices.Contains(out, nil) {
		a.Problem("%s must be a list of strings", name)
		return nil
	}
	if len(out) > limit {
		a.Problem("%s holds %d entries; the limit is %d", name, len(out), limit)
		return nil
	}
	list := make([]string, len(out))
	for i, s := range out {
		list[i] = *s
	}
	return list
}

// Objects reads a required list of one to limit objects, each with some of the allowed arguments. why ends the message if it is missing. The errors of an object are in its own
// Problems.
func (a *Given) Objects(name string, limit int, why string, allowed []string) (out []*Given) {
	raw, ok := a.Field(name)
	if !ok {
		a.Problem("%s is required: %s", name, why)
		return nil
	}
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil {
		a.Problem("%s must be a list of objects, not %s", name, Kind(raw))
		return nil
	}
	if len(list) == 0 || len(list) > limit {
		a.Problem("%s holds %d entries; from 1 to %d can be given at once", name, len(list), limit)
		return nil
	}
	for i, one := range list {
		g, err := Decode(one, allowed, nil)
		if g == nil { // not an object
			a.Problem("%s[%d]: %v", name, i, err)
			g = &Given{Asked: map[string]bool{}}
		}
		g.Home = a.Home
		out = append(out, g)
	}
	return out
}

// Moment reads an optional timestamp; zero if not given.
func (a *Given) Moment(name string) time.Time {
	before := len(a.Problems)
	s := a.Text(name, 64)
	if _, given := a.Field(name); !given || len(a.Problems) > before {
		return time.Time{}
	}
	t, err := parseMoment(s)
	if err != nil {
		a.Problem("%s: %v", name, err)
	}
	return t
}

// EndOf reads an optional timestamp, in which a date alone means the end of its day; zero if not given.
func (a *Given) EndOf(name string) time.Time {
	t := a.Moment(name)
	if t.IsZero() { // a second read would report an error twice
		return t
	}
	if s := strings.TrimSpace(a.Text(name, 64)); len(s) == len(time.DateOnly) {
		t = t.AddDate(0, 0, 1).Add(-1)
	}
	return t
}

// Empty reports whether an empty list was given.
func (a *Given) Empty(name string) bool {
	raw, ok := a.Field(name)
	var list []json.RawMessage
	return ok && json.Unmarshal(raw, &list) == nil && len(list) == 0
}

// Period reads the filters after and before.
func (a *Given) Period() (after, before time.Time) {
	after, before = a.Moment("after"), a.Moment("before")
	if !after.IsZero() && !before.IsZero() && !after.Before(before) {
		a.Problem("after (%s) must be earlier than before (%s); before itself is not included", after.Format(time.RFC3339), before.Format(time.RFC3339))
	}
	return after, before
}

// Spaces reads an optional list of space codes or names.
func (a *Given) Spaces(name string) models.Set {
	var set models.Set
	for _, s := range a.List(name, models.Count) {
		v, err := models.ParseSpace(s)
		if err != nil {
			a.Problem("%s: %v", name, err)
			continue
		}
		set = set.With(v)
	}
	return set
}

// describe shows a wrong value: scalars in full, others by kind.
func describe(raw json.RawMessage) string {
	var s string
	switch {
	case json.Unmarshal(raw, &s) == nil:
		return "the string " + failure.Quote(s)
	case raw[0] == '{' || raw[0] == '[' || len(raw) > 60:
		return Kind(raw)
	}
	return string(raw)
}
