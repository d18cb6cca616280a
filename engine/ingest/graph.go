package ingest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"

	"asterism/engine"
)

// entry is one line of the file in which the official MCP memory server (@modelcontextprotocol/server-memory) stores its graph: an entity with its
// observations, or a relation between two entities.
type entry struct {
	Type         string   `json:"type"`
	Name         string   `json:"name"`
	EntityType   string   `json:"entityType"`
	Observations []string `json:"observations"`
	From         string   `json:"from"`
	To           string   `json:"to"`
	RelationType string   `json:"relationType"`
}

// whole is the same graph as one value, as that server's tool read_graph returns it.
type whole struct {
	Entities  []entry `json:"entities"`
	Relations []entry `json:"relations"`
}

// graphLine is either of the two.
type graphLine struct {
	entry
	whole
}

// openGraph opens a file that is read line by line. A file with one value over many lines, as read_graph returns it, is read as one line; this is not tried
// for a file larger than [maxFileBytes].
func openGraph(file File) (io.ReadCloser, error) {
	if file.Bytes > maxFileBytes {
		return os.Open(file.Path)
	}
	text, err := os.ReadFile(file.Path)
	if err != nil {
		return nil, err
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	var line bytes.Buffer
	if json.Compact(&line, text) == nil {
		text = line.Bytes()
	}
	return io.NopCloser(bytes.NewReader(text)), nil
}

// parseGraph reads a line of such a file, or a whole graph on one line. Each observation becomes a memory that names its entity, so that it can be understood alone; an
// entity without observations becomes a memory too, and so does each relation. Names and types become tags if they are not too long; they are in the text in any case.
func (r *run) parseGraph(text string) ([]engine.Note, error) {
	var l graphLine
	if err := decodeLine(text, &l); err != nil {
		return nil, fmt.Errorf(`parse graph: %w (a line is {"type":"entity",…}, {"type":"relation",…} or {"entities":[…],"relations":[…]})`, err)
	}
	switch graph := len(l.Entities)+len(l.Relations) > 0; {
	case graph && !reflect.ValueOf(l.entry).IsZero():
		return nil, errors.New("parse graph: it is a whole graph and an entity or a relation at once")
	case graph:
		return r.graphNotes(&l.whole)
	case l.Type == "entity":
		return r.entityNotes(&l.entry)
	case l.Type == "relation":
		return r.relationNotes(&l.entry)
	}
	return nil, fmt.Errorf("parse graph: type %q is neither entity nor relation, and there are no entities and no relations", l.Type)
}

func (r *run) graphNotes(g *whole) (out []engine.Note, err error) {
	for i := range g.Entities {
		notes, err := r.entityNotes(&g.Entities[i])
		if err != nil {
			return nil, fmt.Errorf("entity %d: %w", i, err)
		}
		out = append(out, notes...)
	}
	for i := range g.Relations {
		notes, err := r.relationNotes(&g.Relations[i])
		if err != nil {
			return nil, fmt.Errorf("relation %d: %w", i, err)
		}
		out = append(out, notes...)
	}
	return out, nil
}

func (r *run) entityNotes(e *entry) (out []engine.Note, err error) {
	if e.Name == "" {
		return nil, errors.New("parse graph: the entity has no name")
	}
	subject := e.Name
	if e.EntityType != "" {
		subject += " (" + e.EntityType + ")"
	}
	for _, o := range e.Observations {
		if strings.TrimSpace(o) == "" {
			return nil, fmt.Errorf("parse graph: an observation of %q is empty", e.Name)
		}
		out = append(out, r.graphNote(subject+": "+o, e.Name, e.EntityType))
	}
	if len(out) == 0 {
		out = append(out, r.graphNote(subject, e.Name, e.EntityType))
	}
	return out, nil
}

func (r *run) relationNotes(e *entry) ([]engine.Note, error) {
	if e.From == "" || e.To == "" || e.RelationType == "" {
		return nil, fmt.Errorf("parse graph: the relation from %q to %q of type %q lacks one of the three", e.From, e.To, e.RelationType)
	}
	verb := strings.ReplaceAll(e.RelationType, "_", " ")
	return []engine.Note{r.graphNote(e.From+" "+verb+" "+e.To, e.From, e.To, "relation")}, nil
}

func (r *run) graphNote(content string, tags ...string) engine.Note {
	n := engine.Note{Content: content, Namespace: r.Namespace, SessionID: r.SessionID}
	for _, t := range append(tags, r.Tags...) {
		if strings.TrimSpace(t) != "" && len(t) <= engine.MaxTagBytes {
			n.Tags = append(n.Tags, t)
		}
	}
	return n
}
