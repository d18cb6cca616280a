package answer

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"asterism/engine"
)

// Labels is what list_namespaces and list_tags answer: those with most memories first.
type Labels struct {
	Names      []Label   `json:"names"`
	Total      int       `json:"total"`       // of all, from offset 0
	NextOffset *int      `json:"next_offset"` // null: these are the last
	Namespace  string    `json:"namespace,omitempty"`
	Untrusted  bool      `json:"untrusted"`
	Unknown    []Unknown `json:"unknown,omitempty"` // of an answer without names

	kind string // namespaces or tags
}

// Label is a name, and how many live memories have it.
type Label struct {
	Name     string `json:"name"`
	Memories int    `json:"memories"`
}

// LabelsFrom is what the tool of a kind (namespaces, tags) says of labels from an offset on: as many as one answer has room for.
func LabelsFrom(kind, namespace string, all []engine.Label, offset int) Labels {
	v := Labels{Names: []Label{}, Total: len(all), Namespace: namespace, Untrusted: true, kind: kind}
	room := roomOfAnswer
	for i := min(offset, len(all)); i < len(all); i++ {
		if room -= len(all[i].Name) + len(`" (1000000), "`); room < 0 && len(v.Names) > 0 {
			v.NextOffset = &i
			break
		}
		v.Names = append(v.Names, Label{all[i].Name, all[i].Memories})
	}
	return v
}

// Words names them in a line.
func (l Labels) Words() string {
	if l.kind == "" { // read from an answer
		return ""
	}
	where := ""
	if l.Namespace != "" && l.Namespace != "*" {
		where = " of " + plain(l.Namespace)
	}
	if len(l.Names) == 0 {
		if l.Total > 0 {
			return fmt.Sprintf("There are %d %s%s; the offset is past the last.\n", l.Total, l.kind, where)
		}
		return fmt.Sprintf("No %s%s.\n", l.kind, where) + UnknownWords(l.Unknown)
	}
	var names []string
	for _, n := range l.Names {
		names = append(names, fmt.Sprintf("%s (%d)", plain(n.Name), n.Memories))
	}
	kind := l.kind
	if l.Total == 1 {
		kind = strings.TrimSuffix(kind, "s")
	}
	out := fmt.Sprintf("%d %s%s: %s.\n", l.Total, kind, where, strings.Join(names, ", "))
	if l.NextOffset != nil {
		out += fmt.Sprintf("More with offset %d.\n", *l.NextOffset)
	}
	return out
}

// plain is a name as it stands among words: quoted, unless it is one word.
func plain(name string) string {
	if name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_-./:@", r)
	}) {
		return name
	}
	return strconv.Quote(name)
}

// Unknown is a namespace, tag, source or session that was asked for and that no memory has.
type Unknown struct {
	Kind    string `json:"kind"` // namespace, tag, source or session
	Name    string `json:"name"`
	Nearest string `json:"nearest,omitempty"` // the one that was probably meant

	Elsewhere []Label `json:"elsewhere,omitempty"` // of a namespace that none is near: the first of those with memories
	Others    int     `json:"others,omitempty"`    // further ones
}

// UnknownFrom lists, for an answer, the names that no memory has.
func UnknownFrom(all []engine.Unknown) (out []Unknown) {
	for _, u := range all {
		v := Unknown{Kind: u.Kind, Name: u.Name, Nearest: u.Nearest, Others: u.Others}
		for _, l := range u.Elsewhere {
			v.Elsewhere = append(v.Elsewhere, Label(l))
		}
		out = append(out, v)
	}
	return out
}

// UnknownWords says it in words, a line each.
func UnknownWords(all []Unknown) string {
	var b strings.Builder
	for _, u := range all {
		fmt.Fprintf(&b, "No memory has the %s %s", u.Kind, plain(u.Name))
		if u.Nearest != "" {
			fmt.Fprintf(&b, "; nearest is %s", plain(u.Nearest))
		}
		b.WriteString(u.elsewhere() + ".\n")
	}
	return b.String()
}

// elsewhere says where memories are: who began in another folder has not lost them.
func (u *Unknown) elsewhere() string {
	if len(u.Elsewhere) == 0 {
		return ""
	}
	var names []string
	for _, l := range u.Elsewhere {
		names = append(names, fmt.Sprintf("%s (%d)", plain(l.Name), l.Memories))
	}
	out := "; memories are in " + strings.Join(names, ", ")
	if u.Others > 0 {
		out += " and " + count(u.Others, "more namespace", "more namespaces")
	}
	return out + ": name one"
}

// unknownSaid is an answer that says of its namespace that it is unknown.
type unknownSaid struct {
	payload any
	unknown []Unknown
}

// WithUnknown adds unknown names to an answer: as its member unknown, and behind its words.
func WithUnknown(payload any, all []Unknown) any { return unknownSaid{payload, all} }

// MarshalJSON implements json.Marshaler.
func (u unknownSaid) MarshalJSON() ([]byte, error) {
	body, err := json.Marshal(u.payload)
	if err != nil {
		return nil, err
	}
	return withMember(body, "unknown", u.unknown)
}

// Words implements worded.
func (u unknownSaid) Words() string {
	if w, ok := u.payload.(worded); ok {
		if said := w.Words(); said != "" {
			return said + UnknownWords(u.unknown)
		}
	}
	return ""
}

// WithTools implements [Telling].
func (u unknownSaid) WithTools(say func(string) string) any {
	if t, ok := u.payload.(Telling); ok {
		u.payload = t.WithTools(say)
	}
	return u
}
