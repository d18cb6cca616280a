package compare

import "strings"

var (
	// ofAll are nouns of a goal for all data of a person, and kindsOfData are some of that data: a rule for the whole applies to each kind.
	ofAll       = stemsOf("data information details")
	kindsOfData = stemsOf("email address name phone number password record order invoice payment file photo message passport birthday location database profile account contact detail purchase")
	// undisclosed are words that say that something is not public, and discloses are verbs that make it public.
	undisclosed = setOf("private secret confidential internal")
	discloses   = stemsOf("publish leak disclose expose")
)

// pairDisclosed pairs, as opposites, a word for private in one text and a verb of disclosing in the other. "Secret" and "internal" have many uses,
// so the texts must share at least the fraction least without them.
func (c *comparison) pairDisclosed(least float64) {
	i, j := keptPrivate(c.a, c.toB), disclosedBy(c.b, c.toA)
	if i < 0 || j < 0 {
		if i, j = disclosedBy(c.a, c.toB), keptPrivate(c.b, c.toA); i < 0 || j < 0 {
			return
		}
	}
	wa, wb := total(c.a), total(c.b)
	if shared := wa - sum(c.a, c.heavy(c.a, c.toB)) + wb - sum(c.b, c.heavy(c.b, c.toA)); shared < least*(wa+wb) {
		return
	}
	c.join(i, j)
	c.opposite[i] = true
}

// keptPrivate returns the index of an unpaired word for private at the end of a statement; -1: there is none.
func keptPrivate(all []token, partner []int) int {
	said := false // a verb of being or keeping was found
	for i := range all {
		t := &all[i]
		said = (said || isBe(all, i) || holds[t.stem]) && (i == 0 || !all[i-1].stop)
		if said && partner[i] < 0 && undisclosed[lowered(t.text)] && (t.stop || i+1 == len(all) || all[i+1].weight == 0) {
			return i
		}
	}
	return -1
}

// disclosedBy returns the index of an unpaired verb of disclosing; -1: there is none.
func disclosedBy(all []token, partner []int) int {
	for i := range all {
		if partner[i] < 0 && discloses[all[i].stem] && all[i].kind == Word {
			return i
		}
	}
	return -1
}

// pairKinds pairs all data of somebody with a kind of it: "customer data", "customer emails".
func (c *comparison) pairKinds() {
	for i := 1; i < len(c.a); i++ {
		j := c.toB[i-1] + 1
		if c.toB[i] < 0 && j > 0 && j < len(c.b) && c.toA[j] < 0 && !c.b[j-1].stop && c.a[i-1].weight > 0 && ofAll[c.a[i].stem] && kindsOfData[c.b[j].stem] && (beginsNoun(lowered(c.b[j].text)) || c.b[j].stem == "databas" || c.b[j].stem == "phone") {
			c.join(i, j)
			if j+1 < len(c.b) && !c.b[j].stop && c.toA[j+1] < 0 && kindsOfData[c.b[j+1].stem] { // phone numbers
				c.toA[j+1] = i
			}
		}
	}
}

// disclosesOther reports whether a text publishes something else than what should be private: a port to a private network, a policy about customer data.
func (c *comparison) disclosesOther(at int) bool {
	if at < 0 || !discloses[c.b[at].stem] {
		return false
	}
	object, known := phraseFrom(c.b, at+1), -1
	for _, j := range object {
		if c.toA[j] >= 0 && c.b[j].weight >= ofContent {
			known = j
		}
	}
	if len(object) == 0 {
		return false
	}
	last := object[len(object)-1]
	return known < 0 || known < last && !strings.HasSuffix(c.b[last].text, "ly")
}
