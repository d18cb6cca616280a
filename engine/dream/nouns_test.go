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

// TestNoVerbIsAName: a phrase that begins with what somebody is to do, or ends with what somebody does, names no class, and the noun phrases beside it do.
func TestNoVerbIsAName(t *testing.T) {
	for _, c := range []struct {
		texts []string
		verb  string
	}{
		{[]string{"Check rented stalls for mould.", "Check rented stalls of the market.", "Check the port of the kiosk.", "The check of ports is slow."}, "Check"},
		{[]string{"Confirm VAT rises in a letter.", "Confirm VAT rises by mail.", "Confirm the order."}, "Confirm"},
		{[]string{"The user opens it twice.", "When the user opens the door, a bell rings.", "A user opens them at night.", "An open door lets the user in."}, "opens"},
		{[]string{"Our system knows the guest.", "A system knows them by card.", "The system knows all guests."}, "knows"},
		{[]string{"Register listeners of the lobby first.", "Do not register listeners twice.", "Register the listeners of the lobby.", "We never register listeners there."}, "register"},
		{[]string{"The mayor requests repainting.", "She requests repainting at night.", "Request the repainting.", "We request repainting by mail."}, "request"},
		{[]string{"Rotate passwords of staff.", "Rotate passwords each month.", "Rotate the passwords of guests."}, "Rotate"},
		{[]string{"Staff prints badges.", "The staff prints it in colour.", "Ask staff: staff prints the badge."}, "prints"},
	} {
		for _, name := range named(nil, c.texts, []string{"The stone oven needs wood.", "Clean the stone oven."})[0] {
			if strings.Contains(strings.ToLower(name), strings.ToLower(c.verb)) {
				t.Errorf("%q names %q", c.texts, name)
			}
		}
	}
	// Nouns that are verbs elsewhere.
	for _, c := range []struct {
		texts []string
		want  string
	}{
		{[]string{"The build server is slow.", "Restart the build server.", "Build the kiosk on a build server."}, "build server"},
		{[]string{"A test report goes out by mail.", "Read the test report.", "Test the kiosk, then write the test report."}, "test report"},
		{[]string{"Page views fell.", "The page views of the shop rose.", "Count page views by day."}, "page views"},
		{[]string{"Our file locks are slow.", "The file locks of the kiosk.", "Free all file locks at night."}, "file locks"},
	} {
		if got := named(nil, c.texts, []string{"The stone oven needs wood.", "Clean the stone oven."})[0]; len(got) == 0 || strings.ToLower(got[0]) != c.want {
			t.Errorf("%q are named %q, want %q", c.texts, got, c.want)
		}
	}
}
