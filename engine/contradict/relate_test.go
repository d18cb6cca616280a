package contradict

import (
	"testing"

	"asterism/engine/compare"
	"asterism/engine/store"
)

// TestRelate: opposite states of different things are no relation, and a value that is only written otherwise takes no place.
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
	} {
		got := Relate(compare.To("text", c.text), []*store.Memory{said(2025, c.older)})
		if len(got) > 1 || len(got) == 0 && c.want != "" || len(got) == 1 && got[0].Relation != c.want {
			t.Errorf("%q after %q: %+v, want %q", c.text, c.older, got, c.want)
		}
	}
}
