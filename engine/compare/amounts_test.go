package compare

import (
	"slices"
	"testing"
)

// TestTheSameValueInOtherForms checks that another form of a value is no change, and that another value is one, with the texts as written.
func TestTheSameValueInOtherForms(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		// Spans of time.
		{"The timeout is 60 seconds", "The timeout is 1 minute", "rephrased"},
		{"The timeout is 30 seconds", "The timeout is 30s", "rephrased"},
		{"The timeout is 30 seconds", "The timeout is 30 sec", "rephrased"},
		{"The timeout is 1500 ms", "The timeout is 1.5 seconds", "rephrased"},
		{"Keep logs for 7 days", "Keep logs for a week", "rephrased"},
		{"Keep logs for 12 months", "Keep logs for one year", "rephrased"},
		{"The build takes 1 hour 30 minutes", "The build takes 90 minutes", "rephrased"},
		{"The build takes 1 hour and 30 minutes", "The build takes 1.5 h", "rephrased"},
		{"Support answers within 24 hours", "Support answers within a day", "rephrased"},
		{"Support answers within half an hour", "Support answers within 30 minutes", "rephrased"},
		{"Use a 30-second timeout", "Use a 30s timeout", "rephrased"},
		{"Der Timeout ist 60 Sekunden", "Der Timeout ist 1 Minute", "rephrased"},
		{"Do not wait 60 seconds", "Do not wait 1 minute", "rephrased"},
		{"The timeout is 60 seconds", "The timeout is 2 minutes", "value changed: 60 seconds → 2 minutes"},
		{"The timeout is 60 seconds", "The timeout is 60 minutes", "value changed: seconds → minutes"},
		{"The timeout is 60 seconds, the delay is 5 s", "The timeout is 1 minute, the delay is 6 s", "value changed: 5 → 6"},
		{"Wait 60 seconds", "Do not wait 1 minute", "negated: adds not"},
		{"Keep logs for 30 days", "Keep logs for a month", "value changed: 30 days → month"},
		{"The cache is full after 60 seconds", "The cache is empty after 1 minute", "contradiction: full → empty"},

		// Dates and numbers with other separators.
		{"The meeting is on 12.03.2026", "The meeting is on 12 March 2026", "rephrased"},
		{"The meeting is on 12.03.2026", "The meeting is on 2026-03-12", "rephrased"},
		{"The meeting is on 12.03.2026", "The meeting is on 2026-12-03", "value changed: 12.03.2026 → 2026-12-03"},
		{"The meeting is on 12/03/2026", "The meeting is on 2026-03-12", "value changed: 12/03/2026 → 2026-03-12"},
		{"The budget is 2k euros", "The budget is 2000 euros", "rephrased"},
		{"The budget is 2k euros", "The budget is 3000 euros", "value changed: 2k → 3000"},

		// Names in other scripts.
		{"The owner is José", "The owner is Jose", "rephrased"},
		{"A naïve retry is used", "A naive retry is used", "rephrased"},
		{"The office is in the Lange Straße", "The office is in the Lange Strasse", "rephrased"},
		{"The Organisation pays", "The Organization pays", "rephrased"},
		{"The owner is José", "The owner is Josef", "value changed: José → Josef"},
		{"Wir drucken den Brief", "Wir drücken den Brief", "value changed: drucken → drücken"},
		{"Drucken Sie den Brief", "Drücken Sie den Brief", "value changed: Drucken → Drücken"},
		{"The owner is my Bruder", "The owner is my Brüder", "value changed: Bruder → Brüder"},

		// Bytes.
		{"The limit is 1024 MB", "The limit is 1 GB", "rephrased"},
		{"The limit is 1000 MB", "The limit is 1 GB", "rephrased"},
		{"The limit is 1.5 GB", "The limit is 1536MB", "rephrased"},
		{"The limit is 1024 MiB", "The limit is 1 GiB", "rephrased"},
		{"The limit is 2 gigabytes", "The limit is 2GB", "rephrased"},
		{"The limit is 1000 MB", "The limit is 1024 MB", "value changed: 1000 → 1024"},
		{"The limit is 1 GB", "The limit is 1025 MB", "value changed: 1 GB → 1025 MB"},
		{"The limit is 1 GB", "The limit is 1 GiB", "value changed: GB → GiB"},
		{"The link has 1 Gb", "The link has 1000 MB", "value changed: 1 Gb → 1000 MB"},

		// Percentages.
		{"The limit is 5%", "The limit is 5 percent", "rephrased"},
		{"The limit is 5 per cent", "The limit is 5 %", "rephrased"},
		{"The limit is 5%", "The limit is 6 percent", "value changed: 5 → 6"},

		// Times of day.
		{"The call is at 14:00", "The call is at 2 pm", "rephrased"},
		{"The call is at 14:00.", "The call is at 2 p.m.", "rephrased"},
		{"The call is at 2:30 pm", "The call is at 14:30", "rephrased"},
		{"The call is at 9:00", "The call is at 09:00", "rephrased"},
		{"The call is at 12 am", "The call is at midnight", "rephrased"},
		{"The call is at noon", "The call is at 12:00", "rephrased"},
		{"Die Sitzung beginnt um 14 Uhr", "Die Sitzung beginnt um 14:00", "rephrased"},
		{"The call is at 14:00", "The call is at 3 pm", "value changed: 14:00 → 3 pm"},
		{"The call is at 2 pm", "The call is at 2 am", "value changed: pm → am"},
		{"The call is at 2:00", "The call is at 2 pm", "value changed: 2:00 → 2 pm"},
		{"Call before 14:00", "Call after 2 pm", "contradiction: before → after"},

		// Dates.
		{"The launch is on 5 May 2026", "The launch is on 2026-05-05", "rephrased"},
		{"The launch is on May 5, 2026", "The launch is on 5 May 2026", "rephrased"},
		{"The launch is on the 5th of May 2026", "The launch is on 2026-05-05", "rephrased"},
		{"The launch is on 25/06/2026", "The launch is on 25 June 2026", "rephrased"},
		{"Der Start ist am 5. Mai 2026", "Der Start ist am 2026-05-05", "rephrased"},
		{"The launch is on 2026/05/05", "The launch is on 5 May 2026", "rephrased"},
		{"March 5, 2026 is the launch", "2026-03-05 is the launch", "rephrased"},
		{"The launch is on 5 May 2026", "The launch is on 2026-05-06", "value changed: 5 May 2026 → 2026-05-06"},
		{"The launch is on 5 May", "The launch is on 5 May 2026", "more detail: adds 2026"},
		{"The launch is on 05/06/2026", "The launch is on 5 June 2026", "value changed: 05/06/2026 → 5 June 2026"},
		{"The launch is on 05/06/2026", "The launch is on 2026-05-06", "value changed: 05/06/2026 → 2026-05-06"},
		{"The launch is on 05/06/2026", "The launch is on 06/05/2026", "value changed: 05/06/2026 → 06/05/2026"},
	} {
		for turned, texts := range [][2]string{{c.old, c.new}, {c.new, c.old}} {
			r := Texts(texts[0], texts[1])
			if got := r.Words(); turned == 0 && got != c.want || turned == 1 && r.Class != Texts(c.old, c.new).Class {
				t.Errorf("%q, %q: %q, want %q", texts[0], texts[1], got, c.want)
			}
		}
	}
}

// TestAComparisonLeavesTheTokens checks that a comparison does not change the tokens: other comparisons use them, too.
func TestAComparisonLeavesTheTokens(t *testing.T) {
	var r Reader
	older, text := "Do not wait 60 seconds at 14:00 on 5 May 2026.", "Do not wait 1 minute at 2 pm on 2026-05-05."
	before := slices.Clone(r.of("text", older).tokensOf())
	if got := r.In("text", older, text); got.Class != Rephrased || r.Apart("text", older, text) {
		t.Errorf("%+v", got)
	}
	if !slices.Equal(before, r.of("text", older).tokensOf()) {
		t.Error("the tokens of the older text were changed")
	}
}
