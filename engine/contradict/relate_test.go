package contradict

import (
	"testing"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// TestRelate checks that opposite states of different things are no relation, and that another spelling of a value replaces nothing.
func TestRelate(t *testing.T) {
	for _, c := range []struct {
		older, text string
		want        Relation
	}{
		{"dark_mode is off", "beta_search is on", ""},
		{"dark_mode is off", "beta_search is not off", ""},
		{"The Berlin office is open", "The Paris office is closed", ""},
		{"dark_mode is off", "dark_mode is on", Contradicts},
		{"dark_mode is off", "dark_mode is not off", Contradicts},
		{"Only admins can deploy", "Admins can deploy", Replaces},
		{"Retry when x > 5", "Retry when x < 5", Replaces},
		{"The limit is 5", "The limit is 5%", Replaces},
		{"Der Server ist an", "Der Server ist aus", Contradicts},
		{"The timeout is 60 seconds", "The timeout is 1 minute", Repeats},
		{"The call is at 14:00", "The call is at 2 pm", Repeats},
		{"The launch is on 5 May 2026", "The launch is on 2026-05-05", Repeats},
		{"The timeout is 60 seconds", "The timeout is 2 minutes", Replaces},
		{"The backup failed.", "The backup failed because the disk was full.", Details},
		// The heading of a list is a condition, or an unfinished sentence.
		{"For ships with cooled cargo:", "Measure the cooled cargo of ships at noon", ""},
		{"When tired crews are relieved:", "Tired crews are relieved after nine hours", ""},
		{"Before mooring a ship, check for:", "Before mooring a ship, check the fenders:", ""},
		{"For pilots on board, we will:", "For pilots on board, we will keep a cabin free", ""},
		{"If the radar fails at night:", "The radar fails at night in heavy rain", ""},
		{"Check the fenders, not the anchor:", "Check the fenders before mooring, not the anchor", Details},
		{"Measure cooled cargo at noon:", "Measure cooled cargo at noon, in the shade", Details},
		{"When you call the pilot, name the berth:", "When you call the pilot, name the berth and the draught", Details},
		{"Wenn das Radar in der Nacht ausgefallen ist:", "Das Radar ist in der Nacht ausgefallen, weil es geregnet hat", ""},
	} {
		got := Relate(compare.To("text", c.text), []*store.Memory{said(2025, c.older)})
		if len(got) > 1 || len(got) == 0 && c.want != "" || len(got) == 1 && got[0].Relation != c.want {
			t.Errorf("%q after %q: %+v, want %q", c.text, c.older, got, c.want)
		}
	}
}
