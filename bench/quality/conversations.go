package quality

import (
	"fmt"
	"io"
	"text/tabwriter"

	"asterism/bench/report"
)

// tellConversations prints the sets of sessions, and the gain of a memory's context there. The rows are means over all questions of these sets.
func tellConversations(results []*result, w io.Writer) ([]report.Row, error) {
	columns := []struct{ column, what string }{
		{columnBM25, "BM25"}, {columnAlone, "fused, every turn by itself"}, {columnFused, "fused"}, {columnProduct, "through the engine"},
	}
	all := map[string][]quality{}
	for _, r := range results {
		if r.columns[columnAlone] == nil {
			continue
		}
		for _, c := range columns {
			all[c.column] = append(all[c.column], r.columns[c.column]...)
		}
	}
	n := len(all[columnFused])
	if n == 0 {
		return nil, nil
	}
	fmt.Fprintf(w, "\nconversations, %d questions:\n", n)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\tnDCG@10\trecall@10")
	var rows []report.Row
	for _, c := range columns {
		m := mean(all[c.column])
		fmt.Fprintf(t, "%s\t%.3f\t%.3f\n", c.what, m.ndcg, m.recall)
		rows = append(rows, rowOf("dialogue."+c.column+".ndcg10", "1", higher, goalOfDialogue(c.column), m.ndcg), rowOf("dialogue."+c.column+".recall10", "1", higher, noGoal, m.recall))
	}
	gain := bootstrap(differences(ndcgs(all[columnFused]), ndcgs(all[columnAlone])))
	if err := t.Flush(); err != nil {
		return nil, err
	}
	fmt.Fprintf(w, "what context brings, points of nDCG@10: %s\n", gain)
	return append(rows, rowOf("context_points", "points", higher, 0, gain.mean), rowOf("context_low_points", "points", higher, noGoal, gain.low)), nil
}

// goalDialogue is what fusion is to reach on conversations.
const goalDialogue = 0.56

func goalOfDialogue(column string) float64 {
	if column == columnFused {
		return goalDialogue
	}
	return noGoal
}
