package engine

import "testing"

// TestQuestionsOfSigns checks that a question of signs only finds nothing relevant except a memory with those signs.
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
