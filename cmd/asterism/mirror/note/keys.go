package note

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"go.yaml.in/yaml/v3"
)

const (
	idKey = "id"
	// otherIDKey has the id in a file that uses idKey for something else.
	otherIDKey = "asterism_id"
	// conflictKey marks a file with the losing side of a conflict.
	conflictKey = "conflict_of"
)

// A key is one of our keys: how it is read, compared and written. read returns false for a value that is not in our format: the key then belongs to the file. It returns an error
// for a value that is ours and unusable.
type key struct {
	name  string
	also  []string // names that other programs use for the same; they are read if ours is missing, and stay
	read  func(n *Note, v *yaml.Node) (ours bool, err error)
	equal func(a, b *Note) bool
	node  func(n *Note) *yaml.Node // nil: the key is left out
}

// keys are in the order of a new file.
var keys = []key{
	{name: idKey, read: readID, equal: func(a, b *Note) bool { return a.ID == b.ID }, node: func(n *Note) *yaml.Node { return orNone(n.ID) }},
	word("namespace", func(n *Note) *string { return &n.Namespace }),
	moment("time", func(n *Note) *time.Time { return &n.Time }, "date", "created"),
	{name: "tags", also: []string{"tag"}, read: readTags, equal: func(a, b *Note) bool { return same(a.Tags, b.Tags) }, node: func(n *Note) *yaml.Node { return list(n.Tags) }},
	{name: "importance", read: readImportance, equal: equalImportance, node: func(n *Note) *yaml.Node {
		if n.Importance == nil {
			return nil
		}
		return &yaml.Node{Kind: yaml.ScalarNode, Value: number(*n.Importance)}
	}},
	word("source", func(n *Note) *string { return &n.Source }),
	word("session", func(n *Note) *string { return &n.Session }),
	word("modality", func(n *Note) *string { return &n.Modality }),
	word("rationale", func(n *Note) *string { return &n.Rationale }),
	ids("links", func(n *Note) *[]string { return &n.Links }),
	ids("supersedes", func(n *Note) *[]string { return &n.Supersedes }),
	moment("valid_from", func(n *Note) *time.Time { return &n.ValidFrom }),
	moment("valid_until", func(n *Note) *time.Time { return &n.ValidUntil }),
}

// read reads our keys from the header.
func (f *File) read() error {
	values := map[string]*yaml.Node{}
	for i := 0; i+1 < len(f.header.Content); i += 2 {
		name := f.header.Content[i].Value
		if values[name] != nil {
			return fmt.Errorf("its front matter says %s twice: remove one", name)
		}
		values[name] = f.header.Content[i+1]
	}
	f.own = map[string]bool{}
	for _, k := range keys {
		v, name := values[k.name], k.name
		for _, also := range k.also {
			if v == nil {
				v, name = values[also], also
			}
		}
		if v == nil || v.Tag == "!!null" {
			continue
		}
		ours, err := k.read(&f.Note, resolved(v))
		if err != nil && values[k.name] == nil && !noSuchDay(resolved(v)) { // another program's, in its own format
			continue
		}
		if err != nil {
			return fmt.Errorf("%s in its front matter: %w", name, err)
		}
		f.own[k.name] = !ours && values[k.name] != nil
	}
	if v := values[otherIDKey]; v != nil {
		if ours, _ := readID(&f.Note, resolved(v)); ours {
			f.own[idKey] = true
		}
	}
	f.Conflict = values[conflictKey] != nil
	return nil
}

