package compare

import "strconv"

// limit is a number that a text gives as a maximum or a minimum.
type limit struct {
	at, number int // tokens of the words of the limit, and of the number
	of         relation
	value      float64
}

// exceeding are words that mean "over" or "under", alone or before "than".
var exceeding = map[string]relation{"more": over, "longer": over, "long": over, "greater": over, "higher": over, "larger": over, "exceed": over, "less": under, "fewer": under, "shorter": under, "lower": under,
	"within": under, "<": under, "<=": under, ">": over, ">=": over}

// comparatives are words that mean this before "than", as written.
var comparatives = map[string]relation{"smaller": under, "shorter": under, "lower": under, "cheaper": under, "lighter": under, "faster": under, "sooner": under, "quicker": under,
	"larger": over, "bigger": over, "higher": over, "slower": over, "heavier": over, "later": over}

// mostToNumber is the largest number of words between the words of a limit and its number.
const mostToNumber = 2

// limitOf returns the first limit of a text; nil: there is none.
func limitOf(all []token) *limit {
	for i := range all {
		of := relations[all[i].stem]
		if of != under && of != over {
			if of = exceeding[all[i].stem]; of == plainly && i+1 < len(all) && all[i+1].stem == "than" {
				of = comparatives[lowered(all[i].text)]
			}
			if of == plainly {
				continue
			}
		}
		for j := i + 1; j < len(all) && j <= i+mostToNumber && !all[j-1].stop; j++ {
			if all[j].kind != Number {
				continue
			}
			v, err := strconv.ParseFloat(all[j].stem, 64)
			if err == nil || all[j].stem[0] == 0 { // an amount that both texts have, see reconciled
				return &limit{i, j, of, v}
			}
		}
	}
	return nil
}

// counts reports whether a word of an aim names what the limit counts: "open" in "at most 3 open requests". A step that closes one does not contradict that.
func (a *aim) counts(c *comparison, word int) bool {
	return a.limit != nil && a.ban == nil && len(c.a) == len(a.tokens) && word > a.limit.number && word <= a.limit.number+mostToNumber
}

// crosses reports whether a text puts what an aim limits on the other side of the limit. Numbers are compared only if both have the same unit, or none.
func (a *aim) crosses(c *comparison) bool {
	if a.limit == nil || a.ban != nil {
		return false
	}
	goal, there := a.limit, limitOf(c.b)
	if len(c.a) != len(a.tokens) {
		goal = limitOf(c.a)
	}
	if goal == nil || there == nil || there.of == goal.of || unitKey(c.a, goal.number) != unitKey(c.b, there.number) {
		return false
	}
	if goal.of == under && there.value < goal.value || goal.of == over && there.value > goal.value {
		return false
	}
	said, kept := 0., 0.
	for i := range c.a {
		if i == goal.at || i == goal.number {
			continue
		}
		said += c.a[i].weight
		if c.toB[i] >= 0 && !c.opposite[i] {
			kept += c.a[i].weight
		}
	}
	besides := 0.
	for j := range c.b {
		if c.toA[j] < 0 && j != there.at && j != there.number && !permits[c.b[j].stem] {
			besides += c.b[j].weight
		}
	}
	return said > 0 && kept >= leastOfOther*said && besides <= mostBesides && denialsIn(c.a) == denialsIn(c.b)
}

// within reports whether a text differs from an aim only in the limited number, and its number keeps the limit: 150 ms, where 200 are the most.
func (a *aim) within(c *comparison) bool {
	goal := a.limit
	if goal != nil && len(c.a) != len(a.tokens) {
		goal = limitOf(c.a)
	}
	if goal == nil || a.ban != nil || len(c.values) != 1 || c.values[0][0] != goal.number {
		return false
	}
	number := c.values[0][1]
	if c.b[number].kind != Number || unitKey(c.a, goal.number) != unitKey(c.b, number) {
		return false
	}
	v, err := strconv.ParseFloat(c.b[number].stem, 64)
	return err == nil && (goal.of == under && v <= goal.value || goal.of == over && v >= goal.value)
}

// keeps reports whether a text forbids what is beyond the limit of an aim: not "more than 30 days" means "at most 30 days".
func (a *aim) keeps(c *comparison) bool {
	if a.limit == nil || a.ban != nil {
		return false
	}
	there := limitOf(c.b)
	return there != nil && there.of != a.limit.of && denialsIn(c.b) > denialsIn(c.a)
}

// unitKey returns the key of the unit behind a number; "" if there is none.
func unitKey(all []token, number int) string {
	if number+1 < len(all) && !all[number].stop && isUnit(&all[number+1]) {
		return all[number+1].key
	}
	return ""
}
