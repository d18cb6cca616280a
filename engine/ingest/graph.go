package ingest

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"asterism/engine"
)

// entry is one line of the file in which the official MCP memory server (@modelcontextprotocol/server-memory) keeps its graph: an entity with what was
// observed of it, or a relation of two entities.
type entry struct {
	Type         string   `json:"type"`
	Name         string   `json:"name"`
	EntityType   string   `json:"entityType"`
	Observations []string `json:"observations"`
	From         string   `json:"from"`
	To           string   `json:"to"`
	RelationType string   `json:"relationType"`
}

// whole is the same graph as one value, as that server's tool read_graph gives it.
type whole struct {
	Entities  []entry `json:"entities"`
	Relations []entry `json:"relations"`
}

// parseGraph reads a line of such a file, or a whole graph on one line. Each observation becomes a memory that names its entity, so that it can be understood alone; an
// entity without any, and each relation, one of its own. Names and types are tags, where they are no longer than tags may be; they are in the text in any case.
func (r *run) parseGraph(text string) ([]engine.Note, error) {
	var kind struct {
		Type string `json:"type"`
	}
	if err := json.Unmarshal([]byte(text), &kind); err != nil {
		return nil, fmt.Errorf("parse graph: %w", err)
	}
	if kind.Type == "" {
		var g whole
		if err := decodeLine(text, &g); err != nil {
			return nil, fmt.Errorf(`parse graph: %w (a line is {"type":"entity",…}, {"type":"relation",…} or {"entities":[…],"relations":[…]})`, err)
		}
		return r.graphNotes(&g)
	}
	var e entry
	if err := decodeLine(text, &e); err != nil {
		return nil, fmt.Errorf("parse graph: %w", err)
	}
	switch e.Type {
	case "entity":
		return r.entityNotes(&e)
	case "relation":
		return r.relationNotes(&e)
	}
	return nil, fmt.Errorf("parse graph: type %q is neither entity nor relation", e.Type)
}

func (r *run) graphNotes(g *whole) (out []engine.Note, err error) {
	if len(g.Entities)+len(g.Relations) == 0 {
		return nil, errors.New("parse graph: it has no entities and no relations")
	}
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
