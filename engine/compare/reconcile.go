package compare

import (
	"slices"
	"strconv"
)

// reconciled returns the two sequences with one equal token for each value that both have in different forms. Without such a value it returns the sequences as they are.
// The arguments are not changed.
func reconciled(a, b []token) (ra, rb []token) {
	a, b = sameNumbers(smallFirst(a, b), b), sameNumbers(smallFirst(b, a), a)
	amountsA := amountsOf(a)
	if len(amountsA) == 0 {
		return a, b
	}
	amountsB := amountsOf(b)
	if len(amountsB) == 0 {
		return a, b
	}
	labelA, labelB := make([]string, len(amountsA)), make([]string, len(amountsB))
	found := false
	for j := range amountsB {
		for i := range amountsA {
			if !amountsA[i].equal(&amountsB[j]) {
				continue
			}
			if labelB[j] == "" {
				labelB[j] = "\x00" + strconv.Itoa(i)
			}
			labelA[i] = labelB[j]
			found = found || !slices.EqualFunc(a[amountsA[i].from:amountsA[i].end], b[amountsB[j].from:amountsB[j].end], alike)
		}
	}
	for _, of := range [...]measure{moment, day} {
		i, j := alone(amountsA, labelA, of), alone(amountsB, labelB, of)
		if i >= 0 && j >= 0 && amountsA[i].end-amountsA[i].from != amountsB[j].end-amountsB[j].from {
			labelA[i], labelB[j], found = "\x00a", "\x00b", true // two values that replace each other, in different forms: "5 May 2026", "2026-05-06"
		}
	}
	if !found {
		return a, b
	}
	return joined(a, amountsA, labelA), joined(b, amountsB, labelB)
}

// smallFirst returns a sequence in which a sentence's first word with marks is in lower case if the other text has it so. Otherwise it would count as a name, and lose its
// marks ("Mañana", "mañana").
func smallFirst(all, other []token) []token {
	var places map[string]int // of the words of the other text
	copied := false
	for i := range all {
		if !all[i].first || !hasMarks(all[i].text) {
			continue
		}
		if places == nil {
			places = map[string]int{}
			for j := range slices.Backward(other) { // the first of each
				places[other[j].text] = j
			}
		}
		at, ok := places[lowered(all[i].text)]
		if !ok || other[at].key == all[i].key {
			continue
		}
		if !copied {
			all, copied = slices.Clone(all), true
		}
		all[i].stem, all[i].key = other[at].stem, other[at].key
	}
	return all
}

// alone returns the index of the only amount of a measure without a label; -1: there is none, or several.
func alone(amounts []amount, labels []string, of measure) int {
	at := -1
	for i := range amounts {
		if amounts[i].of == of && labels[i] == "" {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// joined returns a sequence with one token for each amount that has a label.
func joined(all []token, amounts []amount, labels []string) []token {
	out := make([]token, 0, len(all))
	from := 0
	for n, a := range amounts {
		if labels[n] == "" {
			continue
		}
		out = append(out, all[from:a.from]...)
		t := all[a.from]
		places := make([]int, 0, a.end-a.from)
		t.weight = 0
		for i := a.from; i < a.end; i++ {
			places = append(places, i)
			t.weight += all[i].weight
		}
		t.text, t.stem, t.key = written(all, places), labels[n], labels[n]
		t.kind, t.script, t.stop = Number, none, all[a.end-1].stop
		t.denies, t.turns, t.listed = false, false, 0
		if a.of == moment || a.of == day {
			t.kind = Time
		}
		out = append(out, t)
		from = a.end
	}
	out = append(out, all[from:]...)
	for i := range out {
		out[i].negated = 0
	}
	return polarised(out)
}
