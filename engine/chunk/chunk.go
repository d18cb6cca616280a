// Package chunk answers: where does a long document break into memories?
//
// A document is cut into spans of whole lines: Markdown at headings, source code at top-level declarations, anything else
// at blank lines. Spans that are too long are cut again at blank lines, then at lines, then between characters; short
// neighbours are joined. No character is lost or repeated.
package chunk

import (
	"path/filepath"
	"strings"
)

// Chunk is one piece of a document.
type Chunk struct {
	Title    string // its place: the heading path, or the first line of the declaration
	Text     string // the document's own lines
	Line     int    // first line, 1-based
	Modality string // text, code or structured
}

// Limits bound a chunk's text in bytes. A span shorter than Min is joined with the next one under the same heading as
// long as both fit into Max.
type Limits struct{ Min, Max int }

// DefaultLimits keep a chunk near what the models see in one window: about 60 to 400 tokens.
var DefaultLimits = Limits{Min: 240, Max: 1600}

// Split cuts a document; the extension of name gives its kind. Blank documents have no chunks. Limits whose Max is not above 0 mean
// [DefaultLimits].
func Split(name, text string, l Limits) []Chunk {
	if l.Max <= 0 {
		l = DefaultLimits
	}
	kind := KindOf(name)
	var spans []span
	lines := splitLines(text)
	switch kind {
	case Markdown:
		spans = headings(lines)
	case Source:
		spans = declarations(lines)
	default:
		spans = []span{{lines: lines}}
	}
	modality := "text"
	switch kind {
	case Source:
		modality = "code"
	case Data:
		modality = "structured"
	}
	var out []Chunk
	for _, s := range join(shorten(spans, l), l) {
		if body := strings.Join(s.lines, ""); strings.TrimSpace(body) != "" {
			out = append(out, Chunk{Title: s.title, Text: body, Line: s.first + 1, Modality: modality})
		}
	}
	return out
}

// Kind says how a document is cut.
type Kind int

// The kinds.
const (
	Unknown  Kind = iota // not a text format that ingestion knows
	Plain                // prose
	Markdown             // has headings
	Source               // has declarations
	Data                 // configuration and data, cut like prose
)

var kinds = map[string]Kind{
	".md": Markdown, ".markdown": Markdown, ".mdx": Markdown, ".rst": Plain, ".txt": Plain, ".adoc": Plain, ".org": Plain,
	".go": Source, ".py": Source, ".rs": Source, ".js": Source, ".mjs": Source, ".cjs": Source, ".jsx": Source, ".ts": Source,
	".tsx": Source, ".java": Source, ".kt": Source, ".scala": Source, ".c": Source, ".h": Source, ".cc": Source, ".cpp": Source,
	".hpp": Source, ".cu": Source, ".cuh": Source, ".cs": Source, ".swift": Source, ".rb": Source, ".php": Source, ".lua": Source,
	".sh": Source, ".bash": Source, ".pl": Source, ".ex": Source, ".exs": Source, ".erl": Source, ".hs": Source, ".ml": Source,
	".clj": Source, ".sql": Source, ".proto": Source, ".zig": Source, ".jl": Source, ".r": Source,
	".yaml": Data, ".yml": Data, ".toml": Data, ".ini": Data, ".cfg": Data, ".html": Plain, ".xml": Data, ".tex": Plain, ".json": Data,
}

var plainNames = map[string]bool{"readme": true, "license": true, "copying": true, "changelog": true, "changes": true, "news": true,
	"authors": true, "todo": true, "makefile": true, "dockerfile": true, "copyright": true, "contributing": true, "notice": true}

// KindOf returns the kind of a file by its name.
func KindOf(name string) Kind {
	base := strings.ToLower(filepath.Base(name))
	if k, ok := kinds[filepath.Ext(base)]; ok {
		return k
	}
	if plainNames[base] {
		return Plain
	}
	return Unknown
}

// span is a run of whole lines, each with its line end.
type span struct {
	title string
	lines []string
	first int // index of the first line in the document
}

func (s span) size() int {
	n := 0
	for _, l := range s.lines {
		n += len(l)
	}
	return n
}

// splitLines cuts after each line end, so that the joined lines equal the text.
func splitLines(text string) []string {
	if text == "" {
		return nil
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

func blankLine(l string) bool { return strings.TrimSpace(l) == "" }
