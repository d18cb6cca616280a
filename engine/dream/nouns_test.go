package dream

import (
	"slices"
	"strings"
	"testing"

	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/models"
)

// named are the names of classes of texts, in which every word weighs the same.
func named(reads func(string) bool, classes ...[]string) (out [][]string) {
	ids := map[string]int32{}
	terms := NewTerms(len(classes))
	c := counting{terms, phrases{known: map[string]*known{}, cues: terms.cues, reads: reads, encode: func(w string) []int32 {
		if _, met := ids[w]; !met {
			ids[w] = int32(len(ids) + 1)
		}
		return []int32{ids[w]}
	}}}
	for class, texts := range classes {
		for _, text := range texts {
			m := &store.Memory{Content: text}
			for id := range uint16(200) {
				m.Record[models.Sparse].Terms = append(m.Record[models.Sparse].Terms, fingerprint.TermWeight{ID: id + 1, Weight: 1})
			}
			c.add(class, m)
		}
	}
	for class := range classes {
		out = append(out, terms.Names(class))
	}
	return out
}

// TestNamesAreNounPhrases: a class is named by words that stand together in its memories as nouns do, not by its most specific words, by verbs, or by what one memory alone says.
func TestNamesAreNounPhrases(t *testing.T) {
	got := named(nil,
		[]string{"Check the rear wheel for play.", "A new spoke goes into the rear wheel.", "The wheel needs air.", "Turn the spoke of a rear wheel by a quarter."},
		[]string{"The payment gateway answers slowly.", "Retry with the payment gateway when a payment fails.", "A payment through the gateway is logged."},
		[]string{"Ada Lovelace owns invoices.", "Ask Ada Lovelace about budgets.", "The budget of Ada Lovelace ends soon."},
		[]string{"It rains.", "They run.", "We sing loudly."},
		[]string{"Build the tool with bin/asterism first.", "The tool bin/asterism is old.", "Copy bin/asterism to the *stone oven*.", "The stone oven needs wood."},
		[]string{"Users complain that push notifications arrive twice.", "Push notifications are sent each minute.", "We disabled push notifications."},
	)
	for i, want := range map[int]string{0: "rear wheel", 1: "payment gateway", 2: "Ada Lovelace", 4: "stone oven", 5: "push notifications"} {
		if len(got[i]) == 0 || got[i][0] != want {
			t.Errorf("class %d is named %q, want %q", i, got[i], want)
		}
	}
	if slices.Contains(got[4], "bin asterism") {
		t.Errorf("a path names %q", got[4])
	}
	if got[3] != nil {
		t.Errorf("a class without a phrase is named %q", got[3])
	}
}

// TestWhatIsNotReadHasNoPhrase: where a phrase begins and ends in another language is not known; a class of which half is in others is named by none.
func TestWhatIsNotReadHasNoPhrase(t *testing.T) {
	german := []string{"Der neue Drucker im Flur zieht das Papier schief ein.", "Der neue Drucker im Flur braucht Papier.", "Im Flur steht der neue Drucker."}
	reads := func(text string) bool { return !slices.Contains(german, text) }
	english := []string{"The garden gate is open.", "Close the garden gate at night."}
	got := named(reads, german, append(slices.Clone(german), "The printer is old."), english)
	if got[0] != nil || got[1] != nil || !slices.Equal(got[2], []string{"garden gate"}) {
		t.Errorf("named %q", got)
	}
}

func TestFirstWords(t *testing.T) {
	for text, want := range map[string]string{
		"Short enough.":             "Short enough.",
		"  two\nlines ":             "two lines",
		strings.Repeat("word ", 20): strings.TrimSpace(strings.Repeat("word ", 12)) + "…",
		strings.Repeat("語", 30):     strings.Repeat("語", 20) + "…",
		strings.Repeat("long,", 11) + " and more behind it": strings.TrimRight(strings.Repeat("long,", 11)+" and", ",") + "…",
	} {
		if got := firstWords(text); got != want || len(got) > longestFirstWords+len("…") {
			t.Errorf("%q begins %q, want %q", text, got, want)
		}
	}
}
