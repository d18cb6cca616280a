package quality

import (
	"fmt"
	"io"
	"strings"

	"asterism/models"
)

// nameWidth and cellWidth are those of the tables' first column and of the others.
const (
	nameWidth = 18
	cellWidth = 7
)

// measured is one of the three figures that have a table.
type measured struct {
	title, row string
	of         func(quality) float64
}

var figures = []measured{
	{"nDCG@10, in hundredths", "ndcg10", func(q quality) float64 { return q.ndcg }},
	{"recall@10, in hundredths", "recall10", func(q quality) float64 { return q.recall }},
	{"MRR, in hundredths", "mrr", func(q quality) float64 { return q.mrr }},
}

// printTables shows every figure: sets in rows, what ranked them in columns.
func printTables(w io.Writer, results []*result) {
	names := columnNames(results[0].spaces)
	for _, f := range figures {
		fmt.Fprintf(w, "\n%s\n", f.title)
		printRow(w, "", names)
		sums := make([]float64, len(names))
		for _, r := range results {
			cells := make([]string, len(names))
			for i, name := range names {
				v := f.of(mean(r.columns[name]))
				sums[i] += v / float64(len(results))
				cells[i] = fmt.Sprintf("%.1f", 100*v)
			}
			printRow(w, r.set.name, cells)
		}
		cells := make([]string, len(names))
		for i := range names {
			cells[i] = fmt.Sprintf("%.1f", 100*sums[i])
		}
		printRow(w, "mean", cells)
	}
	fmt.Fprintf(w, "\nbm25 is the best of four, by nDCG@10: %s\n", strings.Join(variants(results), "; "))
	fmt.Fprint(w, "E2, E3 and E4 are about times, and take no part here. E12, a rerank in search, ranks every document here.\n")
}

// variants prints for every set how well the variants of BM25 do: plain words, and stems without stop words; with the usual constants, and with flat ones.
func variants(results []*result) (out []string) {
	for _, r := range results {
		said := r.set.name
		for _, v := range bm25Variants {
			said += fmt.Sprintf(" %s %.1f", strings.TrimPrefix(v, "bm25_"), 100*mean(r.columns[v]).ndcg)
		}
		out = append(out, said)
	}
	return out
}

func columnNames(spaces []models.Space) []string {
	names := []string{columnBM25, columnGrep}
	for _, s := range spaces {
		names = append(names, s.Code())
	}
	return append(names, columnFused)
}

func printRow(w io.Writer, name string, cells []string) {
	fmt.Fprintf(w, "%-*s", nameWidth, name)
	for _, c := range cells {
		fmt.Fprintf(w, "%*s", cellWidth, c)
	}
	fmt.Fprintln(w)
}

// printLaws prints the fused ranking compared with the others, with the interval of 95 % of paired resamples.
func printLaws(w io.Writer, results []*result, l *laws) {
	fmt.Fprintf(w, "\nfused minus others, points of nDCG@10 [95 %% of %d resamples]\n", resamples)
	fmt.Fprintf(w, "%-*s%-33s%s\n", nameWidth, "", "bm25 (law: upper end 0 or more)", "best single space (law: upper end 0 or more)")
	for i, r := range results {
		b := l.overBest[i]
		note := ""
		if !b.judged {
			note = fmt.Sprintf("  too small to judge (%d documents, %d questions)", len(r.set.docs), len(r.set.queries))
		}
		fmt.Fprintf(w, "%-*s%-33s%-6s%s%s\n", nameWidth, r.set.name, l.overBM25[i].interval, b.other, b.interval, note)
	}
	fmt.Fprintf(w, "%-*s%-33s(law: %.1f or more)\n", nameWidth, "mean", l.meanBM25, meanOverBM25)
	if len(l.ablation) > 0 {
		printAblation(w, results, l)
	}
}

func (i interval) String() string { return fmt.Sprintf("%+6.2f [%+.2f, %+.2f]", i.mean, i.low, i.high) }

// printAblation shows what leaving out each space does.
func printAblation(w io.Writer, results []*result, l *laws) {
	n := 0
	for _, r := range results {
		n += len(r.ablated.changes[l.worst])
	}
	fmt.Fprintf(w, "\nfused without one space minus fused, points of nDCG@10 on %d questions (law: no mean above %.1f)\n", n, mostByLeaving)
	names := []string{}
	for _, s := range results[0].spaces {
		names = append(names, s.Code())
	}
	printRow(w, "", names)
	for _, r := range results {
		cells := make([]string, len(names))
		for i, s := range results[0].spaces {
			cells[i] = fmt.Sprintf("%+.2f", meanOfMeans([][]float64{r.ablated.changes[s]}))
		}
		printRow(w, r.set.name, cells)
	}
	for _, part := range []struct {
		name string
		of   func(interval) float64
	}{
		{"mean", func(i interval) float64 { return i.mean }},
		{"  95 % from", func(i interval) float64 { return i.low }},
		{"  to", func(i interval) float64 { return i.high }},
	} {
		cells := make([]string, len(names))
		for i, s := range results[0].spaces {
			cells[i] = fmt.Sprintf("%+.2f", part.of(l.ablation[s]))
		}
		printRow(w, part.name, cells)
	}
}

// printVerdict ends the report.
func printVerdict(w io.Writer, sets int, broken []string) {
	switch {
	case len(broken) > 0:
	case sets == 0:
		fmt.Fprintf(w, "\nno law is judged: a set needs at least %d documents and %d questions\n", leastDocuments, leastQuestions)
		return
	default:
		fmt.Fprintln(w, "\nall laws hold")
		return
	}
	fmt.Fprintf(w, "\n%d laws are broken:\n", len(broken))
	for _, b := range broken {
		fmt.Fprintln(w, " ", b)
	}
}
