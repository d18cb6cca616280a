package compare

import (
	"slices"
	"strings"
)

// exception is a statement about all but one thing: "everything but Windows is supported". It states the opposite of that thing.
type exception struct {
	all     int     // index of the word for all, or for none
	none    bool    // the word means none: "nothing but Windows is supported" affirms of Windows what it denies of the rest
	by      int     // index of the first token of the exceptor
	long    int     // number of tokens of the exceptor
	things  [][]int // what is excepted, as the token indexes of each
	subject []int   // tokens between the two: the noun, and perhaps the verb at the end
}

var (
	// wholes are words for all of something. wholesAlone are those without a noun.
	wholes      = setOf("all every each any no none")
	wholesAlone = setOf("everything everyone everybody everywhere nothing nobody anything anyone anybody nowhere")
	// nones are words that mean none.
	nones = setOf("no none nothing nobody nowhere")
	// exceptors are words that except the words behind them from all.
	exceptors = strings.Fields("but except excepting excluding bar barring except_for apart_from aside_from other_than save_for save with_the_exception_of")
	// listing are words between the things that are excepted.
	listing = setOf("and or nor")
)

// exceptionOf returns the exception in a text; nil: there is none, or it is not certain.
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

// makesException reports whether the first "but" of a text makes an exception from all.
func makesException(text string) bool { return exceptionOf(tokens(text)) != nil }

func meansAll(word string) bool { return wholes[word] || wholesAlone[word] }

// mayMeanAll rules out most words by the first letter: it runs for each word of each comparison.
func mayMeanAll(word string) bool {
	return word != "" && (word[0]|0x20 == 'a' || word[0]|0x20 == 'e' || word[0]|0x20 == 'n')
}

// excepts returns how many tokens from at on form an exceptor; 0: none.
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

// nounOnly reports whether only one noun is between the word for all and a "but", in the plural behind "all". Otherwise the "but" joins two sentences.
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

// thingsFrom returns the things that are named from at on, up to a word of grammar other than a conjunction. A number or quantifier names none: "all but two".
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
