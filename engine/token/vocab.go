package token

import "fmt"

// vocab is the two-way list of tokens and ids, added tokens included.
type vocab struct {
	ids    map[string]int32
	tokens []string // by id; ids may have gaps
	known  []bool
}

// maxGaps bounds how many ids a file may leave out, and so the memory that a small
// damaged file can allocate.
const maxGaps = 1 << 16

// newVocab builds the list of tokens for a map of ids, which it keeps.
func newVocab(ids map[string]int32) (*vocab, error) {
	v := &vocab{ids: ids, tokens: make([]string, 0, len(ids)), known: make([]bool, 0, len(ids))}
	for token, id := range ids {
		if id < 0 || int(id) >= 2*len(ids)+maxGaps {
			return nil, fmt.Errorf("id %d of token %q: outside 0 to %d for %d tokens", id, token, 2*len(ids)+maxGaps-1, len(ids))
		}
		if err := v.name(token, id); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (v *vocab) set(token string, id int32) error {
	if err := v.name(token, id); err != nil {
		return err
	}
	v.ids[token] = id
	return nil
}

// name sets the token of an id.
func (v *vocab) name(token string, id int32) error {
	if n := int(id) + 1 - len(v.tokens); n > 0 {
		v.tokens, v.known = append(v.tokens, make([]string, n)...), append(v.known, make([]bool, n)...)
	}
	if v.known[id] && v.tokens[id] != token {
		return fmt.Errorf("id %d: claimed by token %q and by token %q", id, v.tokens[id], token)
	}
	v.tokens[id], v.known[id] = token, true
	return nil
}
