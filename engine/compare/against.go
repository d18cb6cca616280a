package compare

// Bounds of what is taken for a sentence against a goal. A longer one says more than that: what it says of the goal is a part of it, and may be a report or a test.
const (
	mostAgainst  = 400 // bytes
	mostBesides  = 2.  // weight of the words that the goal does not have, less those that permit
	leastOfOther = .75 // of what one of the two texts says
)

// permits are words by which a text approves: they add nothing else.
var permits = setOf("fine ok okay good allow accept right may can all every always anyway")

// guards are words of work on a goal that name what it is against: a step that prevents or tests it is no step against it.
var guards = setOf("prevent avoid stop fix detect find test check verifi confirm guard protect forbid refus reject block report refund log alert warn reproduc investig explain describ document monitor measur " +
	"analys analyz trace review audit debug undo revert handl why whether if catch count ask discuss mask redact scrub sanit censor anonymis anonym encrypt hash")

// Against says whether a short text goes against a goal: it does what the goal denies, denies what the goal says, or says the opposite ("never charge a customer twice",
// "charging a customer twice is fine"), or gives it up ("abandon the migration"). differs names the places, "" when the text is about something else. A value other than the goal's is named and is not
// taken to be against it: a step may be a part of the way.
func Against(goal, text string) (differs string, against bool) {
	if len(text) > mostAgainst || len(goal) > mostAgainst {
		return "", false
	}
	if verb, up := abandons(goal, text); up {
		return "given up: " + verb, true
	}
	text = asOften(goal, text)
	c := comparison{pairing: pair(reconciled(tokens(goal), tokens(text)))}
	r := c.result()
	if To("text", text).same(&read{modality: "text", text: goal}) || !r.Class.Update() {
		return "", false
	}
	if r.Class == Changed && len(c.values) == 0 || r.Class == Swapped {
		return "", false
	}
	besides := sum(c.b, c.restB)
	for _, j := range c.restB {
		if permits[c.b[j].stem] || permits[c.b[j].key] {
			besides -= c.b[j].weight
		}
	}
	for i := range c.b {
		if (guards[c.b[i].stem] || guards[c.b[i].key]) && c.toA[i] < 0 {
			return "", false
		}
	}
	if besides > mostBesides || c.contained < leastOfOther {
		return "", false
	}
	return r.Words(), r.Class == Negated || r.Class == Contradiction
}

// Readable reports whether the lists know the language of a text: English, German, French, Spanish or Russian.
func Readable(text string) bool { return readable(tokens(text)) }
