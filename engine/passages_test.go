package engine

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// essays are long texts: the sample notes joined, each text starting at another note.
func essays(tb testing.TB, n int) (out []Note) {
	tb.Helper()
	var all []string
	for _, note := range sampleNotes(tb) {
		if note.Modality == "" || note.Modality == "text" {
			all = append(all, note.Content)
		}
	}
	for i := range n {
		out = append(out, Note{Content: fmt.Sprintf("Report %d. ", i) + strings.Join(append(all[i:len(all):len(all)], all[:i]...), " ")})
	}
	return out
}

// TestPassagesFitAndAreOfTheText checks that a passage is always a part of its memory's text, and not too long; without the option there is none.
func TestPassagesFitAndAreOfTheText(t *testing.T) {
	e := open(t, "")
	remember(t, e, append(essays(t, 6), Note{Content: "short\n\ttext"}, Note{Content: strings.Repeat("x", 5000)}, Note{Content: strings.Repeat("很长的一句话", 200)})...)
	for _, text := range []string{"why PostgreSQL?", "short text", "一句话", "xxxx", "?!", "how is a certificate renewed"} {
		f := recall(t, e, Question{Text: text, Passages: true, TopK: 100})
		for _, h := range f.Hits {
			line := strings.Join(strings.Fields(h.Memory.Content), " ")
			inner := strings.TrimSuffix(strings.TrimPrefix(h.Passage, "…"), "…")
			if n := utf8.RuneCountInString(inner); n == 0 || n > PassageRunes || !strings.Contains(line, inner) && !strings.Contains(strings.ReplaceAll(line, " ", ""), strings.ReplaceAll(inner, " ", "")) {
				t.Errorf("%s: %q (%d characters) is no passage of the text", text, h.Passage, n)
			}
		}
		for _, h := range recall(t, e, Question{Text: text}).Hits {
			if h.Passage != "" {
				t.Errorf("%s: passage %q was not asked for", text, h.Passage)
			}
		}
	}
}

// BenchmarkPassages measures the additional cost of the passages of ten hits of about 12,000 characters.
func BenchmarkPassages(b *testing.B) {
	e, err := Open(b.Context(), Config{Data: b.TempDir(), Embedder: compactModels(b)})
	if err != nil {
		b.Fatal(err)
	}
	defer e.Close(b.Context())
	if _, err := e.RememberAll(b.Context(), essays(b, 10)); err != nil {
		b.Fatal(err)
	}
	var took float64
	for b.Loop() {
		f, err := e.Recall(b.Context(), Question{Text: "why do we use a relational database for purchases?", Passages: true})
		if err != nil {
			b.Fatal(err)
		}
		took += f.Timings.Passages.Seconds()
	}
	b.ReportMetric(took/float64(b.N)*1e3, "ms/passages")
}
