package note

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"
)

// File is a parsed Markdown file.
type File struct {
	Note
	Conflict bool // it has the losing side of a conflict: see [Conflicted]

	header yaml.Node // a mapping; empty if the file has no front matter
	front  string    // the front matter unchanged, with its two lines; "" for none
	below  string    // the text after it
	crlf   bool      // its lines end with \r\n
	own    map[string]bool
}

var byteOrderMark = []byte("\ufeff")

// Parse reads a file. Text between lines of --- that is not a list of keys, such as a paragraph between two rules, belongs to the text.
func Parse(text []byte) (*File, error) {
	text = bytes.TrimPrefix(text, byteOrderMark)
	if !utf8.Valid(text) {
		return nil, errors.New("it is not UTF-8: save it as UTF-8")
	}
	f := &File{header: yaml.Node{Kind: yaml.MappingNode}, below: string(text), crlf: bytes.Contains(text, []byte("\r\n"))}
	if inside, front, ok := frontMatter(f.below); ok {
		var doc yaml.Node
		if err := yaml.Unmarshal([]byte("\n"+inside), &doc); err != nil { // counts the line of ---, so that errors name lines of the file
			return nil, fmt.Errorf("its front matter is no YAML (%s): correct it, or remove the lines of ---", strings.TrimPrefix(err.Error(), "yaml: "))
		}
		switch {
		case doc.Kind == 0: // empty, or only comments
			f.front, f.below = front, f.below[len(front):]
		case len(doc.Content) == 1 && doc.Content[0].Kind == yaml.MappingNode:
			f.header, f.front, f.below = *doc.Content[0], front, f.below[len(front):]
		}
	}
	f.Body = Body(f.below)
	return f, f.read()
}

// frontMatter finds the lines between a first line of --- and the next one of --- or "...".
func frontMatter(text string) (inside, whole string, ok bool) {
	at := 0
	for i := 0; ; i++ {
		line, rest, more := strings.Cut(text[at:], "\n")
		mark := strings.TrimRight(line, " \t\r")
		if i == 0 && (mark != "---" || strings.HasPrefix(line, " ")) {
			return "", "", false
		}
		end := len(text) - len(rest)
		if i > 0 && (mark == "---" || mark == "...") {
			first := strings.IndexByte(text, '\n') + 1
			return text[first:at], text[:end], true
		}
		if !more {
			return "", "", false
		}
		at = end
	}
}

// With returns the file with the content of n. A part that is already equal keeps its bytes. Keys that the file uses for something else are left out.
func (f *File) With(n Note) ([]byte, error) {
	front, err := f.frontWith(&n)
	if err != nil {
		return nil, err
	}
	below := f.below
	if Body(below) != n.Body {
		below = f.lines("\n" + n.Body + "\n")
	}
	if f.front == "" && front != "" && !strings.HasPrefix(below, "\n") && !strings.HasPrefix(below, "\r\n") {
		below = f.lines("\n") + below
	}
	return []byte(front + below), nil
}

// New returns the file of a memory that has none yet.
func New(n Note) ([]byte, error) {
	return (&File{header: yaml.Node{Kind: yaml.MappingNode}}).With(n)
}

func (f *File) lines(text string) string {
	if f.crlf {
		return strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

// frontWith returns the front matter with the content of n.
func (f *File) frontWith(n *Note) (string, error) {
	header := yaml.Node{Kind: yaml.MappingNode, Style: f.header.Style, HeadComment: f.header.HeadComment, FootComment: f.header.FootComment, LineComment: f.header.LineComment}
	header.Content = append(header.Content, f.header.Content...)
	changed := false
	for _, k := range keys {
		name := k.name
		if name == idKey && f.own[idKey] {
			name = otherIDKey
		} else if f.own[name] {
			continue
		}
		if k.equal(&f.Note, n) {
			continue
		}
		changed = true
		set(&header, name, k.node(n))
	}
	if f.Conflict { // it is an ordinary file from now on
		changed = true
		set(&header, conflictKey, nil)
	}
	if !changed {
		return f.front, nil
	}
	return f.encode(&header)
}

func (f *File) encode(header *yaml.Node) (string, error) {
	var b bytes.Buffer
	b.WriteString("---\n")
	if len(header.Content) > 0 {
		e := yaml.NewEncoder(&b)
		e.SetIndent(2)
		if err := errors.Join(e.Encode(header), e.Close()); err != nil {
			return "", fmt.Errorf("write the front matter: %w", err)
		}
	}
	b.WriteString("---\n")
	return f.lines(b.String()), nil
}

// set sets the value of a key; nil removes the key.
func set(mapping *yaml.Node, name string, value *yaml.Node) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value != name {
			continue
		}
		if value == nil {
			mapping.Content = append(mapping.Content[:i:i], mapping.Content[i+2:]...)
			return
		}
		was := mapping.Content[i+1]
		if value.Kind == yaml.SequenceNode && (was.Kind != yaml.SequenceNode || was.Style&yaml.FlowStyle != 0) {
			value.Style = yaml.FlowStyle // on the line of the key, as before
		}
		value.LineComment, value.HeadComment, value.FootComment = was.LineComment, was.HeadComment, was.FootComment
		mapping.Content[i+1] = value
		return
	}
	if value != nil {
		mapping.Content = append(mapping.Content, text(name), value)
	}
}