// dated matches the beginning of a date.
var dated = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}\b`)

// noSuchDay reports whether a value begins with a day that does not exist, such as 2024-02-30, and so was meant as a date.
func noSuchDay(v *yaml.Node) bool {
	day := dated.FindString(v.Value)
	_, err := time.Parse(time.DateOnly, day)
	return day != "" && err != nil
}

// resolved follows an alias (*name) to its target.
func resolved(v *yaml.Node) *yaml.Node {
	if v.Kind == yaml.AliasNode && v.Alias != nil {
		return v.Alias
	}
	return v
}

func readID(n *Note, v *yaml.Node) (bool, error) {
	id, ok := idOf(v)
	if ok {
		n.ID = id
	}
	return ok, nil
}

func idOf(v *yaml.Node) (string, bool) {
	const length = 36 // of the usual form, with hyphens
	id, err := uuid.Parse(v.Value)
	if v.Kind != yaml.ScalarNode || err != nil || len(v.Value) != length {
		return "", false
	}
	return id.String(), true
}

// word is a key with one text.
func word(name string, at func(*Note) *string) key {
	return key{name: name,
		read: func(n *Note, v *yaml.Node) (bool, error) {
			if v.Kind != yaml.ScalarNode {
				return false, nil
			}
			*at(n) = strings.TrimSpace(v.Value)
			return true, nil
		},
		equal: func(a, b *Note) bool { return *at(a) == strings.TrimSpace(*at(b)) },
		node:  func(n *Note) *yaml.Node { return orNone(strings.TrimSpace(*at(n))) }}
}

// ids is a key with a list of ids. A list of anything else belongs to the file: notes use "links" for links of their own kind.
func ids(name string, at func(*Note) *[]string) key {
	return key{name: name,
		read: func(n *Note, v *yaml.Node) (bool, error) {
			if v.Kind != yaml.SequenceNode {
				return false, nil
			}
			var found []string
			for _, item := range v.Content {
				id, ok := idOf(resolved(item))
				if !ok {
					return false, nil
				}
				found = append(found, id)
			}
			*at(n) = found
			return true, nil
		},
		equal: func(a, b *Note) bool { return same(*at(a), *at(b)) },
		node:  func(n *Note) *yaml.Node { return list(*at(n)) }}
}

// moments are the accepted formats of a time; those without a zone use this machine's. We write the first one.
var moments = []string{time.RFC3339Nano, "2006-01-02", "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02 15:04:05Z07:00"}

// moment is a key with a time.
func moment(name string, at func(*Note) *time.Time, also ...string) key {
	return key{name: name, also: also,
		read: func(n *Note, v *yaml.Node) (bool, error) {
			for _, form := range moments {
				if t, err := time.ParseInLocation(form, v.Value, time.Local); err == nil && v.Kind == yaml.ScalarNode && t.Year() >= 1 && t.UTC().Year() <= 9999 {
					*at(n) = t
					return true, nil
				}
			}
			return false, fmt.Errorf("%q is not a time: write 2026-01-15 or 2026-01-15T10:00:00Z", v.Value)
		},
		equal: func(a, b *Note) bool { return at(a).Equal(*at(b)) },
		node: func(n *Note) *yaml.Node {
			if at(n).IsZero() {
				return nil
			}
			return &yaml.Node{Kind: yaml.ScalarNode, Value: stamp(*at(n))}
		}}
}

// readTags reads a list, or a text with commas or spaces between the tags. A # before a tag does not belong to it.
func readTags(n *Note, v *yaml.Node) (bool, error) {
	var found []string
	switch v.Kind {
	case yaml.ScalarNode:
		found = strings.FieldsFunc(v.Value, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' })
	case yaml.SequenceNode:
		for _, item := range v.Content {
			item = resolved(item)
			if item.Kind != yaml.ScalarNode {
				return false, fmt.Errorf("the list holds something that is no text (line %d)", item.Line)
			}
			found = append(found, item.Value)
		}
	default:
		return false, fmt.Errorf("it is neither a text nor a list (line %d)", v.Line)
	}
	for _, tag := range found {
		if tag = strings.TrimPrefix(strings.TrimSpace(tag), "#"); tag != "" {
			n.Tags = append(n.Tags, tag)
		}
	}
	return true, nil
}

func readImportance(n *Note, v *yaml.Node) (bool, error) {
	f, err := strconv.ParseFloat(v.Value, 64)
	if v.Kind != yaml.ScalarNode || err != nil || !(f >= 0 && f <= 1) {
		return false, fmt.Errorf("%q is no number from 0 (trivial) to 1 (vital)", v.Value)
	}
	f = round(f)
	n.Importance = &f
	return true, nil
}

func equalImportance(a, b *Note) bool {
	if a.Importance == nil || b.Importance == nil {
		return a.Importance == b.Importance
	}
	return round(*a.Importance) == round(*b.Importance)
}

func number(v float64) string { return strconv.FormatFloat(round(v), 'f', -1, 64) }

// switches are words that YAML 1.1, which Obsidian's plugins may use, reads as true or false.
var switches = []string{"y", "n", "yes", "no", "on", "off"}

// text returns a scalar that is always read as a text.
func text(v string) *yaml.Node {
	var n yaml.Node
	n.SetString(v)
	if slices.Contains(switches, strings.ToLower(v)) {
		n.Style = yaml.DoubleQuotedStyle
	}
	return &n
}

func orNone(v string) *yaml.Node {
	if v == "" {
		return nil
	}
	return text(v)
}

func list(items []string) *yaml.Node {
	if len(items) == 0 {
		return nil
	}
	n := &yaml.Node{Kind: yaml.SequenceNode}
	for _, item := range items {
		n.Content = append(n.Content, text(item))
	}
	return n
}

// Conflicted returns a file with the losing side of a conflict. It has no id, and is left out of syncs until its conflict_of is removed.
func Conflicted(n Note) ([]byte, error) {
	of := n.ID
	n.ID = ""
	f := &File{header: yaml.Node{Kind: yaml.MappingNode}}
	set(&f.header, conflictKey, text(of))
	return f.With(n)
}
