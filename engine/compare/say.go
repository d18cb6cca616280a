package compare

import (
	"fmt"
	"strings"
)

// changes returns the places in which the texts differ: first values that replace each other, then opposites, then what only one text has. Adjacent tokens are one place.
func (c *comparison) changes() (out []Change) {
	type place struct{ a, b []int }
	places := map[int]*place{}
	var order []int
	at := func(gap int) *place {
		if places[gap] == nil {
			places[gap] = &place{}
			order = append(order, gap)
		}
		return places[gap]
	}
	for i, j := range c.toB {
		switch {
		case j < 0 && (c.a[i].weight > 0 || c.a[i].denies || c.exceptA.has(i)) && !c.said.covers(c.a, false, i):
			at(c.gapA[i]).a = append(at(c.gapA[i]).a, i)
		case j >= 0 && c.opposite[i]:
			out = append(out, Change{c.a[i].text, c.b[j].text, Word})
		}
	}
	for j, i := range c.toA {
		if i < 0 && (c.b[j].weight > 0 || c.b[j].denies || c.exceptB.has(j)) && !c.said.covers(c.b, true, j) {
			at(c.gapB[j]).b = append(at(c.gapB[j]).b, j)
		}
	}
	out = append(out, c.turned...)
	if c.said != nil {
		out = append(out, c.said.change(c.a, c.b))
	}
	for _, gap := range order {
		p := places[gap]
		out = append(out, Change{written(c.a, p.a), written(c.b, p.b), kindOf(c.a, p.a, c.b, p.b)})
	}
	return out
}

func written(all []token, places []int) string {
	var out []string
	for _, i := range places {
		if n := len(out); n == 0 || out[n-1] != all[i].text {
			out = append(out, all[i].text)
		}
	}
	return strings.Join(out, " ")
}

// kindOf returns the first kind other than Word.
func kindOf(a []token, inA []int, b []token, inB []int) Kind {
	for _, i := range inA {
		if a[i].kind != Word {
			return a[i].kind
		}
	}
	for _, j := range inB {
		if b[j].kind != Word {
			return b[j].kind
		}
	}
	return Word
}

// shown is the largest number of changes in words, and longest the largest number of characters of each side.
const (
	shown   = 3
	longest = 60
)

// Words returns the difference in a few words, for a person or a model: the class, then the places.
func (r Result) Words() string {
	out := string(r.Class)
	if r.Class == Same || r.Class == Different {
		return out
	}
	for i, c := range r.Changed[:min(shown, len(r.Changed))] {
		sep := "; "
		if i == 0 {
			sep = ": "
		}
		out += sep + c.words()
	}
	if more := len(r.Changed) - shown; more > 0 {
		out += fmt.Sprintf("; %d more", more)
	}
	return out
}

// linked separates the text of a Markdown link from its address.
const linked = "]("

func (c Change) words() string {
	switch {
	case c.Old == "":
		return "adds " + short(c.New)
	case c.New == "":
		return "drops " + short(c.Old)
	}
	return short(c.Old) + " → " + short(c.New)
}

// short returns a side of a change as it is shown: Markdown links without their addresses, and cut to longest.
func short(s string) string {
	if strings.Contains(s, linked) {
		fields := strings.Fields(s)
		for i, f := range fields {
			fields[i], _, _ = strings.Cut(f, linked)
		}
		s = strings.Join(fields, " ")
	}
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return s
}
