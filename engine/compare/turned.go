package compare

import "slices"

// Grammar words have no weight, since a text can be rephrased with others. A few of them reverse the meaning: these do not replace each other.

// turning are pairs of such words, by stem.
var turning = [][2]string{
	{"and", "or"}, {"und", "oder"}, {"et", "ou"}, {"y", "o"}, {"и", "или"}, {"must", "may"}, {"must", "should"}, {"to", "from"}, {"since", "until"}, {"if", "unless"}, {"vor", "nach"}, {"von", "an"}, {"для", "от"},
}

// turnedWords returns a change for each pair of turning of which each text has one word. It is used if nothing else differs.
func (c *comparison) turnedWords() (out []Change) {
	var counts map[string]int
	for i, j := range c.toB {
		if t := &c.a[i]; j < 0 && t.weight == 0 && turns[t.stem] {
			if counts == nil {
				counts = map[string]int{}
			}
			counts[t.stem]++
		}
	}
	if counts == nil {
		return nil
	}
	for j, i := range c.toA {
		if i < 0 && c.b[j].weight == 0 {
			counts[c.b[j].stem]--
		}
	}
	for _, pair := range turning {
		if n := counts[pair[0]]; n != 0 && n == -counts[pair[1]] {
			out = append(out, Change{c.unpaired(c.a, c.toB, pair), c.unpaired(c.b, c.toA, pair), Word})
		}
	}
	return out
}

// turns are the words of turning.
var turns = func() map[string]bool {
	out := map[string]bool{}
	for i, pair := range turning {
		for j, word := range pair {
			turning[i][j] = stemOf(word)
			out[turning[i][j]] = true
		}
	}
	return out
}()

// unpaired returns the text of the first token that is one of two words and has no partner.
func (c *comparison) unpaired(all []token, partner []int, of [2]string) string {
	for i, at := range partner {
		if at < 0 && (all[i].stem == of[0] || all[i].stem == of[1]) {
			return all[i].text
		}
	}
	return ""
}

// restricting are words that mean that there is nothing else. "Just" is left out: it rarely means that.
var restricting = setOf("only solely exclusively nur lediglich ausschließlich seulement uniquement solo sólo solamente únicamente только лишь")

// restricted reports whether one text restricts what both say, and the other has no such word: "only admins can deploy", "admins can deploy".
func (c *comparison) restricted() bool {
	a, b := slices.ContainsFunc(c.a, isRestricting), slices.ContainsFunc(c.b, isRestricting)
	return a && !b && restricts(c.a, c.toB) || b && !a && restricts(c.b, c.toA)
}

func isRestricting(t token) bool { return restricting[lowered(t.text)] }

// restricts reports whether a text restricts a word with a partner: the next content word, otherwise the last one in front.
func restricts(all []token, partner []int) bool {
	for i := range all {
		if !isRestricting(all[i]) || i > 0 && all[i-1].denies {
			continue
		}
		if at := scopeOf(all, i); at >= 0 && partner[at] >= 0 {
			return true
		}
	}
	return false
}

// unitAlone reports whether a number that both texts have has a unit in only one of them, and whether that unit is percent, which makes it another number.
func (c *comparison) unitAlone() (alone, percent bool) {
	for _, side := range []struct {
		all, other []token
		rest       []int
		partner    []int
	}{{c.a, c.b, c.restA, c.toB}, {c.b, c.a, c.restB, c.toA}} {
		for _, i := range side.rest {
			if i == 0 || !isUnit(&side.all[i]) || side.all[i-1].kind != Number || side.partner[i-1] < 0 {
				continue
			}
			alone, percent = true, percent || side.all[i].key == percentKey()
		}
	}
	return alone, percent
}

func percentKey() string { return known().groupOf("%") }

// stated are German particles that end a clause and state a condition, with the English word of that meaning.
var stated = map[string]string{"an": "on", "ein": "on", "aus": "off", "auf": "open", "zu": "close"}

// states reports whether a German particle states a condition: it ends a clause, or a part of it.
func states(all []token, i int) bool {
	if len(all[i].stem) > 3 || stated[all[i].stem] == "" {
		return false
	}
	return all[i].stop || i == len(all)-1 || all[i+1].stem == "und" || all[i+1].stem == "oder" || all[i+1].stem == "aber"
}

// onOff are words that state a condition behind "be", with the stem of that meaning.
var onOff = map[string]string{"on": "enabl", "off": "disabl"}

// isOn reports whether an "on" or "off" states a condition: it follows "be", and the clause ends there or continues with a place or a time.
func isOn(all []token, i int) bool {
	if t := &all[i]; t.stem != "off" && t.stem != "on" || i == 0 {
		return false
	}
	before := i - 1
	if before > 0 && meanwhile[all[before].stem] {
		before--
	}
	return all[before].stem == "be" && (all[i].stop || i == len(all)-1 || goesOn[all[i+1].stem])
}

var (
	meanwhile = setOf("not now still alreadi already current currently again")
	goesOn    = stemsOf("in for at by since until again now on during and but or")
)
