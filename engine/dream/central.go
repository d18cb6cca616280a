package dream

import (
	"context"
	"strings"
	"unicode/utf8"

	"asterism/engine/fault"
	"asterism/engine/store"
	"asterism/models"
)

// nameByCentral names those goals that have no name by how their central memory begins, or the first of them that is a text.
func (d *Discovery) nameByCentral(ctx context.Context, goals []SubGoal) error {
	for i := range goals {
		for _, id := range append([]store.ID{goals[i].Central}, goals[i].Members...) {
			if goals[i].Name != "" {
				break
			}
			m, err := d.Store.Get(ctx, store.Parts{Content: true, Spaces: models.SetOf(models.Sparse)}, id)
			if err != nil {
				return fault.Storage("read what names a goal", err)
			}
			if m[0] != nil && !m[0].Record[models.Sparse].Absent() { // an image has no words
				goals[i].Name, goals[i].Unnamed = firstWords(m[0].Content), true
			}
		}
	}
	return nil
}

const longestFirstWords = 60 // bytes

// firstWords is how a text begins, in one line of whole words.
func firstWords(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) <= longestFirstWords {
		return text
	}
	if end := strings.LastIndexByte(text[:longestFirstWords+1], ' '); end > 0 {
		return strings.TrimRight(text[:end], ".,;:") + "…"
	}
	end := longestFirstWords // a text that is written without blanks
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
