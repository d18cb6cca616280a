package main

import (
	"fmt"
	"strings"

	"asterism/mcp"

	"github.com/spf13/cobra"
)

func statusCmd(g *globals) *cobra.Command {
	var namespace string
	var history int
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Tell goals, drift, learning, workspace, dreams, store and queues, and what to do next",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			args := given{}.text("namespace", namespace).flag("include_history", cmd.Flags().Changed("history")).changed(cmd, "history", "history_count", history)
			return answer(g, cmd, "get_autonomous_status", args, showStatus)
		},
	}
	cmd.Flags().IntVar(&history, "history", 0, "show the newest so many measurements of drift, too, 1 to 100")
	namespaceFlag(cmd, &namespace)
	return cmd
}

func showStatus(s *mcp.Status) error {
	line := func(name, format string, args ...any) { fmt.Printf("%-10s %s\n", name, fmt.Sprintf(format, args...)) }
	line("namespace", "%s", s.Namespace)
	if s.NorthStar != nil {
		line("goal", "%s (%s), %d below it", snippet(s.NorthStar.Description, 100), s.NorthStar.ID, len(s.Goals)-1)
	} else {
		line("goal", "none is set")
	}
	line("alignment", "%d of %s%s", s.Alignment.Aligned, memories(s.Alignment.Memories), during(s.Alignment.Running, ", going on"))
	if s.Drift != nil {
		line("drift", "%s, similarity %.3f of %s", s.Drift.DriftLevel, s.Drift.OverallSimilarity, memories(s.Drift.MemoriesAnalyzed))
	} else {
		line("drift", "%s", s.DriftNote)
	}
	line("", "%s", trendWords(s.Trend, s.TrendNote))
	showLearning(s, line)
	showHealth(s, line)
	showEntries(s.History)
	for _, r := range s.Recommendations {
		line("→", "%s", r)
	}
	return nil
}

func showLearning(s *mcp.Status, line func(string, string, ...any)) {
	words := []string{s.Learning.Lifecycle}
	if l := s.Learning; l.Entropy != nil && l.Coherence != nil && l.Suggested != nil {
		words = append(words, fmt.Sprintf("entropy %.2f, coherence %.2f, suggests %s", *l.Entropy, *l.Coherence, *l.Suggested))
	}
	if s.Learning.Note != "" {
		words = append(words, s.Learning.Note)
	}
	line("learning", "%s", strings.Join(words, "; "))
	if w := s.Workspace; w != nil {
		line("in mind", "%s, %s%s", w.State, memories(w.Members), during(w.Warning != "", "; "+w.Warning))
	}
	last := "never"
	if s.Dreams.Last != nil {
		last = clock(s.Dreams.Last)
	}
	copies := "near copies not counted"
	if s.Dreams.NearCopies != nil {
		copies = fmt.Sprintf("%d near copies", *s.Dreams.NearCopies)
	}
	line("dreams", "last %s, %s%s", last, copies, during(s.Dreams.Dreaming, ", dreaming now"))
}

func showHealth(s *mcp.Status, line func(string, string, ...any)) {
	if h := s.Store; h != nil {
		line("store", "%s (%d forgotten) of %d in %d namespaces, %.1f MiB on disk", memories(h.Memories), h.Forgotten, h.AllMemories, h.Namespaces, float64(h.DiskBytes)/(1<<20))
	}
	if d := s.Device; d != nil {
		line("device", "%d workers, %s", d.Workers, strings.Join(append(d.Backends, d.Demoted...), ", "))
	}
	if q := s.Queue; q != nil {
		line("queue", "%d of %d places taken (%d questions), %d rows failed", q.InWork, q.Capacity, q.Questions, q.Failed)
	}
	if len(s.Background) > 0 { // an older server says nothing
		line("background", "%s", loopWords(s.Background))
	}
}

// during is the words when something holds.
func during(on bool, words string) string {
	if on {
		return words
	}
	return ""
}
