package token

import "fmt"

// vocab is the two-way list of tokens and ids, added tokens included.
type vocab struct {
	ids    map[string]int32
	tokens []string // by id; ids may have gaps
	known  []bool
}

// maxGaps bounds how many ids a file may leave out, and so the memory a small
// damaged file can ask for.
const maxGaps = 1 << 16

func newVocab(ids map[string]int32) (*vocab, error) {
	v := &vocab{ids: make(map[string]int32, len(ids))}
	for token, id := range ids {
		if id < 0 || int(id) >= 2*len(ids)+maxGaps {
			return nil, fmt.Errorf("id %d of token %q: outside 0 to %d for %d tokens", id, token, 2*len(ids)+maxGaps-1, len(ids))
		}
		if err := v.set(token, id); err != nil {
			return nil, err
		}
	}
	return v, nil
}

func (v *vocab) set(token string, id int32) error {
	for int(id) >= len(v.tokens) {
		v.tokens, v.known = append(v.tokens, ""), append(v.known, false)
	}
	if v.known[id] && v.tokens[id] != token {
		return fmt.Errorf("id %d: claimed by token %q and by token %q", id, v.tokens[id], token)
	}
	v.ids[token], v.tokens[id], v.known[id] = id, token, true
	return nil
}
