package embedder

import (
	"asterism/engine/relevance"
	"asterism/engine/token"
	"asterism/models"
)

// Unread returns, for each space of a word model, the share of a text's words with letters that the model does not know, see [relevance.UnreadShare]; 0 for the other
// spaces. Such letters are one token for a model, so all texts of them look similar.
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

// UnreadLanguage is [Embedder.Unread], except that a text in a language that E1's model was not trained on counts as completely unread: only its words can be compared.
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

// MostlyUnread reports whether E1's model cannot read half of a text's words, see [relevance.MostlyUnread]: then its vectors show only what kind of letters it has.
func (m *Embedder) MostlyUnread(text string) bool {
	t := m.Tokenizer(models.Semantic)
	return t != nil && relevance.UnreadShare(text, t) >= relevance.MostlyUnread
}

// Foreign reports whether letters or grammar words show that a text is in a language that E1's model was not trained on. This is reliable also for short questions, which may be
// misspelt.
func (m *Embedder) Foreign(text string) bool { return m.language().Surely(text) }

// Familiar reports whether a text's words, except names, are those that E1's model was trained on, see [tongue.Reader.Familiar].
func (m *Embedder) Familiar(text string) bool { return m.language().Familiar(text) }

// Comparable reports whether vectors can compare two texts, see [tongue.Reader.Comparable].
func (m *Embedder) Comparable(a, b string) bool { return m.language().Comparable(a, b) }

// Reads reports whether E1's model was trained on texts in the language of this one, see [tongue.Reader]. For other texts its vectors show little more than the language.
func (m *Embedder) Reads(text string) bool { return m.language().Reads(text) }
