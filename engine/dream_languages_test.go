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

// TestWhatIsNotReadIsNewAndSaidSo: a text in a language that models do not read is told so when it is stored, and is new beside others in that language unless its words say otherwise.
func TestWhatIsNotReadIsNewAndSaidSo(t *testing.T) {
	for _, c := range []struct {
		texts  []string
		unread bool
	}{
		{[]string{"Η πύλη πληρωμών απαντά σε τριάντα δευτερόλεπτα.", "Τα λουλούδια στο μπαλκόνι θέλουν νερό.", "Το τρένο για τη Θεσσαλονίκη φεύγει στις επτά."}, true},
		{[]string{"Шлюз платежей отвечает за тридцать секунд.", "Цветы на балконе нужно поливать.", "Поезд в Казань уходит в семь."}, true},
		{[]string{"Das Zahlungssystem antwortet nach dreißig Sekunden.", "Die Blumen auf dem Balkon brauchen Wasser.", "Der Zug nach Leipzig fährt um sieben Uhr ab."}, true},
		{[]string{"The payment gateway answers within thirty seconds.", "Water the flowers on Zoë's balcony.", "Trains to Leipzig leave at seven."}, false},
	} {
		e := open(t, "")
		for i, text := range c.texts {
			got, err := e.Inject(t.Context(), Note{Content: text, Rationale: "r"})
			if err != nil {
				t.Fatal(err)
			}
			if got.Unread != c.unread || got.UTL.Entropy < .5 {
				t.Errorf("%d %q: unread %v, entropy %.2f", i, text, got.Unread, got.UTL.Entropy)
			}
			if again := rememberOnly(t, e, text+" !"); again.Unread != c.unread {
				t.Errorf("%q stored: unread %v", text, again.Unread)
			}
		}
	}
}

func rememberOnly(t *testing.T, e *Engine, text string) *Remembered {
	t.Helper()
	got, err := e.Remember(t.Context(), Note{Content: text, Rationale: "r", Namespace: "other"})
	if err != nil {
		t.Fatal(err)
	}
	return got
}
