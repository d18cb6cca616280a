package compare

import "strings"

var (
	// ofAll are nouns of a goal for all data about somebody, and kindsOfData those for some of it: what holds of the one holds of the other.
	ofAll       = stemsOf("data information details")
	kindsOfData = stemsOf("email address name phone number password record order invoice payment file photo message passport birthday location database profile account contact detail purchase")
	// undisclosed are words that say that nobody else knows something, and discloses verbs by which that is so no more.
	undisclosed = setOf("private secret confidential internal")
	discloses   = stemsOf("publish leak disclose expose")
)

// pairDisclosed pairs what one text says to be private, or that it is to be kept so, with a verb in the other by which it is so no more, as opposites. "Secret" and "internal" are said of much else,
// so the texts must share that much without them: least, of 1.
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

// keptPrivate is the place of a word that says that something is private, at the end of what is said of it; -1: there is none without a partner.
func keptPrivate(all []token, partner []int) int {
	said := false // a verb that it is, or is to be kept
	for i := range all {
		t := &all[i]
		said = (said || isBe(all, i) || holds[t.stem]) && (i == 0 || !all[i-1].stop)
		if said && partner[i] < 0 && undisclosed[lowered(t.text)] && (t.stop || i+1 == len(all) || all[i+1].weight == 0) {
			return i
		}
	}
	return -1
}

// disclosedBy is the place of a verb by which something is private no more; -1: there is none without a partner.
func disclosedBy(all []token, partner []int) int {
	for i := range all {
		if partner[i] < 0 && discloses[all[i].stem] && all[i].kind == Word {
			return i
		}
	}
	return -1
}

// pairKinds pairs the data of somebody with a kind of it: "customer data", "customer emails".
func (c *comparison) pairKinds() {
	for i := 1; i < len(c.a); i++ {
		j := c.toB[i-1] + 1
		if c.toB[i] < 0 && j > 0 && j < len(c.b) && c.toA[j] < 0 && !c.b[j-1].stop && c.a[i-1].weight > 0 && ofAll[c.a[i].stem] && kindsOfData[c.b[j].stem] && (nounly(lowered(c.b[j].text)) || c.b[j].stem == "databas" || c.b[j].stem == "phone") {
			c.join(i, j)
			if j+1 < len(c.b) && !c.b[j].stop && c.toA[j+1] < 0 && kindsOfData[c.b[j+1].stem] { // phone numbers
				c.toA[j+1] = i
			}
		}
	}
}

// disclosesOther reports whether a text publishes something else than what is to be private: a port to a private network, a policy about customer data.
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
