package token

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

func (t *Tokenizer) parseBPE(m *fileModel) error {
	if m.Dropout != nil && *m.Dropout != 0 {
		return fmt.Errorf("option dropout %g: not supported", *m.Dropout)
	}
	if err := t.parseVocab(m); err != nil {
		return err
	}
	b := &bpe{vocab: t.vocab.ids, unk: -1, fuseUnk: m.FuseUnk, ignoreMerges: m.IgnoreMerges}
	if m.Unk != nil {
		unk, err := t.tokenID("unk_token", m.Unk)
		if err != nil {
			return err
		}
		b.unk = unk
	}
	if m.Prefix != nil {
		b.prefix = *m.Prefix
	}
	if m.Suffix != nil {
		b.suffix = *m.Suffix
	}
	if err := b.parseMerges(m.Merges); err != nil {
		return err
	}
	b.vocab = make(map[string]int32, len(t.vocab.ids)) // added tokens are not symbols
	for token, id := range t.vocab.ids {
		b.vocab[token] = id
	}
	if t.byteLevel() {
		b.bytes = b.byteSymbols()
	}
	b.words = b.wholeWords()
	t.model, t.cache = b, newWordCache()
	return nil
}

// byteSymbols looks up the tokens of all single bytes.
func (m *bpe) byteSymbols() *byteSymbols {
	table := new(byteSymbols)
	for continues, prefix := range [2]string{"", m.prefix} {
		for last, suffix := range [2]string{"", m.suffix} {
			for b, r := range byteRunes {
				id, ok := m.vocab[prefix+string(r)+suffix]
				if !ok {
					id = -1
				}
				table[continues][last][b] = id
			}
		}
	}
	return table
}

// wholeWords returns the tokens by the text that they represent.
func (m *bpe) wholeWords() map[string]int32 {
	if m.bytes == nil {
		return m.vocab
	}
	words := make(map[string]int32)
	if !m.ignoreMerges {
		return words
	}
	for token, id := range m.vocab {
		if text, ok := fromByteAlphabet(token); ok {
			words[text] = id
		}
	}
	return words
}

func (m *bpe) parseMerges(b json.RawMessage) error {
	var list []filePair
	if !isNull(b) {
		if err := json.Unmarshal(b, &list); err != nil {
			return fmt.Errorf("merges: %w", err)
		}
	}
	m.merges = newMergeTable(len(list))
	for i, p := range list {
		if err := m.addMerge(p); err != nil {
			return fmt.Errorf("merge %d: %w", i, err)
		}
	}
	return nil
}

func (m *bpe) addMerge(p filePair) error {
	if len(p.right) < len(m.prefix) || !utf8.ValidString(p.right[len(m.prefix):]) {
		return fmt.Errorf("token %q: shorter than the prefix %q of all that continue a word", p.right, m.prefix)
	}
	joined := p.left + p.right[len(m.prefix):]
	var ids [3]int32
	for i, token := range [...]string{p.left, p.right, joined} {
		id, ok := m.vocab[token]
		if !ok {
			return fmt.Errorf("token %q: not in the vocabulary", token)
		}
		ids[i] = id
	}
	m.merges.add(ids[0], ids[1], ids[2])
	return nil
}

// filePair is a merge: "a b" or ["a", "b"].
type filePair struct{ left, right string }

// UnmarshalJSON decodes either form.
func (p *filePair) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		var text string
		if err := json.Unmarshal(b, &text); err != nil {
			return err
		}
		left, right, ok := strings.Cut(text, " ")
		if !ok || strings.Contains(right, " ") {
			return fmt.Errorf("merge %q: must be two tokens", text)
		}
		p.left, p.right = left, right
		return nil
	}
	var pair []string
	if err := json.Unmarshal(b, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return fmt.Errorf("merge of %d tokens: must be two", len(pair))
	}
	p.left, p.right = pair[0], pair[1]
	return nil
}
