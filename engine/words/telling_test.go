package words

import (
	"slices"
	"testing"
)

// TestTelling: identifiers come first, then names, then the longest words; what is no word of content does not come.
func TestTelling(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want []string
	}{
		{"The exporter writes into usage_events for Norvia.", "Norvia asked why usage_events is empty; the exporter was off.", []string{"usage_events", "Norvia", "exporter"}},
		{"Set `AGENT_MODE=warn` in api.lumen.example.", "The certificate of api.lumen.example expired, (AGENT_MODE) was off.", []string{"AGENT_MODE", "api.lumen.example"}},
		{"The close job holds connections.", "Connections of the close job.", []string{"connections", "close", "job"}},
		{"Read src/valve/driver.c first.", "A bug in src/valve/driver.c, line 9.", []string{"src/valve/driver.c"}},
		{"Die Fräse steht in Halle 2.", "In Halle 2 fehlt Öl für die Fräse.", []string{"Fräse", "Halle"}},
		{"The oven is clean.", "Bread is white.", nil},
		{"", "Bread", nil},
		{"one alpha beta gamma delta epsilon zeta", "zeta epsilon delta gamma beta alpha", []string{"epsilon", "alpha", "gamma", "delta"}},
	} {
		if got := Telling(c.a, c.b, 4); !slices.Equal(got, c.want) {
			t.Errorf("%q, %q: %q, want %q", c.a, c.b, got, c.want)
		}
	}
}

// TestWhatStandsAsAName: a capital within a sentence is of a name, unless nouns have it; so are a capital or a digit within a word.
func TestWhatStandsAsAName(t *testing.T) {
	for _, c := range []struct {
		text, word string
		nouns      bool
		want       bool
	}{
		{"Invoices go to Norvia.", "Norvia", false, true},
		{"Invoices go out.", "Invoices", false, false},
		{"It broke. Invoices go out.", "Invoices", false, false},
		{"Send it by SFTP.", "SFTP", false, false},
		{"Die Heizung ist kalt.", "Heizung", true, false},
		{"use parseHeader", "parseHeader", false, true},
		{"use events2", "events2", false, true},
	} {
		if got := isName(c.text, c.word, c.nouns); got != c.want {
			t.Errorf("%q in %q: %v", c.word, c.text, got)
		}
	}
}
