package main

import (
	"context"
	"encoding/json"
	"fmt"

	"asterism/engine"
	"asterism/mcp"

	"github.com/spf13/cobra"
)

// asker answers tool calls. Commands that show what a tool says use it, so that words, checks and JSON are the tool's own with
// and without a server.
type asker interface {
	ask(ctx context.Context, tool string, args map[string]any) (json.RawMessage, error)
}

// local is an engine of this process.
type local struct{ *engine.Engine }

// ask runs a tool over the engine, with a progress bar on a terminal.
func (l local) ask(ctx context.Context, tool string, args map[string]any) (json.RawMessage, error) {
	bar := newBar(tool)
	defer bar.done()
	var body json.RawMessage
	err := mcp.Ask(ctx, l.Engine, tool, args, func(stage string, done, total int) { bar.set(stage, int64(done), int64(total)) }, &body)
	return body, err
}

// ask calls a tool of the server.
func (r *remote) ask(ctx context.Context, tool string, args map[string]any) (json.RawMessage, error) {
	var fields map[string]json.RawMessage
	if err := r.call(ctx, tool, args, &fields); err != nil {
		return nil, err
	}
	delete(fields, "_cognitive_pulse") // goes with every answer of a server and is part of none
	body, err := json.Marshal(fields)
	if err != nil {
		return nil, strange(r.address, tool, err)
	}
	return body, nil
}

// showAnswer asks a tool and shows its answer: as JSON, or by show.
func showAnswer[T any](g *globals, cmd *cobra.Command, tool string, args given, show func(*T) error) error {
	return g.with(cmd.Context(), func(m memory) error {
		return showAnswerTo(g, cmd.Context(), m, tool, args, show)
	})
}

func showAnswerTo[T any](g *globals, ctx context.Context, m memory, tool string, args given, show func(*T) error) error {
	body, err := m.ask(ctx, tool, args)
	if err != nil {
		return err
	}
	if g.json {
		var fields map[string]any
		if err := json.Unmarshal(body, &fields); err != nil {
			return fmt.Errorf("read the answer of %s: %w", tool, err)
		}
		return printJSON(fields)
	}
	var told T
	if err := json.Unmarshal(body, &told); err != nil {
		return fmt.Errorf("read the answer of %s: %w", tool, err)
	}
	return show(&told)
}

// flag keeps a switch that is on.
func (g given) flag(name string, on bool) given {
	if on {
		g[name] = true
	}
	return g
}

// changed keeps a flag's value when it was given, under the argument's name.
func (g given) changed(cmd *cobra.Command, flag, name string, v any) given {
	if cmd.Flags().Changed(flag) {
		g[name] = v
	}
	return g
}
