package compare

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/pattern"

	"golang.org/x/text/unicode/norm"
)

// token is a part of a text, as comparisons use it.
type token struct {
	text    string // as written
	stem    string
	key     string // the first stem of its group: tokens with the same key mean the same
	kind    Kind
	script  script
	weight  float64 // how much it means: 0 for grammar words
	first   bool    // it begins a sentence
	negated int     // 1 + the index of the "not" that belongs to it; 0: none does
	denies  bool    // it is a "not"
	ending  bool    // it denies by ending what follows: "stopped using"
	turns   bool    // it may be the opposite of another word; one of two opposites always is
	denied  string  // the key of the rest of the word behind a denying prefix, as in "unpinned"; "": there is none
	listed  int     // the number of its key in the list of opposites; 0: it is not listed
	alone   bool    // it is in a pair of that list with its stem, not with its group
	sign    bool    // it is an operator: ">", "&&"
	stop    bool    // a sentence or a clause ends behind it
	label   bool    // a colon follows it
	either  string  // the other reading of an ambiguous number; see readPoints
}

// scanner divides a text into tokens.
type scanner struct {
	out    []token
	quoted bool
	first  bool
}

// tokens returns the tokens of a text.
func tokens(text string) []token {
	chunks := grouped(strings.Fields(plainQuotes.Replace(bareLetters(norm.NFKC.String(text)))))
	s := scanner{first: true}
	if len(chunks) > 0 {
		s.out = make([]token, 0, len(chunks)+len(chunks)/4)
	}
	for _, chunk := range chunks {
		s.chunk(chunk)
	}
	return polarised(readPoints(weighed(rewritten(s.out))))
}

var plainQuotes = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "«", `"`, "»", `"`, "‘", "'", "’", "'", "`", `"`, "—", " ", "–", " ", "…", ". ")

const (
	opening = `([{<*_'`
	closing = `)]}>*_'`
	ending  = ".,;:!?。、，！？؟।"
	around  = ending + "([{<*_'`)]}>" // all of them, once
)

// chunk adds what is between two spaces.
func (s *scanner) chunk(c string) {
	if s.sign(c) {
		return
	}
	for c != "" {
		switch r := firstRune(c); {
		case r == '"':
			s.quoted = !s.quoted
		case strings.ContainsRune(opening, r) && !(r == '_' && strings.HasSuffix(c, "_")):
		default:
			s.body(c)
			return
		}
		c = c[1:]
	}
}

// body adds a chunk without its opening signs.
func (s *scanner) body(c string) {
	quoteEnds, stop, ends, colon := false, false, false, false
	for c != "" {
		r, n := utf8.DecodeLastRuneInString(c)
		switch {
		case r == '"':
			quoteEnds = !quoteEnds
		case strings.ContainsRune(closing, r) && !(r == ')' && strings.HasSuffix(c, "()")) && !(r == '_' && strings.HasPrefix(c, "_")):
		case strings.ContainsRune(ending, r):
			stop, colon, ends = true, r == ':', ends || r == '.' || r == '!' || r == '?' || r == ':' || r == '。'
		default:
			n = 0
		}
		if n == 0 {
			break
		}
		c = c[:len(c)-n]
	}
	before := len(s.out)
	s.split(c)
	if quoteEnds {
		s.quoted = !s.quoted
	}
	if len(s.out) > before {
		s.out[len(s.out)-1].stop, s.out[len(s.out)-1].label = stop, colon
		s.first = false
	}
	s.first = s.first || ends
}

var (
	clock      = pattern.New(`^\d{1,2}:\d{2}(:\d{2})?$`)
	date       = pattern.New(`^(\d{4}-\d{2}-\d{2}([T ]\S*)?|\d{4}/\d{2}/\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})$`)
	version    = pattern.New(`^([vV]\d+(\.\d+)*|\d+(\.\d+){2,})([-+][\w.+-]*)?$`)
	ordinal    = pattern.New(`^(\d+)(st|nd|rd|th)$`)
	fileName   = pattern.New(`^[\w.-]*[\pL_][\w-]*\.[a-z][a-z0-9]{0,5}$`)
	camel      = pattern.New(`\p{Ll}\p{Lu}`)
	plainWords = pattern.New(`^[\pL\pM']+([-/][\pL\pM']+)*$`)
)

