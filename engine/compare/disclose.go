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

// disclosesOther reports whether a text publishes something of what is to be private: a policy about customer data.
func (c *comparison) disclosesOther(at int) bool {
	if at < 0 || !discloses[c.b[at].stem] {
		return false
	}
	for j := at + 1; j+1 < len(c.b) && !c.b[j].stop; j++ {
		if next := &c.b[j+1]; c.toA[j] >= 0 && c.b[j].weight > 0 && c.toA[j+1] < 0 && next.weight >= ofContent && next.kind == Word && !strings.HasSuffix(next.text, "ly") {
			return true
		}
	}
	return false
}
