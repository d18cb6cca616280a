package serve

import (
	"context"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/store"
	"asterism/engine/unread"

	"github.com/google/uuid"
)

// mendVectors computes damaged vectors again from the texts, with the store's models. Exit code 2: something else is damaged.
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
	if g.JSON {
		left := []map[string]string{}
		for _, u := range done.Left {
			row := map[string]string{"lacks": unread.Lacks(&u), "error": why(done, &u).Error()}
			if u.ID != uuid.Nil {
				row["id"] = u.ID.String()
			}
			left = append(left, row)
		}
		err = shell.PrintJSON(map[string]any{"memories": done.Memories, "mended": done.Mended, "damaged": left})
	} else {
		shell.Printf("%s read, the damaged vectors of %d computed again\n", words.Memories(done.Memories), done.Mended)
		tellStillDamaged(done)
	}
	if err == nil && len(done.Left) > 0 {
		return shell.ExitCode(2)
	}
	return err
}

func why(done *engine.Mended, u *store.Unread) error {
	if err := done.Why[u.ID]; err != nil {
		return err
	}
	return u.Err
}

// tellStillDamaged names the memories with known ids, and counts the damaged parts of the store whose memories are not known.
func tellStillDamaged(done *engine.Mended) {
	unknown := 0
	for _, u := range done.Left {
		if u.ID == uuid.Nil {
			unknown++
			continue
		}
		shell.Printf("  still damaged: memory %s, %s: %v\n", u.ID, unread.Lacks(&u), why(done, &u))
	}
	if unknown > 0 {
		shell.Printf("  still damaged: parts of the store whose memories are not known: %d, the first: %v\n", unknown, done.Left[len(done.Left)-unknown].Err)
	}
}
