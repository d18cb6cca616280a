package engine

import (
	"testing"

	"asterism/engine/dream"
	"asterism/engine/store"
	"asterism/engine/words"
)

// TestDreamsLinkNoUnreadTexts: of memories in languages that models do not read no links are proposed, unless they share a word.
func TestDreamsLinkNoUnreadTexts(t *testing.T) {
	e := open(t, "")
	texts := map[store.ID]string{}
	for _, of := range cakes {
		for _, text := range of {
			texts[rememberOne(t, e, Note{Content: text})] = text
		}
	}
	got := dreamt(t, e, DreamQuestion{Phase: dream.REM, DryRun: true})
	for _, l := range got.Proposals {
		if a, b := texts[l.A], texts[l.B]; len(words.Shared(a, b)) == 0 {
			t.Errorf("a link is proposed between %q and %q", a, b)
		}
	}
}
