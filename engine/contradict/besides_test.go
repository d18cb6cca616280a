package contradict

import "testing"

// TestBesides: sentences of the older text that the newer one does not replace.
func TestBesides(t *testing.T) {
	for _, c := range []struct{ older, text, want string }{
		{"Anna owns billing; Jorge owns search; ask Mei about infrastructure.", "Anna left; Tomas owns billing now.", "Jorge owns search; ask Mei about infrastructure"},
		{"The gate opens at eight. The shop has no door to the yard.", "The gate opens at nine now.", "The shop has no door to the yard"},
		{"Backups run at two. Copies of them go to the NAS.", "Backups run at four since the move.", "Copies of them go to the NAS"},
		{"The API key rotates every 90 days.", "API keys are rotated each 30 days.", ""},
		{"We use Node 20. Node 22 breaks the renderer.", "We upgraded Node to 22 after the renderer was replaced.", ""},
		{"On call this week: Marek. Pager is the PagerDuty service.", "Lena has it now.", ""},
		{"", "Anna left.", ""},
	} {
		if got := Besides(c.older, c.text); got != c.want {
			t.Errorf("%q after %q: %q, want %q", c.text, c.older, got, c.want)
		}
	}
}
