package dream

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
)

// cue is how often a word stands where nouns and what describes them do, and where verbs do.
type cue struct{ noun, verb int }

// behindNoun are words right behind which a noun phrase begins, behindVerb those right behind which a verb does.
var (
	behindNoun = wordSet("the a an this these its our your my their his her each every no any some of with without by from in on at into per between both another")
	behindVerb = wordSet("to will would can cannot can't could must should may might shall not don't doesn't didn't never always i we you he she it they who which let's please")
	// articles, and words that stand for things, are what a verb is done to: what stands right before one is no noun, as in "check the chain", "opens it", "ask whether".
	articles = wordSet("the a an its our your my their his her each every it them all any these those this whether how what")
)

func wordSet(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// cue counts what the words around each tell of it. A capital within a part of a sentence is of a name.
func (p *phrases) cue(words []string, all []*known) {
	small := make([]string, len(words))
	for i, w := range words {
		small[i] = strings.ToLower(w)
	}
	for i, k := range all {
		if !k.naming {
			continue
		}
		c := p.cues[small[i]]
		if i > 0 && behindNoun[small[i-1]] || capital(words[i]) && (i > 0 || len(words) > 1 && capital(words[1]) && (small[i] != words[i] && strings.ToUpper(words[i]) == words[i] || strings.ToUpper(words[1]) != words[1])) {
			c.noun++
		}
		if i > 0 && behindVerb[small[i-1]] || i+1 < len(words) && articles[small[i+1]] {
			c.verb++
		}
		p.cues[small[i]] = c
	}
}

func capital(w string) bool {
	first, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(first)
}

// nominal reports whether a word in small letters is rather a noun, or describes one, by where it stands in all memories; of a word in -s also by where it stands without. known is false where nothing tells.
func (t *Terms) nominal(word string) (is, known bool) {
	c := t.cueOf(word)
	return c.noun > c.verb, c.noun+c.verb > 0
}

// cueOf adds up what is known of a word and of its form without -s or -es.
func (t *Terms) cueOf(word string) cue {
	c := t.cues[word]
	for _, ending := range []string{"s", "es"} {
		if bare, ok := strings.CutSuffix(word, ending); ok {
			one := t.cues[bare]
			c.noun, c.verb = c.noun+one.noun, c.verb+one.verb
		}
	}
	return c
}

const (
	// nameTerms is how many phrases name a goal at most, and secondName what share of the first one's score the second must have.
	nameTerms  = 2
	secondName = .6
	// widestTerms is among how many of the most specific terms of a class a noun is looked for that stands in more of its memories.
	widestTerms = 4
)

// phrase is one that may name a class.
type phrase struct {
	stems  []string
	usual  string
	score  float64
	widest int // memories of the class with the most frequent of its words
}

// Names are the noun phrases of two or three words that are most typical of a class, best first. There are none where no phrase is typical, and where half of the class is
// in other languages. The score of a phrase is the odds of its words in the class against the rest, as those of [Terms.Most], over the root of their number, weighted by how
// many memories of the class have it.
func (t *Terms) Names(class int) (out []string) {
	if 2*t.unread[class] >= t.members[class] {
		return nil
	}
	var all []phrase
	for stem, of := range t.classes[class] {
		if of.closed > 0 && float64(of.members) >= leastShare*float64(t.members[class]) {
			if p := (phrase{stems: strings.Fields(stem), usual: of.usual()}); !t.acts(&p, of) && t.weigh(&p, class, of.members) {
				all = append(all, p)
			}
		}
	}
	slices.SortFunc(all, func(a, b phrase) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.usual, b.usual))
	})
	covered := 0
	var taken []string
	for _, p := range all {
		if len(out) == nameTerms || p.score < secondName*all[0].score {
			break
		}
		if !slices.ContainsFunc(p.stems, func(w string) bool { return slices.Contains(taken, w) }) {
			out, taken, covered = append(out, p.usual), append(taken, p.stems...), max(covered, p.widest)
		}
	}
	if len(out) > 0 && 2*covered < t.members[class] {
		out = t.before(class, covered, out)
	}
	return out
}

// before puts the most specific noun that stands in more memories of a class than any word of its phrases before these, where there is one: of beekeepers' notes "bees" is in more than "varroa mites".
func (t *Terms) before(class, covered int, phrases []string) []string {
	for _, w := range t.Most(class, widestTerms) {
		stem := english.Stem(strings.ToLower(w), false)
		of := t.classes[class][stem]
		if is, _ := t.nominal(strings.ToLower(w)); is && of != nil && of.members > covered {
			return append([]string{w}, phrases[:min(len(phrases), nameTerms-1)]...)
		}
	}
	return phrases
}

// acts reports whether a phrase begins with a verb, as "check rented stalls" and "requests repainting" do: with a word that is a verb somewhere, where every part of a sentence that has the phrase begins
// with it, as a request does, or where it ends in -s.
func (t *Terms) acts(p *phrase, of *term) bool {
	first, _, _ := strings.Cut(strings.ToLower(p.usual), " ")
	c, bare := t.cueOf(first), strings.TrimSuffix(first, "s")
	return of.inside[first] == 0 && 3*c.verb > c.noun || bare != first && t.cues[bare].verb > 0
}

// finite reports whether a word in -s stands rather as a verb does than as a plural, wherever its form without -s stands: "opens the door".
func (t *Terms) finite(word string) bool {
	c := t.cues[word]
	return strings.HasSuffix(word, "s") && c.verb > c.noun
}

// weigh scores a phrase of so many memories of a class, and reports whether it names the class: all its words are rather nouns, or describe them, and it or
// two of them stand in more than one memory. Of words that come together again and again none must speak against it, and none but the last end
// as verbs and plurals do: "proposes links". None may stand as such a verb: "the user opens".
func (t *Terms) weigh(p *phrase, class, members int) bool {
	written := strings.Fields(strings.ToLower(p.usual))
	shared, content := 0, 0
	for i, stem := range p.stems {
		if stem == "of" {
			continue
		}
		last := i == len(p.stems)-1
		if is, known := t.nominal(written[i]); !is && (known || members == 1 || !last && strings.HasSuffix(written[i], "s")) || t.finite(written[i]) {
			return false
		}
		content++
		if one := t.classes[class][stem]; one != nil {
			p.score += t.odds(class, stem, one.members)
			if one.members > 1 {
				shared++
			}
			p.widest = max(p.widest, one.members)
		}
	}
	p.score *= (1 + math.Log(float64(members))) / math.Sqrt(float64(content))
	return p.score > 0 && (shared > 1 || members > 1 && shared > 0)
}

// odds is oddsOf where it tells for the class, else 0; where the class is all there is, what stands in more of it tells more.
func (t *Terms) odds(class int, stem string, in int) float64 {
	if t.members[class] == t.all {
		return math.Log(float64(in)) + 1
	}
	return max(0, t.oddsOf(class, stem, in))
}
