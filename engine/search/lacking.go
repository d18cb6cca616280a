package search

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/store"
	"asterism/engine/words"
)

// Lacking reports for each memory whether it surely lacks a word of some phrases in its text, rationale and source together. It reads only the index, so that a search for a
// quoted phrase need not read every text. Where the index cannot know, it reports false: for a memory that it does not hold, an image, and a text with characters that
// change how words are counted.
func (ix *Index) Lacking(ids []store.ID, phrases []string) []bool {
	out := make([]bool, len(ids))
	said := needed(phrases)
	if len(said) == 0 {
		return out
	}
	l := lacking{words: said, holders: map[*chunk][][chunkRows / 64]uint64{}}
	l.state = ix.locate(ids, func(i, slot, row int) { l.rows = append(l.rows, located{i, slot, row}) })
	for _, at := range l.rows {
		out[at.place] = l.lacks(l.state.chunks[at.slot], at.row)
	}
	return out
}

// neededWord is a word that a text must contain, in the form of [words.Form] and as texts are counted.
type neededWord struct {
	text string
	id   uint16
}

// needed returns the words of phrases for which the index can decide whether a text contains them.
func needed(phrases []string) (out []neededWord) {
	for _, phrase := range phrases {
		for word := range strings.FieldsSeq(words.Form(phrase)) {
			word = strings.TrimFunc(word, isMark)
			if id, ok := words.Certain(word); ok {
				out = append(out, neededWord{word, id})
			}
		}
	}
	return out
}

// isMark reports whether a rune at the end of a word does not belong to the word.
func isMark(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsNumber(c) && !unicode.IsSymbol(c) }

// located is the row of the memory at a place of a list.
type located struct{ place, slot, row int }

// locate calls fn with the row of each listed memory that the index holds, and returns the state with these rows.
func (ix *Index) locate(ids []store.ID, fn func(place, slot, row int)) *snapshot {
	ix.mu.Lock()
	defer ix.mu.Unlock()
	for i, id := range ids {
		if p, held := ix.where[id]; held {
			fn(i, p.chunk, p.row)
		}
	}
	return ix.state.Load()
}

// lacking looks for words in the rows of an index.
type lacking struct {
	state   *snapshot
	rows    []located
	words   []neededWord
	holders map[*chunk][][chunkRows / 64]uint64 // of full chunks: the rows that contain each of the words
	sources map[uint32]string                   // in the form of [words.Form]
}

// lacks reports whether a row surely lacks one of the words.
func (l *lacking) lacks(k *chunk, r int) bool {
	if k.odd[r] {
		return false
	}
	col := k.terms[wordColumn].Load()
	var lists *termLists
	var full [][chunkRows / 64]uint64
	if col != nil {
		var p *postings
		if lists, p = col.content(); p != nil {
			full = l.holdersIn(k, p)
		}
	}
	for i, word := range l.words {
		says := false
		switch {
		case full != nil:
			says = full[i][r/64]>>(r%64)&1 != 0
		case lists != nil:
			says = slices.Contains(lists.ids[col.starts[r]:col.starts[r+1]], word.id)
		}
		if !says && !strings.Contains(l.source(k.labels[r].source), word.text) {
			return true
		}
	}
	return false
}

// holdersIn returns the rows of a full chunk that contain each of the words.
func (l *lacking) holdersIn(k *chunk, p *postings) [][chunkRows / 64]uint64 {
	out, known := l.holders[k]
	if known {
		return out
	}
	out = make([][chunkRows / 64]uint64, len(l.words))
	for i, word := range l.words {
		for _, posted := range p.of(word.id) {
			r := posting(posted).row()
			out[i][r/64] |= 1 << (r % 64)
		}
	}
	l.holders[k] = out
	return out
}

// source returns the source with this number, in the form of [words.Form].
func (l *lacking) source(number uint32) string {
	if number == 0 {
		return ""
	}
	text, known := l.sources[number]
	if !known {
		if l.sources == nil {
			l.sources = map[uint32]string{}
		}
		text = words.Form(l.state.names.text(number))
		l.sources[number] = text
	}
	return text
}

// odd reports whether the indexed words of a memory do not prove which words its text contains.
func odd(m *store.Memory) bool {
	return m.Modality == imageModality || !words.Plain(m.Content) || !words.Plain(m.Rationale)
}

// imageModality marks memories whose content is not text.
const imageModality = "image"
