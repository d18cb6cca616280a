package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine"
	"asterism/engine/purpose"
	"asterism/engine/search"
	"asterism/engine/store"
	"asterism/mcp/answer"
	"asterism/mcp/client"
	"asterism/models"

	"github.com/spf13/cobra"
)

func getCmd(g *globals) *cobra.Command {
	versions, history := false, 0
	cmd := &cobra.Command{
		Use:   "get ID",
		Short: "Show one memory whole, and what was measured of it",
		Long: "Show one memory whole, and what was measured of it: which memories it replaces and which replace it, now or from a later date (replaced later), and the goal that it goes\n" +
			"against (contradicts), which is why its alignment is low.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return g.With(cmd.Context(), func(m owner.Memory) error {
				id, err := owner.MemoryID(cmd.Context(), m, args[0])
				if err != nil {
					return err
				}
				if cmd.Flags().Changed("history") {
					return owner.ShowAnswerTo(g.Flags, cmd.Context(), m, "get_memory", client.Arguments{"id": id, "include_content": false, "history": history}, showEvolution)
				}
				got, err := m.Get(cmd.Context(), id)
				if err != nil {
					return err
				}
				chain, err := m.Chain(cmd.Context(), id)
				if err != nil {
					return err
				}
				var old []engine.Earlier
				if versions {
					if old, err = owner.Historian(m).Earlier(cmd.Context(), id); err != nil {
						return err
					}
				}
				if g.JSON {
					out := jsonWhole(got)
					if a, ok := out["alignment"].(map[string]any); ok && chain.Against != nil {
						a["contradicts"] = map[string]any{"id": chain.Against.ID, "description": chain.Against.Description, "differs": chain.Against.Differs}
					}
					if out["chain"] = jsonChain(chain); versions {
						out["versions"] = append([]engine.Earlier{}, old...)
					}
					return shell.PrintJSON(out)
				}
				showMemory(got, chain)
				if versions {
					showVersions(id, old)
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&versions, "versions", false, fmt.Sprintf("also what it said before it was changed, the last %d versions at most", engine.MaxEarlier))
	shell.HistoryFlag(cmd, &history, "show how its purpose vector moved, and not the memory")
	return cmd
}

// showVersions shows the earlier versions of a memory, the newest first.
func showVersions(id store.ID, old []engine.Earlier) {
	if len(old) == 0 {
		shell.Println("\nno earlier text of it is kept")
		return
	}
	for _, v := range old {
		shell.Printf("\nversion %d, until %s\nwhy         %s\n%s\n", v.Version, v.Until.Format(time.RFC3339), words.Plain(v.Rationale), words.Plain(strings.TrimRight(v.Content, "\n")))
	}
	shell.Printf("\n`asterism restore %s --version N` brings one back\n", engine.ShortID(id))
}

func showEvolution(g *answer.Got) error {
	if g.Evolution == nil {
		return errors.New("the server gives no history: it is an older version")
	}
	words.ShowHistory(shell.Stdout(), g.Evolution, words.EarlierPurpose)
	return nil
}

func showMemory(m *store.Memory, chain *engine.Chain) {
	line := func(name, v string) {
		if v != "" {
			shell.Printf("%-14s %s\n", name, words.Line(v))
		}
	}
	line("id", m.ID.String())
	line("namespace", m.Namespace)
	line("time", m.Time.Format(time.RFC3339))
	if m.Version > 1 {
		line("version", fmt.Sprintf("%d, changed %s", m.Version, m.Updated.Format(time.RFC3339)))
	}
	if !m.Deleted.IsZero() {
		line("forgotten", fmt.Sprintf("%s, can be restored until %s", m.Deleted.Format(time.RFC3339), m.Deleted.Add(engine.RestoreWindow).Format(time.RFC3339)))
	}
	if m.Repeats > 0 {
		line("seen", fmt.Sprintf("%d times, last %s", engine.TimesSeen(m), m.LastRepeat.Format(time.RFC3339)))
	}
	line("source", m.Source)
	line("session", m.SessionID)
	line("modality", m.Modality)
	line("importance", fmt.Sprint(m.Importance))
	line("tags", strings.Join(m.Tags, ", "))
	if m.Rationale != "" { // it may have several lines
		shell.Printf("%-14s %s\n", "why", words.Plain(m.Rationale))
	}
	for _, l := range m.Links {
		line("link", l.String())
	}
	for _, l := range chain.LinkedBy {
		line("linked from", l.String())
	}
	if !m.ValidFrom.IsZero() {
		line("valid from", m.ValidFrom.Format(time.RFC3339))
	}
	if !m.ValidUntil.IsZero() {
		line("valid until", m.ValidUntil.Format(time.RFC3339))
	}
	showChain(chain, line)
	if u := m.UTL; u.Measured {
		line("learning score", fmt.Sprintf("%.2f (entropy %.2f, coherence %.2f, surprise %.2f)", u.LearningScore, u.Entropy, u.Coherence, u.Surprise))
	}
	if theta, ok := search.Theta(&m.Purpose); ok {
		line("alignment", fmt.Sprintf("%.3f, %s", theta, purpose.VerdictOf(theta)))
		if a := chain.Against; a != nil {
			line("contradicts", fmt.Sprintf("goal %s  %s  (%s)", a.ID, words.Snippet(a.Description, 80), a.Differs))
		}
	}
	shell.Printf("\n%s\n", words.Plain(strings.TrimRight(m.Content, "\n")))
}

// jsonWhole returns a memory with its figures. utl is null for one that was stored without measuring.
func jsonWhole(m *store.Memory) map[string]any {
	out := jsonMemory(m)
	out["version"], out["profile"], out["links"], out["utl"] = m.Version, m.Profile, append([]store.ID{}, m.Links...), nil
	if theta, ok := search.Theta(&m.Purpose); ok {
		out["alignment"] = map[string]any{"theta": theta, "verdict": purpose.VerdictOf(theta)}
	}
	if u := m.UTL; u.Measured {
		out["utl"] = map[string]float32{"learning_score": u.LearningScore, "entropy": u.Entropy, "coherence": u.Coherence, "surprise": u.Surprise}
		johari := map[string]string{}
		for s, q := range m.Johari {
			if q >= 1 && int(q) <= len(answer.Quadrants) {
				johari[models.Space(s).Code()] = answer.Quadrants[q-1]
			}
		}
		out["johari"] = johari
	}
	return out
}
