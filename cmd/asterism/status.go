package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"asterism/cmd/asterism/goals"
	"asterism/cmd/asterism/owner"
	"asterism/cmd/asterism/shell"
	"asterism/cmd/asterism/words"
	"asterism/engine/drift"
	"asterism/mcp/answer"
	"asterism/mcp/client"

	"github.com/spf13/cobra"
)

func statusCmd(g *globals) *cobra.Command {
	var namespace string
	var history int
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show goals, drift, learning, workspace, dreams, store and queues, and what to do next",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			args := client.Arguments{}.Text("namespace", namespace).Flag("include_history", cmd.Flags().Changed("history")).When(cmd.Flags().Changed("history"), "history_count", history)
			return owner.ShowAnswer(g.Flags, cmd, "get_autonomous_status", args, showStatus)
		},
	}
	cmd.Flags().IntVar(&history, "history", 0, "show the newest so many measurements of drift, too, 1 to 100")
	shell.NamespaceFlag(cmd, &namespace)
	return cmd
}

func showStatus(s *answer.Status) error {
	line := func(name, format string, args ...any) { shell.Printf("%-10s %s\n", name, fmt.Sprintf(format, args...)) }
	line("namespace", "%s", s.Namespace)
	if s.NorthStar != nil {
		line("goal", "%s (%s), %d below it", words.Snippet(s.NorthStar.Description, 100), s.NorthStar.ID, len(s.Goals)-1)
	} else {
		line("goal", "none is set")
	}
	line("alignment", "%d of %s measured%s", s.Alignment.Measured, words.Memories(s.Alignment.Memories), words.During(s.Alignment.Running && s.Alignment.Measured < s.Alignment.Memories, ", going on while the store is open"))
	switch d := s.Drift; {
	case d != nil && words.TooFew(d.Timeframe, d.MemoriesAnalyzed):
		line("drift", "%s; similarity %.3f", words.TooLittle(d.MemoriesAnalyzed, drift.LeastJudged), d.OverallSimilarity)
	case d != nil:
		line("drift", "%s, similarity %.3f of %s", d.DriftLevel, d.OverallSimilarity, words.Memories(d.MemoriesAnalyzed))
	default:
		line("drift", "%s", cmp.Or(words.ForPeople(s.DriftNote, nil), "its history cannot be read"))
	}
	line("", "%s", words.Trend(s.Trend, s.TrendNote))
	showLearning(s, line)
	showHealth(s, line)
	goals.ShowEntries(s.History)
	for _, r := range s.Recommendations {
		line("→", "%s", words.ForPeople(r, nil))
	}
	return nil
}

func showLearning(s *answer.Status, line func(string, string, ...any)) {
	parts := []string{s.Learning.Lifecycle}
	if l := s.Learning; l.Entropy != nil && l.Coherence != nil && l.Suggested != nil {
		parts = append(parts, fmt.Sprintf("entropy %.2f, coherence %.2f, suggests %s", *l.Entropy, *l.Coherence, *l.Suggested))
	}
	if s.Learning.Note != "" {
		parts = append(parts, words.ForPeople(s.Learning.Note, nil))
	}
	if s.Learning.Settings != nil {
		parts = append(parts, "settings "+words.Settings(s.Learning.Settings))
	}
	line("learning", "%s", strings.Join(parts, "; "))
	if w := s.Workspace; w != nil {
		line("in mind", "%s, %s%s", w.State, words.Memories(w.Members), words.During(w.Warning != "", "; "+words.ForPeople(w.Warning, nil)))
	}
	last := "never"
	if s.Dreams.Last != nil {
		last = words.Clock(s.Dreams.Last)
	}
	copies := "near copies not counted"
	if s.Dreams.NearCopies != nil {
		copies = fmt.Sprintf("%d near copies", *s.Dreams.NearCopies)
	}
	if slices.ContainsFunc(s.Unreadable, func(u answer.Unreadable) bool { return u.Part == "dreams" }) {
		line("dreams", "the record of the last one cannot be read")
		return
	}
	line("dreams", "last %s, %s%s", last, copies, words.During(s.Dreams.Dreaming, ", dreaming now"))
}

func showHealth(s *answer.Status, line func(string, string, ...any)) {
	if h := s.Store; h != nil {
		line("store", "%s (%d forgotten) of %d in %s, %.1f MiB on disk", words.Memories(h.Memories), h.Forgotten, h.AllMemories, words.Count(h.Namespaces, "namespace"), float64(h.DiskBytes)/(1<<20))
		if h.WritesRefused != "" {
			line("", "nothing new can be stored: %s", h.WritesRefused)
		}
	}
	if d := s.Device; d != nil {
		line("device", "%d workers, %s", d.Workers, strings.Join(append(d.Backends, d.Demoted...), ", "))
	}
	if q := s.Queue; q != nil {
		line("queue", "%d of %d places taken (%d questions), %d rows failed", q.InWork, q.Capacity, q.Questions, q.Failed)
	}
	if len(s.Background) > 0 { // an older server does not report it
		line("background", "%s", loopWords(s.Background))
	}
}
