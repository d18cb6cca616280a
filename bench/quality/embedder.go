package quality

import (
	"context"

	"asterism/bench/embedder"
	"asterism/engine/spell"
	"asterism/models"
)

// Embedder embeds texts and questions, and knows the words that a question may have meant.
type Embedder struct {
	*embedder.Embedder
	words *spell.Pieces // of E1's tokenizer; nil without E1
}

// Open starts an embedder over a folder of models; see [embedder.Open].
func Open(ctx context.Context, modelsDir string) (*Embedder, error) {
	inner, err := embedder.Open(ctx, modelsDir)
	if err != nil {
		return nil, err
	}
	e := &Embedder{Embedder: inner}
	if m, ok := e.Manifest.Model(models.Semantic); ok {
		e.words = spell.OfTokenizer(e.Tokenizers[m.Tokenizer])
	}
	return e, nil
}

// meant returns the words that a question's misspelt ones stand for; held reports whether the documents contain a word.
func (e *Embedder) meant(text string, held func(string) (bool, error)) ([]string, error) {
	if e.words == nil {
		return nil, nil
	}
	return e.words.Meant(text, held)
}

// heldBy reports whether one of some documents contains a word.
func heldBy(docs []entry) func(string) (bool, error) {
	return spell.HeldBy(func(yield func(string) bool) {
		for _, d := range docs {
			if !yield(d.text) {
				return
			}
		}
	})
}
