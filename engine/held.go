package engine

import (
	"context"
	"slices"

	"asterism/engine/fault"
	"asterism/engine/spell"
	"asterism/engine/store"
	"asterism/models"
)

// mostRead is how many memories are read at most to see whether one of them says a word.
const mostRead = 64

// holder returns what tells whether a memory of the namespace says a word; "": of any. A word that the store holds was not misspelt. The index names the memories that
// have all pieces of the word among E6's terms, which are the pieces of the text itself, and the shortest of them, in which pieces meet by chance least often, are read.
func (e *Engine) holder(ctx context.Context, namespace string) func(word string) (bool, error) {
	return func(word string) (bool, error) {
		var terms []uint16
		for _, id := range e.embedder.Tokenizer(models.Sparse).Encode(nil, word) {
			terms = append(terms, uint16(id))
		}
		slices.Sort(terms)
		for some := range slices.Chunk(e.index.Holding(models.Sparse, slices.Compact(terms), namespace, mostRead), 8) {
			many, err := e.store.Get(ctx, store.Parts{Content: true}, some...)
			if err != nil {
				return false, fault.Storage("look for a word of the question", err)
			}
			for _, m := range many {
				if m != nil && m.Deleted.IsZero() && (spell.Says(m.Content, word) || spell.Says(m.Rationale, word)) {
					return true, nil
				}
			}
		}
		return false, nil
	}
}
