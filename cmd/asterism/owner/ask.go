package owner

import (
	"context"
	"encoding/json"
	"fmt"

	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/mcp/client"
	"asterism/mcp/project"
	"asterism/mcp/tools"

	"github.com/spf13/cobra"
)

// Asker answers tool calls. Commands that show a tool's answer use it, so that text, checks and JSON are the same with and without a server.
type Asker interface {
	Ask(ctx context.Context, tool string, args map[string]any) (json.RawMessage, error)
}

// Local is an engine of this process.
type Local struct {
	*engine.Engine
	home project.Home
}

// Historian returns a reader of the earlier versions of m's memories.
func Historian(m Memory) tools.Historian {
	if here, ok := m.(Local); ok {
		return engine.HistorianOf(here.Engine)
	}
	return m.(*client.Memory) // the only other type
}

// Ask runs a tool over the engine, with a progress bar on a terminal.
func (l Local) Ask(ctx context.Context, tool string, args map[string]any) (json.RawMessage, error) {
	bar := shell.NewBar(tool)
	defer bar.Done()
	var body json.RawMessage
	err := tools.Ask(tools.AtHome(ctx, l.home.Namespace), tools.EngineOf(l.Engine), tool, args, func(stage string, done, total int) { bar.Set(stage, int64(done), int64(total)) }, &body)
	return body, err
}

// Recall finds memories. For a question without a namespace it searches the project's and, in addition, the default one.
func (l Local) Recall(ctx context.Context, q engine.Question) (*engine.Found, error) {
	if q.Namespace == "" {
		q.Namespace, q.Beside = l.home.Namespace, l.home.Beside()
	}
	if err := engine.OpenRest(ctx, l.Engine); err != nil { // not part of the measured search time
		return nil, err
	}
	return l.Engine.Recall(ctx, q)
}

// ShowAnswer calls a tool and shows its answer, as JSON or with show.
func ShowAnswer[T any](g *Flags, cmd *cobra.Command, tool string, args client.Arguments, show func(*T) error) error {
	return g.With(cmd.Context(), func(m Memory) error {
		return ShowAnswerTo(g, cmd.Context(), m, tool, args, show)
	})
}

// ShowAnswerTo does the same with an open memory.
func ShowAnswerTo[T any](g *Flags, ctx context.Context, m Memory, tool string, args client.Arguments, show func(*T) error) error {
	body, err := m.Ask(ctx, tool, args)
	if err != nil {
		return err
	}
	if g.JSON {
		var fields map[string]any
		if err := json.Unmarshal(body, &fields); err != nil {
			return fmt.Errorf("read the answer of %s: %w", tool, err)
		}
		return shell.PrintJSON(fields)
	}
	var told T
	if err := json.Unmarshal(body, &told); err != nil {
		return fmt.Errorf("read the answer of %s: %w", tool, err)
	}
	return show(&told)
}
