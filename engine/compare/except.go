package compare

import (
	"slices"
	"strings"
)

// exception is what a text says of all but one thing: "everything but Windows is supported". Of that thing it says the opposite.
type exception struct {
	all     int     // the token that means all, or none
	none    bool    // it means none: "nothing but Windows is supported" says of Windows what it denies of the rest
	by      int     // the first token of what excepts
	long    int     // how many these are
	things  [][]int // what is excepted, each in its tokens
	subject []int   // what all of is meant: the words between the two; those at the end may be the verb
}

var (
	// wholes are words that mean all of something, and wholesAlone those that need no noun.
	wholes      = setOf("all every each any no none")
	wholesAlone = setOf("everything everyone everybody everywhere nothing nobody anything anyone anybody nowhere")
	// nones are those that mean none.
	nones = setOf("no none nothing nobody nowhere")
	// exceptors are words that except what stands behind them from all.
	exceptors = strings.Fields("but except excepting excluding bar barring except_for apart_from aside_from other_than save_for save with_the_exception_of")
	// between the things that are excepted.
	listing = setOf("and or nor")
)

// exceptionOf is the exception that a text makes; nil: none, or none that is sure.
func exceptionOf(all []token) *exception {
	for i := range all {
		if !mayMeanAll(all[i].text) {
			continue
		}
		word := firstWord(all[i].text)                                             // of "every day", which is one token
		if !meansAll(word) || i > 0 && (isBe(all, i-1) || all[i-1].stem == "at") { // "is all but done" is nearly done
			continue
		}
		for by := i + 1; by < len(all); by++ {
			n, stop := excepts(all, by), all[by-1].stop
			if stop && (n == 0 || all[by].stem == "but") {
				break
			} else if n == 0 {
				continue
			}
			e := &exception{all: i, none: nones[word], by: by, long: n}
			for k := i + 1; k < by; k++ {
				if all[k].weight > 0 {
					e.subject = append(e.subject, k)
				}
			}
			if lowered(all[by].text) == "but" && !e.nounOnly(all, wholesAlone[word]) {
				break // "all tests pass, but", "everything works but"
			}
			if e.things = thingsFrom(all, by+n); len(e.things) == 0 {
				break
			}
			return e
		}
	}
	return nil
}

// makesException reports whether a text excepts something from all with its first "but".
func makesException(text string) bool { return exceptionOf(tokens(text)) != nil }

func meansAll(word string) bool { return wholes[word] || wholesAlone[word] }

// mayMeanAll tells most words by their first letter: it is asked of each word of each comparison.
func mayMeanAll(word string) bool {
	return word != "" && (word[0]|0x20 == 'a' || word[0]|0x20 == 'e' || word[0]|0x20 == 'n')
}

// excepts is how many tokens from a place on except what stands behind them; 0: they do not.
func excepts(all []token, at int) int {
	most := 0
	for _, e := range exceptors {
		parts := strings.Split(e, "_")
		if len(parts) <= most || at+len(parts) >= len(all) {
			continue
		}
		if !slices.ContainsFunc(all[at:at+len(parts)-1], func(t token) bool { return t.stop }) && slices.EqualFunc(parts, all[at:at+len(parts)], func(p string, t token) bool { return p == lowered(t.text) }) {
			most = len(parts)
		}
	}
	return most
}

// nounOnly reports whether between the word for all and a "but" stands nothing but one noun that all of is meant: in the plural behind "all". Else the "but" joins two sentences.
func (e *exception) nounOnly(all []token, alone bool) bool {
	switch {
	case alone:
		return e.by == e.all+1
	case e.by == e.all+1:
		return true
	case len(e.subject) != 1 || e.subject[0] != e.by-1:
		return false
	}
	text := lowered(all[e.by-1].text)
	return lowered(all[e.all].text) != "all" || strings.HasSuffix(text, "s") && !strings.HasSuffix(text, "ss")
}

// thingsFrom are the things that are named from a place on, up to a word of grammar that joins none. A number, or a word for how many, names none: "all but two".
func thingsFrom(all []token, at int) (out [][]int) {
	var one []int
	add := func() {
		if len(one) > 0 {
			out = append(out, one)
		}
		one = nil
	}
	if all[at].stem == "that" { // "except that he stayed": what follows is a sentence
		return nil
	}
	for i := at; i < len(all); i++ {
		switch t := &all[i]; {
		case i == at && inPlaces[t.stem]: // "except on Windows"
		case t.kind == Number || rolesOf[t.stem]&inQuantifiers != 0 && t.weight > 0:
			return nil
		case t.stem == "one" && len(one) > 0: // "the legal ones"
		case t.weight > 0 && !t.denies:
			one = append(one, i)
		case listing[t.stem] && len(one) > 0:
			add()
		case articles[t.stem] || ours[t.stem] && len(one) == 0:
		default:
			add()
			return out
		}
		if all[i].stop {
			add()
			if i+1 < len(all) && !listing[all[i+1].stem] {
				break
			}
		}
	}
	add()
	return out
}
