package compare

import "strings"

// Apart reports whether two texts of the group are surely [Different], if they are not [Same]: an upper bound of what they share is less than what texts about one thing
// share. Texts that are not apart may still be different. There is no alignment, so it costs a hundredth of [Reader.In]. Nearly all texts that one
// search finds are apart.
func (r *Reader) Apart(modality, old, new string) bool {
	if len(old)+len(new) > mostBytes {
		return false
	}
	a, b := r.outlined(modality, old), r.outlined(modality, new)
	if a.weight == 0 || b.weight == 0 || a.inGroups || b.inGroups {
		return false
	}
	m := matching{a: a, b: b, fullA: r.marks(0, len(a.tokens)), fullB: r.marks(1, len(b.tokens))}
	markPartners(a, b, m.fullA)
	markPartners(b, a, m.fullB)
	if !m.below() {
		return false
	}
	markJoined(a, b, m.fullA, m.fullB)
	markJoined(b, a, m.fullB, m.fullA)
	return m.below()
}

func (r *Reader) outlined(modality, text string) *outline {
	one := r.of(modality, text)
	if one.outline == nil {
		one.outline = r.group.outlineOf(one.tokensOf())
	}
	return one.outline
}

// marks returns a slice of n cleared marks. It reuses memory.
func (r *Reader) marks(side, n int) []bool {
	if cap(r.full[side]) < n {
		r.full[side] = make([]bool, 2*n)
	}
	out := r.full[side][:n]
	clear(out)
	return out
}

// matching says which tokens of two texts can have a partner in the other. The others may be values that replace each other, which count half.
type matching struct {
	a, b         *outline
	fullA, fullB []bool
}

// roundingRoom is more than the rounding error of a sum of weights.
const roundingRoom = 1e-6

// below reports whether the upper bound of what is shared makes the texts different; see [comparison.apart].
func (m *matching) below() bool {
	a, b := m.a.most(m.fullA, m.b), m.b.most(m.fullB, m.a)
	wa, wb := m.a.weight, m.b.weight
	return a+b < (leastShared-roundingRoom)*(wa+wb) && a < (leastContained-roundingRoom)*wa && b < (leastContained-roundingRoom)*wb
}

// most returns an upper bound of what a text shares: the weight of the tokens that can have a partner, and half the weight of the values that can replace one.
func (o *outline) most(full []bool, other *outline) float64 {
	partners, values := 0.0, 0.0
	for i := range o.tokens {
		if w := o.tokens[i].weight; full[i] {
			partners += w
		} else if o.value[i] {
			values += w
		}
	}
	return partners + min(values, ofName*float64(other.values))/2 // no token weighs more than a name
}

// markPartners marks the tokens of a text for which the other has the same or the opposite.
func markPartners(o, other *outline, full []bool) {
	for i, key := range o.keys {
		full[i] = other.has.has(key) || other.turned.has(key) || o.tokens[i].ending
	}
	if o.amounts&other.amounts != 0 { // the same value may be written in another form
		for i, of := range o.amount {
			full[i] = full[i] || of != 0 && other.amounts>>of&1 != 0
		}
	}
	for _, base := range o.bases {
		full[base[0]] = full[base[0]] || other.has.has(base[1])
	}
}

// markJoined marks tokens of one text that are two adjacent tokens of the other written together, and those two; see [pairing.pairCompounds].
func markJoined(one, two *outline, fullOne, fullTwo []bool) {
	for i := range one.tokens {
		t := &one.tokens[i]
		if t.script != latin || len(t.stem) < 4 {
			continue
		}
		for initial, places := range two.following {
			if initial != 0 && one.initial[i] != 0 && initial != int(one.initial[i]) {
				continue
			}
			for _, j := range places {
				if gains(one, i, fullOne) || gains(two, j, fullTwo) || gains(two, j+1, fullTwo) {
					if joins(t, &two.tokens[j], &two.tokens[j+1]) {
						fullOne[i], fullTwo[j], fullTwo[j+1] = true, true, true
					}
				}
			}
		}
	}
}

// gains reports whether a partner for this token would add to what is shared.
func gains(o *outline, i int, full []bool) bool { return !full[i] && o.tokens[i].weight > 0 }

// joins reports whether a token is two others written together. A comparison of letters rules out most pairs before the two are joined and stemmed.
func joins(t, first, second *token) bool {
	return strings.EqualFold(first.text, t.text[:min(len(first.text), len(t.text))]) && !otherStem(t.stem, first.text, second.text) &&
		stemOf(lowered(first.text+second.text)) == t.stem
}

// stemEnd is the number of letters at the end of a stem that may differ from those of the word.
const stemEnd = 3

// otherStem reports whether the stem of two words written together surely differs, since an earlier letter differs. The caller has compared the first letters.
func otherStem(stem, first, second string) bool {
	var room [longestKept]byte
	word := room[:0]
	if len(first)+len(second) > longestKept || !plain(first) || !plain(second) {
		return false
	}
	word = append(append(word, first...), second...)
	for i := range word {
		word[i] |= 0x20
	}
	if irregular[string(word)] != "" {
		return false
	}
	for i := range len(stem) - stemEnd {
		if i >= len(word) || word[i] != stem[i] {
			return true
		}
	}
	return false
}
