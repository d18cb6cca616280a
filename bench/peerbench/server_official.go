package peerbench

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"asterism/bench/peers/node"
)

// officialFile is a file in which the official memory server keeps its graph.
type officialFile struct {
	node, server string
	path         string
}

func officialAt(p *node.Packages, path string) officialFile {
	return officialFile{p.Node, p.Path(node.Server), path}
}

func (f officialFile) open(ctx context.Context) (side, error) {
	c, err := startSession(ctx, f.node, []string{"MEMORY_FILE_PATH=" + f.path}, f.server)
	if err != nil {
		return nil, err
	}
	return &official{session: c, prefix: fmt.Sprintf("note %d of session %d", os.Getpid(), sessions.Add(1))}, nil
}

// sessions counts them: an entity's name must be its own, or the server leaves it out.
var sessions atomic.Int64

// entity is the official server's memory.
type entity struct {
	Name         string   `json:"name"`
	EntityType   string   `json:"entityType"`
	Observations []string `json:"observations"`
}

// fill writes a graph with an entity for each text, as the server's own file has them.
func (f officialFile) fill(texts []string) (err error) {
	out, err := os.Create(f.path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	w := bufio.NewWriter(out)
	for i, t := range texts {
		line, err := json.Marshal(struct {
			Type string `json:"type"`
			entity
		}{"entity", entity{fmt.Sprintf("stock %d", i), "note", []string{t}}})
		if err != nil {
			return err
		}
		if _, err := w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return w.Flush()
}

// official speaks to the official memory server. A memory is an entity with one observation.
type official struct {
	*session
	prefix string
	n      atomic.Int64
}

func (s *official) remember(ctx context.Context, texts ...string) (names []string, err error) {
	all := make([]entity, len(texts))
	for i, t := range texts {
		all[i] = entity{fmt.Sprintf("%s: %d", s.prefix, s.n.Add(1)), "note", []string{t}}
	}
	var a struct{ Entities []entity }
	if err := s.call(ctx, "create_entities", map[string]any{"entities": all}, &a); err != nil {
		return nil, err
	}
	for _, e := range a.Entities {
		names = append(names, e.Name)
	}
	if len(names) != len(texts) {
		return names, fmt.Errorf("create_entities acknowledged %d of %d", len(names), len(texts))
	}
	return names, nil
}

// observe adds texts one by one to an entity that is there, which is that server's other way to remember.
func (s *official) observe(ctx context.Context, name, text string) error {
	var a struct {
		Results []struct{ AddedObservations []string }
	}
	add := map[string]any{"observations": []any{map[string]any{"entityName": name, "contents": []string{text}}}}
	if err := s.call(ctx, "add_observations", add, &a); err != nil {
		return err
	}
	if len(a.Results) != 1 || len(a.Results[0].AddedObservations) != 1 {
		return fmt.Errorf("add_observations acknowledged %+v", a.Results)
	}
	return nil
}

func (s *official) find(ctx context.Context, question string) (out []string, err error) {
	var a struct{ Entities []entity }
	if err := s.call(ctx, "search_nodes", map[string]any{"query": question}, &a); err != nil {
		return nil, err
	}
	for _, e := range a.Entities {
		out = append(out, e.Observations...)
	}
	return out, nil
}

func (s *official) kept(ctx context.Context, names []string) (n int, err error) {
	var a struct{ Entities []entity }
	if err := s.call(ctx, "read_graph", map[string]any{}, &a); err != nil {
		return 0, err
	}
	there := map[string]bool{}
	for _, e := range a.Entities {
		there[e.Name] = true
	}
	for _, name := range names {
		if there[name] {
			n++
		}
	}
	return n, nil
}
