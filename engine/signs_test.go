package engine

import "testing"

// TestQuestionsOfSigns: a question of signs alone finds nothing relevant but a memory that has them.
func TestQuestionsOfSigns(t *testing.T) {
	e := open(t, "")
	for _, text := range append([]string{"退款由王小明批准。", "توافق سارة على المبالغ المستردة.", "База данных сохраняется каждую ночь."}, distractors...) {
		remember(t, e, Note{Content: text})
	}
	for _, q := range []string{"🚀", "👩‍👩‍👧‍👦", "🏳️‍🌈", "→", "©®", "✅", "🎉 🎉", "♥", "…→…", "※"} {
		for _, h := range recall(t, e, Question{Text: q}).Hits {
			if !h.Weak {
				t.Errorf("%s: %q is told to be relevant, %.2f", q, h.Memory.Content, h.Relevance)
			}
		}
	}
}

// TestOtherLanguagesAreNotCorrected: words of a question in another language are not taken for misspelt English ones, however short it is.
func TestOtherLanguagesAreNotCorrected(t *testing.T) {
	e := open(t, "")
	remember(t, e, Note{Content: "The connection of the configuration is asserted"})
	for _, q := range []string{"was ist passiert?", "ist die konfiguration falsch", "où est la configuration", "wer hat das konfiguriert und wann", "che cosa è successo alla connessione", "wo ist der Assistent",
		"que pasa con la conexion", "wat is er met het systeem", "quelle est la configuracion"} {
		if got := recall(t, e, Question{Text: q}).Meant; len(got) > 0 {
			t.Errorf("%s: %q", q, got)
		}
	}
	if got := recall(t, e, Question{Text: "what is the configuraton"}).Meant; len(got) != 1 {
		t.Errorf("an English word: %q", got)
	}
}
