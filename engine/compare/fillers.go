package compare

import (
	"strings"
	"unicode/utf8"
)

// said is a word as a comparison of copies counts it.
type said struct {
	word string // in lower case, if its case means nothing
	bare bool   // it is ASCII letters only
	stop bool   // a sign that may end a clause follows it
	ends bool   // a sign that ends a sentence follows it
}

var articles = setOf("a an the")

// passage is a sequence of words in which fillers are searched.
type passage []said

// at returns the word at an index; "" if there is none.
func (p passage) at(i int) string {
	if i < 0 || i >= len(p) {
		return ""
	}
	return p[i].word
}

// closed reports whether a clause begins at an index: it is the first word, or a sign is in front of it.
func (p passage) closed(i int) bool { return i == 0 || p[i-1].stop }

// filler reports whether the word at an index may be left out without a change of meaning. Pronouns, prepositions, negations, words of time and "only" may not. lead: only
// words that ask or begin are in front of it in its sentence.
func (p passage) filler(i int, lead bool) bool {
	next := p.at(i + 1)
	switch p[i].word {
	case "a", "an", "the":
		return !p.isLetter(i) && !scarce[next]
	case "please":
		return lead || p.closed(i) || asksFor[p.at(i-1)] || (p[i].ends || next == "") && !speaks[p.at(i-1)]
	case "so":
		return lead && next != "" && !soMeans[next]
	case "well":
		return p[i].stop && !p[i].ends && (lead || p.closed(i))
	case "just":
		return (lead || p.closed(i) || p.at(i-1) == "please") && (next == "once" || p.bids(i+1))
	}
	return false
}

var (
	scarce  = setOf("few little most") // "a few" is some, "few" is hardly any
	speaks  = setOf("say says said saying to not")
	asksFor = setOf("you and then")
	soMeans = setOf("that far long much many on as called few little do does did is are was were be am will would has have had can could should must may")
)

// isLetter reports whether an "a" is a letter, as in "plan A", and no article. An article has its noun behind it, and does not follow a word that letters number.
func (p passage) isLetter(i int) bool {
	if p[i].word != "a" || i == 0 && len(p) == 1 {
		return false
	}
	return p[i].stop || i == len(p)-1 || behindLetter[p.at(i+1)] || lettered[p.at(i-1)] && !p[i-1].stop
}

var (
	behindLetter = setOf("is are was were has had be and or of in on to for by with at from not")
	lettered     = setOf("plan option vitamin team group grade class type variant version phase step section appendix room table building gate block platform hepatitis series model part level unit point case route " +
		"branch candidate site node zone region tier bucket cluster")
)

// bids reports whether a sentence from an index on is probably a command: "just merge it". "Just admins can deploy", "just in production" and "just five users" mean "only".
func (p passage) bids(i int) bool {
	verb, next := p.at(i), p.at(i+1)
	return plain(verb) && !hasCapital(verb) && verb[len(verb)-1] != 's' && !grammar[verb] && !quantifiers[verb] && numerals[verb] == "" && !calendar[verb] && !p[i].stop && !auxiliary[next]
}

var auxiliary = setOf("is are was were be has have had do does did can could may might must shall should will would cannot")

// counting returns the words that count, in order. Behind a negation the first sign counts, too, since the negation may end there: "no, deploy on Friday" is not "no deploy on Friday".
func (p passage) counting() []string {
	out := make([]string, 0, len(p))
	lead, denied, read := true, false, 0 // read: how much of out was searched for a negation
	for i := range p {
		w := p[i].word
		switch {
		case p.filler(i, lead):
			lead = lead && !articles[w]
		case w == "a":
			out, lead = append(out, "A"), false
		case p[i].bare && w != "cannot":
			out, lead = append(out, w), false
		default:
			out, lead = append(out, plainForms(w)...), false
		}
		if i == len(p)-1 || !p[i].stop && !p[i].ends {
			continue
		}
		for ; read < len(out); read++ {
			denied = denied || reaches[out[read]]
		}
		if denied && p[i].stop {
			out, denied = append(out, ","), false
		}
		lead, denied = lead || p[i].ends, denied && !p[i].ends
	}
	return out
}

// reaches are words that deny what follows, up to the next sign.
var reaches = func() map[string]bool {
	out := setOf("nein nichts non nada jamás нельзя nor")
	for word := range denials {
		_, n := utf8.DecodeRuneInString(word)
		out[word], out[strings.ToUpper(word)], out[strings.ToUpper(word[:n])+word[n:]] = true, true, true
	}
	return out
}()
