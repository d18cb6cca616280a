package main

import (
	"context"
	"encoding/json"
	"fmt"

	"asterism/engine"
	"asterism/mcp/client"
	"asterism/mcp/tools"

	"github.com/spf13/cobra"
)

// asker answers tool calls. Commands that show what a tool says use it, so that words, checks and JSON are the tool's own with
// and without a server.
type asker interface {
	Ask(ctx context.Context, tool string, args map[string]any) (json.RawMessage, error)
}

// local is an engine of this process.
type local struct{ *engine.Engine }

// Ask runs a tool over the engine, with a progress bar on a terminal.
func (l local) Ask(ctx context.Context, tool string, args map[string]any) (json.RawMessage, error) {
	bar := newBar(tool)
	defer bar.done()
	var body json.RawMessage
	err := tools.Ask(ctx, l.Engine, tool, args, func(stage string, done, total int) { bar.set(stage, int64(done), int64(total)) }, &body)
	return body, err
}

// showAnswer asks a tool and shows its answer: as JSON, or by show.
func showAnswer[T any](g *globals, cmd *cobra.Command, tool string, args client.Arguments, show func(*T) error) error {
	return g.with(cmd.Context(), func(m memory) error {
		return showAnswerTo(g, cmd.Context(), m, tool, args, show)
	})
}

func showAnswerTo[T any](g *globals, ctx context.Context, m memory, tool string, args client.Arguments, show func(*T) error) error {
	body, err := m.Ask(ctx, tool, args)
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
