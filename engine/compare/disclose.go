package compare

import "strings"

var (
	// ofAll are nouns of a goal for all data about somebody, and kindsOfData those for some of it: what holds of the one holds of the other.
	ofAll       = stemsOf("data information details")
	kindsOfData = stemsOf("email address name phone number password record order invoice payment file photo message passport birthday location database profile account contact detail purchase")
	// discloses are verbs by which what is private is so no more.
	discloses = stemsOf("publish leak disclose expose")
)

// pairKinds pairs the data of somebody with a kind of it: "customer data", "customer emails".
func (c *comparison) pairKinds() {
	for i := 1; i < len(c.a); i++ {
		j := c.toB[i-1] + 1
		if c.toB[i] < 0 && j > 0 && j < len(c.b) && c.toA[j] < 0 && !c.b[j-1].stop && c.a[i-1].weight > 0 && ofAll[c.a[i].stem] && kindsOfData[c.b[j].stem] {
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
