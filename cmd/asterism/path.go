package main

import (
	"fmt"
	"math"
	"strings"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/models"

	"github.com/spf13/cobra"
)

func pathCmd(g *globals) *cobra.Command {
	var q engine.PathQuestion
	cmd := &cobra.Command{
		Use:   "path FROM TO",
		Short: "Show how one memory leads to another: the best chain of causes, meaning and stored links",
		Args:  cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if q.MaxHops < 1 { // to the engine 0 means the default; here it is a mistake
				return &engine.Error{Kind: engine.KindInvalid, Message: fmt.Sprintf("--max-hops %d is outside 1…%d", q.MaxHops, engine.MaxPathHops), Hint: "leave it out for the default"}
			}
			return g.With(cmd.Context(), func(m owner.Memory) error {
				if q.From, err = owner.MemoryID(cmd.Context(), m, args[0]); err != nil {
					return err
				}
				if q.To, err = owner.MemoryID(cmd.Context(), m, args[1]); err != nil {
					return err
				}
				p, err := m.FindPath(cmd.Context(), q)
				if err != nil {
					return err
				}
				if g.JSON {
					return shell.PrintJSON(jsonPath(p))
				}
				showPath(p)
				return nil
			})
		},
	}
	fl := cmd.Flags()
	fl.IntVar(&q.MaxHops, "max-hops", engine.DefaultPathHops, fmt.Sprintf("the most hops the path may have, 1 to %d", engine.MaxPathHops))
	fl.StringVar(&q.Type, "type", engine.PathCausal, "causal: from cause to effect; semantic: like meaning, either way; any: the better in each hop")
	return cmd
}

func showPath(p *engine.Path) {
	showRoute(&p.Route)
	if p.Reverse != nil {
		shell.Println("the other way:")
		showRoute(p.Reverse)
	}
	shell.Println(p.Summary())
	shell.Printf("neighbours of %s looked up, hops from %s, %.1f ms\n", words.Memories(p.Searched), thresholds(p), ms(p.Took))
}

func showRoute(r *engine.Route) {
	for i, m := range r.Memories {
		if i > 0 {
			h := r.Hops[i-1]
			by := h.By
			if !math.IsNaN(h.Similarity) {
				by = fmt.Sprintf("%s, similarity %.3f", by, h.Similarity)
			}
			shell.Printf("    ↓ %.3f  (%s)\n", h.Score, by)
		}
		shell.Printf("%s  %s  %s\n    %s\n", m.ID, m.Time.Format("2006-01-02"), words.Plain(m.Namespace), words.Snippet(engine.Shown(m), 200))
	}
}

// thresholds names the lowest similarities of a hop.
func thresholds(p *engine.Path) string {
	var out []string
	for s, t := range p.Thresholds {
		if t > 0 {
			out = append(out, fmt.Sprintf("%s %.3f", models.Space(s), t))
		}
	}
	return strings.Join(out, ", ")
}

func jsonPath(p *engine.Path) map[string]any {
	out := jsonRoute(&p.Route)
	spaces := map[string]float64{}
	for s, t := range p.Thresholds {
		if t > 0 {
			spaces[models.Space(s).Code()] = t
		}
	}
	out["found"], out["summary"], out["type"], out["max_hops"] = len(p.Memories) > 0, p.Summary(), p.Type, p.MaxHops
	out["searched"], out["complete"], out["namespaces"], out["thresholds"] = p.Searched, p.Complete, p.Namespaces, spaces
	out["reverse"], out["timings_ms"] = nil, map[string]float64{"search": ms(p.Took)}
	if p.Reverse != nil {
		out["reverse"] = jsonRoute(p.Reverse)
	}
	return out
}

// jsonRoute returns a path. score is null if there is none, and a hop's similarity is null for a stored link.
func jsonRoute(r *engine.Route) map[string]any {
	memories, hops := []map[string]any{}, []map[string]any{}
	for _, m := range r.Memories {
		memories = append(memories, map[string]any{"id": m.ID, "namespace": m.Namespace, "timestamp": m.Time, "content": m.Content})
	}
	for i, h := range r.Hops {
		hop := map[string]any{"from": r.Memories[i].ID, "to": r.Memories[i+1].ID, "by": h.By, "score": h.Score, "similarity": nil}
		if !math.IsNaN(h.Similarity) {
			hop["similarity"] = h.Similarity
		}
		hops = append(hops, hop)
	}
	out := map[string]any{"path": memories, "hops": hops, "score": nil}
	if len(memories) > 0 {
		out["score"] = r.Score
		if r.Direction != "" {
			out["direction"], out["chance"] = r.Direction, r.Chance
		}
	}
	return out
}
