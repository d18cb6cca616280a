package serve

import (
	"context"
	"fmt"

	"asterism/cmd/asterism/shell"
	"asterism/engine"
	"asterism/engine/unread"
)

// mendVectors computes damaged vectors anew from the texts, with the models that the store has. Exit code 2: something is damaged that this cannot mend.
func (g commands) mendVectors(ctx context.Context) error {
	var done *engine.Mended
	bar := shell.NewBar("reading memories")
	err := g.Use(ctx, func(e *engine.Engine) (err error) {
		done, err = engine.Mend(ctx, e, func(done, total int) { bar.Set("reading memories", int64(done), int64(total)) })
		return err
	})
	bar.Done()
	if err != nil {
		return g.ownedBy(err)
	}
	left := make([]map[string]string, len(done.Left))
	for i, u := range done.Left {
		why := u.Err
		if done.Why[u.ID] != nil {
			why = done.Why[u.ID]
		}
		left[i] = map[string]string{"id": u.ID.String(), "lacks": unread.Lacks(&u), "error": why.Error()}
	}
	if g.JSON {
		err = shell.PrintJSON(map[string]any{"memories": done.Memories, "mended": done.Mended, "damaged": left})
	} else {
		shell.Printf("%d memories read, the damaged vectors of %d computed anew\n", done.Memories, done.Mended)
		for _, l := range left {
			shell.Println(fmt.Sprintf("  still damaged: memory %s, %s: %s", l["id"], l["lacks"], l["error"]))
		}
	}
	if err == nil && len(left) > 0 {
		return shell.ExitCode(2)
	}
	return err
}
