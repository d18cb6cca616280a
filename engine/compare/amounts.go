package compare

import (
	"math"
	"strconv"
	"strings"
)

// The same value can be written in several ways: 60 seconds and 1 minute, 1024 MB and 1 GB, 14:00 and 2 pm, 5 May 2026 and 2026-05-05. Before two texts are aligned, a value that both
// have in different forms becomes one token in both.

// measure is the quantity of an amount.
type measure uint8

const (
	span      measure = iota + 1 // seconds
	months                       // months, since their number of days is not known
	bytes                        // by 1000 or by 1024: MB and GB are used for both
	kibibytes                    // by 1024
	moment                       // seconds since midnight
	day                          // year, month and day as one number
)

// amount is a value in a token sequence.
type amount struct {
	from, end int
	of        measure
	value     float64
	other     float64 // of bytes: the value by 1024; otherwise the same as value
}

// equal reports whether two amounts are the same value.
func (a *amount) equal(b *amount) bool {
	return a.of == b.of && (near(a.value, b.value) || near(a.other, b.other))
}

// near reports whether two numbers are equal up to rounding.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(math.Abs(a), math.Abs(b)) }

// mostAmounts is the largest number of amounts of a text that are considered: each is compared with each of the other text.
const mostAmounts = 64

// amountsOf returns the amounts of a text, in order. It runs in each comparison, so it rules out most words by their kind.
func amountsOf(all []token) (out []amount) {
	for i := 0; i < len(all) && len(out) < mostAmounts; i++ {
		t := &all[i]
		if t.kind == Word && !t.first && !mayCount(t.stem) {
			continue
		}
		a, ok := amountAt(all, i)
		if ok {
			out = append(out, a)
			i = a.end - 1
		}
	}
	return out
}

// mayCount reports whether an amount can begin with a word that does not begin a sentence.
func mayCount(stem string) bool {
	return len(stem) <= 4 && (stem == "a" || stem == "an" || stem == "one" || stem == "half" || stem == "may")
}

// amountAt returns the amount that begins at a token, or a date whose month begins there.
func amountAt(all []token, i int) (amount, bool) {
	switch all[i].kind {
	case Time:
		if a, ok := momentAt(all, i); ok {
			return a, true
		}
		return dateAt(all, i)
	case Name: // "May 5, 2026"
		return dateAt(all, i)
	case Number, Word:
		if a, ok := momentAt(all, i); ok {
			return a, true
		} else if a, ok := dateAt(all, i); ok {
			return a, true
		}
		return quantityAt(all, i, math.Inf(1))
	}
	return amount{}, false
}

// quantityAt returns a number with a unit smaller than below, or several in decreasing units: "1 hour 30 minutes".
func quantityAt(all []token, i int, below float64) (amount, bool) {
	number, next := countAt(all, i)
	if next <= i || next >= len(all) || all[next].kind == Quoted || all[next-1].stop {
		return amount{}, false
	}
	u, ok := unitsOf[lowered(all[next].text)]
	if !ok || u.factor >= below || bitUnits[all[next].text] || all[i].kind == Word && u.of > months {
		return amount{}, false
	}
	a := amount{from: i, end: next + 1, of: u.of, value: number * u.factor, other: number * u.factor}
	if u.of == bytes {
		a.other = number * u.binary
	}
	if u.of == span && !all[next].stop {
		at := a.end
		if at < len(all) && all[at].stem == "and" {
			at++
		}
		if at < len(all) && all[at].kind == Number {
			if rest, ok := quantityAt(all, at, u.factor); ok && rest.of == span && rest.value < u.factor {
				a.value, a.other, a.end = a.value+rest.value, a.other+rest.value, rest.end
			}
		}
	}
	return a, true
}

// countAt returns the number at a token and the index behind it. The index is i if there is no number.
func countAt(all []token, i int) (number float64, next int) {
	switch t := &all[i]; {
	case t.kind == Number:
		if n, err := strconv.ParseFloat(t.stem, 64); err == nil {
			return n, i + 1
		}
	case t.stem == "half" && i+1 < len(all) && (all[i+1].stem == "an" || all[i+1].stem == "a"):
		return .5, i + 2
	case t.stem == "one" || t.stem == "a" || t.stem == "an":
		return 1, i + 1
	}
	return 0, i
}

// unit is a factor to which a number is multiplied.
type unit struct {
	of             measure
	factor, binary float64
}

// bitUnits are units that look like bytes.
var bitUnits = setOf("Kb kb/s Mb Gb Tb kbit mbit gbit")

// unitsOf are the units that are converted, in lower case.
var unitsOf = func() map[string]unit {
	out := map[string]unit{}
	for factor, words := range map[float64]string{
		.001: "ms msec millisecond milliseconds millisekunde millisekunden", 1: "s sec secs second seconds sekunde sekunden seconde secondes segundo segundos секунда секунды секунд",
		60:    "min mins minute minutes minuten minuto minutos минута минуты минут",
		3600:  "h hr hrs hour hours stunde stunden heure heures hora horas час часа часов",
		86400: "d day days tag tage tagen jour jours día días день дня дней", 604800: "week weeks wk wks woche wochen semaine semaines semana semanas неделя недели недель",
	} {
		for w := range strings.FieldsSeq(words) {
			out[w] = unit{span, factor, factor}
		}
	}
	for factor, words := range map[float64]string{1: "month months monat monate monaten mois mes meses", 12: "year years yr yrs jahr jahre jahren an ans año años"} {
		for w := range strings.FieldsSeq(words) {
			out[w] = unit{months, factor, factor}
		}
	}
	delete(out, "an") // more often an English article
	for power, words := range strings.Split("byte bytes;kb kilobyte kilobytes;mb megabyte megabytes;gb gigabyte gigabytes;tb terabyte terabytes;pb petabyte petabytes", ";") {
		for w := range strings.FieldsSeq(words) {
			out[w] = unit{bytes, math.Pow(1000, float64(power)), math.Pow(1024, float64(power))}
		}
	}
	for power, w := range strings.Fields("kib mib gib tib pib") {
		factor := math.Pow(1024, float64(power+1))
		out[w] = unit{kibibytes, factor, factor}
	}
	return out
}()
