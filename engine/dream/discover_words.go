package dream

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"asterism/engine/fault"
	"asterism/engine/fingerprint"
	"asterism/engine/store"
	"asterism/engine/words"
	"asterism/models"

	"github.com/kljensen/snowball/english"
)

// termsOf counts the phrases of memories: class i is cluster i, the last class is what is in none. Workers count those of a part each, and their counts are added up.
func (d *Discovery) termsOf(ctx context.Context, clusters []Cluster, ids []store.ID, workers int) (*Terms, error) {
	class := make([]int, len(ids))
	for row := range class {
		class[row] = len(clusters)
	}
	for i, k := range clusters {
		for _, row := range k.Rows {
			class[row] = i
		}
	}
	counts := make([]*counting, workers)
	for w := range counts {
		terms := NewTerms(len(clusters) + 1)
		counts[w] = &counting{terms, phrases{encode: d.Encode, reads: d.Reads, unread: d.Unread, known: map[string]*known{}, cues: terms.cues}}
	}
	parts := (len(ids) + wordsStep - 1) / wordsStep
	err := each(ctx, parts, workers, func(part int) error {
		from := part * wordsStep
		many, err := d.Store.Get(ctx, store.Parts{Content: true, Spaces: models.SetOf(models.Sparse)}, ids[from:min(from+wordsStep, len(ids))]...)
		if err != nil {
			return err
		}
		c := counts[part%workers] // each gives a worker every so many parts
		for i, m := range many {
			if m != nil {
				c.add(class[from+i], m)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fault.Storage("read memories", err)
	}
	for _, c := range counts[1:] {
		counts[0].terms.join(c.terms)
	}
	return counts[0].terms, nil
}

// counting is what one worker counts.
type counting struct {
	terms   *Terms
	phrases phrases
}

// add counts a memory of a class.
func (c *counting) add(class int, m *store.Memory) {
	words, says, read := c.phrases.of(m)
	c.terms.Add(class, words)
	if says {
		c.terms.says[class]++
		if !read {
			c.terms.unread[class]++
		}
	}
}

// wordsStep bounds how many memories are held with their texts at a time.
const wordsStep = 256

// phrases reads texts for what can name something. Words come again and again, so what is known of one is kept.
type phrases struct {
	encode func(string) []int32
	reads  func(string) bool
	unread func(string) bool
	known  map[string]*known
	cues   map[string]cue // counted of the words of all texts
}

// known is what there is to know of a word wherever it stands.
type known struct {
	stem   string
	pieces []int32
	naming bool // it may begin a phrase, and end it unless it is done
	done   bool // a verb's form that says what was done: "raised bed" names something, "raised" does not
}

func (p *phrases) word(w string) *known {
	k := p.known[w]
	if k == nil {
		small := strings.ToLower(w)
		_, others := words.Grammar(small)
		k = &known{stem: english.Stem(small, false), naming: naming(w) && others == 0 && !english.IsStopWord(small) && !function[small] && !times[small]}
		if k.naming {
			k.pieces, k.done = p.encode(w), p.participle(small)
		}
		p.known[w] = k
	}
	return k
}

// address is a URL or an address of mail: its parts name nothing that memories are about.
var address = regexp.MustCompile(`\b[A-Za-z][A-Za-z0-9+.-]*://\S+|\b(?:www\.)\S+|\S+@\S+\.\S+`)

// times are words of dates: they say when, and name no goal.
var times = func() map[string]bool {
	out := map[string]bool{}
	for m := time.January; m <= time.December; m++ {
		out[strings.ToLower(m.String())] = true
	}
	for d := time.Sunday; d <= time.Saturday; d++ {
		out[strings.ToLower(d.String())] = true
	}
	delete(out, "may") // a word of grammar as well, which is known already
	return out
}()

// mostWords is how many words a phrase has at most.
const mostWords = 3

// of are the phrases of a memory's text, of one to three words within a part of a sentence, the first and the last of which can name something. They are weighed by
// E6: the mean weight of the pieces of a word, of the least word of a phrase. E6 has learned which words tell texts apart; those of grammar weigh next to nothing there.
//
// says reports whether there is one. A text that models do not read has words alone, without those of its language's grammar, and none where these are not known: then says alone tells that it has some.
func (p *phrases) of(m *store.Memory) (out []Word, says, read bool) {
	weights := map[uint16]float64{}
	for _, t := range m.Record[models.Sparse].Terms {
		weights[t.ID] = float64(t.Weight)
	}
	if len(weights) == 0 { // an image: what its content spells out is no text
		return nil, false, false
	}
	if read = p.reads == nil || p.reads(m.Content); !read && p.unread != nil && p.unread(m.Content) {
		return nil, false, false
	}
	for part := range strings.FieldsFuncSeq(joined(address.ReplaceAllString(m.Content, "\n")), breaks) {
		fields := strings.FieldsFunc(part, func(r rune) bool { return !ofWord(r) })
		out = append(out, p.within(fields, weights)...)
	}
	if says = len(out) > 0; !read {
		out = ofLanguage(words.LanguageOf(m.Content), out)
	}
	return out, says, read
}

// breaks reports whether no phrase goes on behind a character: what is neither of a word, nor a space, nor a mark of emphasis or code. "bin/asterism" is no phrase.
func breaks(r rune) bool {
	return r == '\n' || !ofWord(r) && !unicode.IsSpace(r) && r != '*' && r != '`'
}

func ofWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || strings.ContainsRune("_-'’"+dot, r)
}

// ofLanguage are those of some words of a text in another language that say something there; none where no words of its grammar are known.
func ofLanguage(of words.Language, all []Word) []Word {
	return slices.DeleteFunc(all, func(w Word) bool {
		_, says, known := of.Stem(strings.ToLower(w.Written))
		return !known || !says || strings.Contains(w.Written, " ")
	})
}

// within are the phrases of some words that follow each other.
func (p *phrases) within(words []string, weights map[uint16]float64) (out []Word) {
	all, weight := make([]*known, len(words)), make([]float64, len(words))
	for i, w := range words {
		words[i] = strings.ReplaceAll(strings.Trim(w, "-_'’"), dot, ".")
		all[i] = p.word(words[i])
		for _, id := range all[i].pieces {
			weight[i] += weights[uint16(id)] / float64(len(all[i].pieces))
		}
	}
	p.cue(words, all)
	for from := range words {
		if !all[from].naming || weight[from] <= 0 {
			continue
		}
		stem, least, whole := "", weight[from], true
		for to := from; to < min(len(words), from+mostWords); to++ {
			stem = strings.TrimPrefix(stem+" "+all[to].stem, " ")
			whole = whole && (all[to].naming || words[to] == "of")
			if all[to].naming && !all[to].done && weight[to] > 0 {
				least = min(least, weight[to])
				closed := whole && to > from && (to+1 == len(words) || !all[to+1].naming)
				out = append(out, Word{stem, strings.Join(words[from:to+1], " "), least, closed, from > 0 && !behindVerb[strings.ToLower(words[from-1])]})
			}
		}
	}
	return out
}

// function are words of grammar, and verbs and adverbs of every text, that the list of stop words lacks: none begins or ends a name.
var function = map[string]bool{}

func init() {
	for w := range strings.FieldsSeq(`also although always another anything around away back became become been began behind beside besides bring came can cannot can't come comes could
		didn't doesn't done don't each either else enough even ever every everybody everyone everything far first found gave get gets getting give gives go goes going gone got had has
		hasn't haven't he's however i'd i'll i'm inside instead isn't it's i've just keep keeps kept know known last later least less let let's like likely little long made make makes many
		may maybe me mean means might mine more most much must near nearly need needs neither never next nobody none nor nothing now off often old once one only onto otherwise out outside
		over per perhaps please put puts quite rather really said same saw say says see seem seems seen several shall she's should since so some somebody someone something sometimes
		soon still such sure take taken takes tell than thank thanks that's then there there's therefore thing things think this though three through thus till today together told too took
		toward towards tried try turn two under unless until up upon us use used uses using usually very want wants was wasn't way we'll well went we're were weren't we've what whatever
		whenever where whether which while who whole whom whose why will within without won't work works would wouldn't yes yesterday yet you'd you'll you're you've new good great new
		because being both but late early year years able fine done zero two three four five six seven eight nine ten hundred thousand first second half percent minute minutes hour hours day days week weeks month months`) {
		function[w] = true
	}
}

// participle reports whether a word in small letters is a verb's form in -ed, which says what was done to something and is not its name: removed, fixed, planned. The tokenizer knows the verb whole, as
// it knows nothing that Ahmed or memcached would come from.
func (p *phrases) participle(w string) bool {
	verb, ok := strings.CutSuffix(w, "ed")
	if !ok || len(verb) < 3 || noEd[w] {
		return false
	}
	for _, form := range []string{verb, verb + "e", verb[:len(verb)-1]} {
		if len(form) >= 3 && len(p.encode(form)) == 1 {
			return true
		}
	}
	return false
}

// noEd are nouns that end like one.
var noEd = map[string]bool{"speed": true, "breed": true, "testbed": true, "newsfeed": true, "embed": true, "seabed": true, "hundred": true, "watershed": true, "bloodshed": true}

// longestName is the longest word that names something, in characters; longer ones are keys and hashes.
const longestName = 32

// naming leaves out what names nothing by itself: numbers, and words of a letter or two that are not abbreviations.
func naming(w string) bool {
	letters := strings.IndexFunc(w, unicode.IsLetter) >= 0
	return letters && utf8.RuneCountInString(w) <= longestName && (utf8.RuneCountInString(w) > 2 || strings.ToUpper(w) == w && utf8.RuneCountInString(w) == 2)
}

// present are the spaces in which a record has a value.
func present(r *fingerprint.Record) (s models.Set) {
	for i := range r {
		if !r[i].Absent() {
			s = s.With(models.Space(i))
		}
	}
	return s
}