// split adds a chunk without punctuation: one token, or several for hyphenated words, a number with its unit, or a contraction.
func (s *scanner) split(c string) {
	if onlyLetters(c) {
		s.joined(c)
		return
	}
	if s.condition(c) {
		return
	}
	lower := lowered(c)
	switch {
	case c == "" || strings.Trim(c, "-+*=|#~_.") == "" && c != "=" && c != "+":
		return
	case clock.MatchString(c), date.MatchString(c):
		s.add(c, lower, Time)
		return
	case lower == "a.m" || lower == "p.m":
		s.add(c, lower[:1]+"m", Word)
		return
	case version.MatchString(c):
		s.add(c, strings.TrimPrefix(lower, "v"), Version)
		return
	case strings.ContainsRune("$€£¥", firstRune(c)):
		_, n := utf8.DecodeRuneInString(c)
		s.split(c[n:])
		s.add(c[:n], c[:n], Word)
		return
	}
	if number, unit, ok := strings.Cut(c, "-"); ok && c[0] <= '9' && number != "" && strings.Trim(number, "0123456789") == "" && len(unit) > 2 && units[lowered(unit)] { // a 30-second timeout
		s.add(number, number, Number)
		s.add(unit, lowered(unit), Word)
		return
	}
	if thousands := strings.TrimSuffix(lower, "k"); len(thousands) == len(lower)-1 && thousands != "" && len(thousands) < 7 && strings.Trim(thousands, "0123456789") == "" { // 2k euros
		s.add(c, thousands+"000", Number)
		return
	}
	if number, unit, ok := splitUnit(lower); ok {
		s.add(c[:len(number)], plainNumber(number), Number)
		if unit != "" {
			s.add(c[len(number):], unit, Word)
		}
		return
	}
	if (c[0] < '0' || c[0] >= 0x80) && units[lower] {
		s.add(c, lower, Word)
		return
	}
	if m := ordinal.FindStringSubmatch(lower); m != nil {
		s.add(c, m[1], Number)
		return
	}
	if scriptOf(c) == unspaced {
		s.characters(c)
		return
	}
	if s.onto(c) {
		return
	}
	switch {
	case strings.Contains(c, "://"), strings.Contains(c, "/") && !plainWords.MatchString(c), strings.HasPrefix(c, "~"), strings.Contains(c, `\`), fileName.MatchString(c):
		s.add(c, lower, Path)
	case plainWords.MatchString(c) && !strings.ContainsRune(c, '_') && (!camel.MatchString(c) || strings.ContainsAny(c, "-/")) && !headed(c):
		s.joined(c)
	default:
		s.add(c, lower, Identifier)
	}
}

// onlyLetters reports whether a chunk is one plain word, as most are. Then no pattern needs to be tried.
func onlyLetters(c string) bool {
	for i := range len(c) {
		if b := c[i] | 0x20; b < 'a' || b > 'z' {
			return false
		}
		if i > 0 && c[i] < 'a' && c[i-1] >= 'a' { // handleLogin
			return false
		}
	}
	return c != ""
}

// headed reports whether each of several hyphenated words is capitalised, as in X-Retry-Count: they are one name.
func headed(c string) bool {
	if !strings.Contains(c, "-") {
		return false
	}
	for part := range strings.SplitSeq(c, "-") {
		if !unicode.IsUpper(firstRune(part)) {
			return false
		}
	}
	return true
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// joined adds words with hyphens or slashes between them.
func (s *scanner) joined(c string) {
	if prefix, rest, ok := strings.Cut(lowered(c), "-"); ok && prefix == "un" && onlyLetters(rest) { // one word: un-cached
		s.word(c, prefix+rest)
		return
	}
	for part := range strings.FieldsFuncSeq(c, func(r rune) bool { return r == '-' || r == '/' }) {
		lower := lowered(part)
		if long := longForm(lower); long != nil {
			for _, l := range long {
				s.add(part, l, Word)
			}
			continue
		}
		if owner, ok := strings.CutSuffix(lower, "'s"); ok && owner != "" {
			s.word(part[:len(owner)], owner)
			continue
		}
		if before, after, ok := strings.Cut(lower, "'"); ok && elided[before] && after != "" { // n'est, l'API, d'une
			s.add(part[:len(before)], before, Word)
			s.out[len(s.out)-1].denies = before == "n" && after != "roll" // ne; rock n'roll
			s.word(part[len(before)+1:], after)
			continue
		}
		s.word(part, strings.Trim(lower, "'"))
	}
}

// elided are words that French and Italian join to the next word by an apostrophe.
var elided = setOf("l d n s j m t c qu jusqu lorsqu puisqu dell all nell un")

func (s *scanner) word(written, lower string) {
	kind := Word
	switch {
	case calendar[lower], calendar[strings.TrimSuffix(lower, "s")]:
		kind = Time
		if !calendar[lower] { // on Fridays
			lower = strings.TrimSuffix(lower, "s")
		}
	case numerals[lower] != "":
		kind, lower = Number, numerals[lower]
	case utf8.RuneCountInString(written) == 1 && unicode.IsUpper(firstRune(written)) && lower != "i" && !s.first: // option A
		kind, lower = Identifier, "letter "+lower
	case unicode.IsUpper(firstRune(written)) && !s.first:
		kind = Name
	}
	if lower != "" {
		s.add(written, lower, kind)
	}
}

// characters adds a run with characters of a script without spaces. Each of these is a token, with its combining marks. The rest of the run is
// divided as usual.
func (s *scanner) characters(c string) {
	start := 0
	flush := func(end int) {
		if start < end {
			s.split(strings.Trim(c[start:end], around))
		}
	}
	for i := 0; i < len(c); {
		r, n := utf8.DecodeRuneInString(c[i:])
		if !unicode.In(r, withoutSpaces...) && r != 'ー' {
			i += n
			continue
		}
		flush(i)
		end := i + n
		for end < len(c) {
			m, k := utf8.DecodeRuneInString(c[end:])
			if !unicode.IsMark(m) {
				break
			}
			end += k
		}
		s.add(c[i:end], c[i:end], Word)
		i, start = end, end
	}
	flush(len(c))
}

// add appends a token. form must be in lower case.
func (s *scanner) add(written, form string, kind Kind) {
	if s.quoted {
		kind = Quoted
	}
	t := token{text: written, stem: form, kind: kind, script: scriptOf(form), first: s.first}
	if kind == Word || kind == Name || kind == Quoted {
		t.stem = stemOf(unmarked(written, form))
	}
	t.key = t.stem
	s.out = append(s.out, t)
	s.first = false
}

var calendar = setOf("monday tuesday wednesday thursday friday saturday sunday january february march april june july august september " +
	"october november december today tomorrow yesterday noon midnight montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember " +
	"lundi mardi mercredi jeudi vendredi samedi dimanche понедельник вторник среду четверг пятницу субботу воскресенье")

// numerals are numbers in words. "one" is left out: it is as often a pronoun.
var numerals = func() map[string]string {
	out := map[string]string{}
	for i, w := range strings.Fields("zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty") {
		if w != "-" {
			out[w] = strconv.Itoa(i)
		}
	}
	for i, w := range strings.Fields("thirty forty fifty sixty seventy eighty ninety hundred") {
		out[w] = strconv.Itoa(30 + 10*i)
	}
	out["thousand"], out["million"] = "1000", "1000000"
	return out
}()
