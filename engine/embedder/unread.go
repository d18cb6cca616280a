package embedder

import (
	"asterism/engine/relevance"
	"asterism/engine/token"
	"asterism/models"
)

// Unread is, for each space that a model of words fills, the share of a text's words that this model does not know all letters of, see [relevance.UnreadShare]; 0 for the
// others. Such letters are one token for a model, so texts of them look alike whatever they say.
func (m *Embedder) Unread(text string) (out [models.Count]float64) {
	known := map[*token.Tokenizer]float64{}
	for _, v := range models.OfOrigin(models.FromModel).Spaces() {
		t := m.Tokenizer(v)
		if t == nil {
			continue // the profile has no model for this space
		}
		share, ok := known[t]
		if !ok {
			share = relevance.UnreadShare(text, t)
			known[t] = share
		}
		out[v] = share
	}
	return out
}

// UnreadLanguage is [Embedder.Unread] for a text of its own, all of which is unread where it is in a language that E1's model was not trained on: its words alone tell what it says.
func (m *Embedder) UnreadLanguage(text string) [models.Count]float64 {
	out := m.Unread(text)
	if m.Reads(text) {
		return out
	}
	for _, v := range models.OfOrigin(models.FromModel).Spaces() {
		if m.Tokenizer(v) != nil {
			out[v] = 1
		}
	}
	return out
}

// MostlyUnread reports whether E1's model cannot read half of a text's words, see [relevance.MostlyUnread]: then vectors tell nothing of it but that its letters are of this kind.
func (m *Embedder) MostlyUnread(text string) bool {
	t := m.Tokenizer(models.Semantic)
	return t != nil && relevance.UnreadShare(text, t) >= relevance.MostlyUnread
}

// Foreign reports whether letters or words of grammar tell that a text is in a language that E1's model was not trained on: that is sure also of short questions, which may be misspelt.
func (m *Embedder) Foreign(text string) bool { return m.language().Surely(text) }

// Familiar reports whether the words of a text are those that E1's model was trained on, but for names, see [tongue.Reader.Familiar].
func (m *Embedder) Familiar(text string) bool { return m.language().Familiar(text) }

// Comparable reports whether vectors tell how two texts stand to each other, see [tongue.Reader.Comparable].
func (m *Embedder) Comparable(a, b string) bool { return m.language().Comparable(a, b) }

// Reads reports whether E1's model was trained on texts in the language of this one, see [tongue.Reader]: of others its vectors tell little more than that they are in one language.
func (m *Embedder) Reads(text string) bool { return m.language().Reads(text) }
