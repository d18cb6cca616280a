package serve

import (
	"fmt"

	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/unread"
)

// planWords says what will be done, and the disk space it needs.
func planWords(p *engine.ReembedPlan) string {
	if p.Nothing() {
		return fmt.Sprintf("the store has these models already (profile %s): nothing to do", p.To)
	}
	if p.From == "" {
		return fmt.Sprintf("the store is empty: it takes the models of profile %s at once", p.To)
	}
	if p.Spaces == 0 {
		return fmt.Sprintf("profile %s has the same model files as %s: only the name changes", p.To, p.From)
	}
	room := fmt.Sprintf("%d MiB of disk are needed", mebibytes(p.Room.Need))
	if p.Room.Known {
		room += fmt.Sprintf(", %d MiB are free", mebibytes(p.Room.Free))
	}
	return fmt.Sprintf("from profile %s to %s: %s of %d to embed again in %s; %s", p.From, p.To, words.Memories(p.Left), p.Memories, words.Codes(p.Spaces), room)
}

// mebibytes rounds up.
func mebibytes(n int64) int64 { return (n + 1<<20 - 1) >> 20 }

func (g commands) showPlan(p *engine.ReembedPlan) error {
	if !g.JSON {
		shell.Println(planWords(p))
		return nil
	}
	out := map[string]any{"from": p.From, "to": p.To, "spaces": p.Spaces.Codes(), "memories": p.Memories, "left": p.Left, "bytes_needed": p.Room.Need}
	if p.Room.Known {
		out["bytes_free"] = p.Room.Free
	}
	return shell.PrintJSON(out)
}

func (g commands) showReembedded(r *engine.ReembedReport, b *reembedBar) error {
	if err := g.tellReembedded(r, b.seconds()); err != nil {
		return err
	}
	if len(r.Damaged) > 0 {
		return shell.ExitCode(2)
	}
	return nil
}

func (g commands) tellReembedded(r *engine.ReembedReport, seconds float64) error {
	left := shell.LossesOf(unread.LeftOf(r.Damaged)...)
	left.Tell("without a vector of the new models")
	if g.JSON {
		return shell.PrintJSON(map[string]any{"damaged": left.JSON(), "from": r.From, "to": r.To, "spaces": r.Spaces.Codes(), "memories": r.Memories, "embedded": r.Embedded, "goals": r.Goals, "workspaces_emptied": r.Emptied,
			"images_without_vector": r.Unseen, "seconds": seconds, "switch_seconds": r.Switched.Seconds(), "old_vectors_removed": r.Cleared})
	}
	if r.Spaces == 0 {
		shell.Printf("the store now has the models of profile %s; no memory had to be embedded again\n", r.To)
		return nil
	}
	shell.Printf("embedded %s again in %s, and %s, in %.1f s (%.0f memories/s); the store now has the models of profile %s\n",
		words.Memories(r.Embedded), words.Codes(r.Spaces), words.Count(r.Goals, "goal"), seconds, float64(r.Embedded)/max(seconds, 1e-3), r.To)
	shell.Printf("the switch took %.1f s\n", r.Switched.Seconds())
	if r.Unseen > 0 {
		shell.Println(unseenWords(r.Unseen))
	}
	if r.Goals > 0 {
		shell.Println("memories are realigned with the goals from now on, while a command or a server has the store open")
	}
	if r.Emptied > 0 {
		shell.Println(emptiedWords(r.Emptied))
	}
	if !r.Cleared {
		shell.Println("the old vectors are still on the disk; the next start removes them")
	}
	return nil
}

func emptiedWords(n int) string {
	return words.Count(n, "saved workspace") + " emptied: what was in mind was measured between vectors of the old models; searches fill them again"
}

func unseenWords(n int) string {
	return words.Count(n, "image") + " could not be seen, as the warnings above say: left without a vector, to be found by time and labels alone"
}
