package aims

import (
	"slices"
	"strings"
	"unicode"

	"asterism/engine/compare"
	"asterism/engine/goaldna"

	"github.com/kljensen/snowball/english"
)

// stepWord is a word of a step or of a clause of a goal, in the order of the text.
type stepWord struct {
	text, stem string
	telling    bool // it is no word of grammar
	ends       bool // a mark behind it ends the clause
}

// The words of grammar and of acting that the rules of denials and of takings-away read. They are stems, English alone: other languages are judged by compare.Against.
var (
	// begins are words in front of the verb of a step.
	begins = stems("i we you they he she it have has had do does did to please now also then just already will would must should could can may might and but so by is are was were be been being not all let us")
	// denials deny the verb behind them; "no longer" is two words.
	denials = stems("not never dont doesnt didnt wont cannot cant stop quit")
	// everybody are words for all whom a goal speaks of.
	everybody = stems("anyone anybody everyone everybody nobody anything them it customer user")
	// determiners stand in front of a noun and say nothing of it.
	determiners = stems("the a an our all any every each some its their his her this those these of my your both whole entire")
	// removals take away what their object names.
	removals = stems(compare.TakingAway)
	// offering are nouns that stand for what they are of: support for GBP is GBP.
	offering = stems("support use handling option feature")
	// guarding are nouns and verbs of what guards a goal, and attempts those that deal with a fault: who does that does not do what it names.
	guarding = stems("test check validate validation verify verification assert assertion guard review reconcile reconciliation")
	carrying = stems("job step suite stage gate") // nouns of what runs a guard
	dealing  = stems("prevent avoid stop fix detect find found find reject refuse block refund log alert warn reproduce investigate explain describe document monitor measure analyse analyze why whether catch caught " +
		"count ask discuss handle revert undo write wrote add test check verify ensure confirm simulate sandbox staging wrong bug mistake accident report")
	// lessening are words of a goal's clause that wants less of what it names.
	lessening = stems(compare.WantingLess + " not never no replace retire migrate deprecate sunset simplify shrink instead wrong clean cleanup")
	// losing are verbs of doing without: who never loses an invoice wants it.
	losing = stems("lose miss skip drop forget omit delete remove")
	// allowing permits what is behind it.
	allowing = stems("allow permit let accept tolerate enable")
	// behind are words behind which a step says when, where or on what condition.
	behind = stems("until before after unless when while if except because since so during once where that which who")
)

// times are words that say how often an act is done.
var times = map[string]int{"once": 1, "twice": 2, "thrice": 3, "double": 2, "triple": 3, "doubly": 2}

func stems(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w], out[english.Stem(w, true)] = true, true
	}
	return out
}

// stepWords are the words of a text in their order.
func stepWords(text string) (out []stepWord) {
	inside := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }
	text = strings.NewReplacer("n't", "nt", "n’t", "nt").Replace(text)
	start := -1
	for i, r := range text + " " {
		switch {
		case inside(r):
			if start < 0 {
				start = i
			}
		case start >= 0 && (r == '_' || r == '-' || r == '\'' || r == '’'):
		default:
			if start >= 0 {
				written := strings.Trim(text[start:i], "_-'’")
				lower := strings.ToLower(written)
				out = append(out, stepWord{text: written, stem: english.Stem(lower, true), telling: len(goaldna.Terms(written)) > 0})
				start = -1
			}
			if len(out) > 0 && strings.ContainsRune(",;:.!?()—–", r) {
				out[len(out)-1].ends = true
			}
		}
	}
	return out
}

// is reports whether a word is one of a list.
func (w *stepWord) is(list map[string]bool) bool {
	return list[w.stem] || list[strings.ToLower(w.text)]
}

// goalClause is what a goal says between two marks or conjunctions.
type goalClause struct {
	words  []stepWord
	has    map[string]bool // stems of its telling words
	lesser bool            // it wants less of something, or denies it, other than a loss
	times  int             // how often it wants something done; 0: it does not say
}

// goalClauses are the clauses of a goal. A conjunction between two names ("USD and GBP") parts them, too: each is wanted.
func goalClauses(goal string) (out []goalClause) {
	c := goalClause{has: map[string]bool{}}
	end := func() {
		if len(c.words) > 0 {
			c.times, _ = timesIn(c.words)
			c.lesser = c.wantsLess()
			out = append(out, c)
		}
		c = goalClause{has: map[string]bool{}}
	}
	for _, w := range stepWords(goal) {
		if w.text == "and" || w.text == "or" {
			end()
			continue
		}
		c.words = append(c.words, w)
		if w.telling {
			c.has[w.stem] = true
		}
		if w.ends {
			end()
		}
	}
	end()
	return out
}

// wantsLess reports whether a clause has a word of wanting less, and does not deny a loss with it.
func (c *goalClause) wantsLess() bool {
	for i := range c.words {
		if c.words[i].is(lessening) {
			return !(c.words[i].is(denials) && i+1 < len(c.words) && c.words[i+1].is(losing))
		}
	}
	return false
}

// timesIn is how often words say that something is done, and at which word they say it; 0: they do not say, or say two different numbers.
func timesIn(words []stepWord) (n, at int) {
	for i := range words {
		said := times[strings.ToLower(words[i].text)]
		if said == 0 && i > 0 && (words[i].stem == "time") {
			said = map[string]int{"one": 1, "two": 2, "three": 3, "2": 2, "3": 3}[strings.ToLower(words[i-1].text)]
		}
		switch {
		case said == 0:
		case n != 0 && n != said:
			return 0, -1
		default:
			n, at = said, i
		}
	}
	return n, at
}

// allOf reports whether every telling word of a list is one of the goal's, or stands for everybody, and some is.
func allOf(clauses []goalClause, list []stepWord) (all, some bool) {
	for i := range list {
		w := &list[i]
		if !w.telling || w.is(determiners) {
			continue
		}
		named := slices.ContainsFunc(clauses, func(c goalClause) bool { return c.has[w.stem] })
		if !named && !w.is(everybody) && !w.is(offering) {
			return false, false
		}
		some = some || named
	}
	return true, some
}
