package answer

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"asterism/engine"
)

// Labels is what list_namespaces and list_tags answer, the names with most memories first.
type Labels struct {
	Names      []Label   `json:"names"`
	Total      int       `json:"total"`       // of all names, from offset 0
	NextOffset *int      `json:"next_offset"` // null: there are no more
	Namespace  string    `json:"namespace,omitempty"`
	Untrusted  bool      `json:"untrusted"`
	Unknown    []Unknown `json:"unknown,omitempty"` // only without names

	kind string // namespaces or tags
}

// Label is a name and its number of live memories.
type Label struct {
	Name     string `json:"name"`
	Memories int    `json:"memories"`
}

// LabelsFrom converts labels from an offset on to the answer of a tool (kind namespaces or tags): as many as fit into one answer.
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

// Words returns the names in a line.
func (l Labels) Words() string {
	if l.kind == "" { // it was read back from an answer
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

// plain returns a name for use in a sentence: quoted, unless it is one word.
func plain(name string) string {
	if name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune("_-./:@", r)
	}) {
		return name
	}
	return strconv.Quote(name)
}

// Unknown is a requested namespace, tag, source or session that no memory has.
type Unknown struct {
	Kind    string `json:"kind"` // namespace, tag, source or session
	Name    string `json:"name"`
	Nearest string `json:"nearest,omitempty"` // the known name that was probably meant

	Elsewhere []Label `json:"elsewhere,omitempty"` // if no namespace has a similar name: the first ones with memories
	Others    int     `json:"others,omitempty"`    // further ones
}

// UnknownFrom converts unknown names for answers.
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

// UnknownWords returns them in words, one a line.
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

// elsewhere says which namespaces have memories, for a person who began in another folder.
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

// unknownSaid adds to an answer that its namespace is unknown.
type unknownSaid struct {
	payload any
	unknown []Unknown
}

// WithUnknown adds unknown names to an answer: as its field unknown, and after its text.
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
