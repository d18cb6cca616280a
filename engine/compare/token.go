package compare

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"asterism/engine/pattern"

	"golang.org/x/text/unicode/norm"
)

// token is a part of a text as it is compared.
type token struct {
	text    string // as written
	stem    string
	key     string // the first stem of its group: tokens with the same key mean the same
	kind    Kind
	script  script
	weight  float64 // how much it says: 0 for words of grammar
	first   bool    // it begins a sentence
	negated int     // the place of the "not" that belongs to it, from 1; 0: none does
	denies  bool    // it is a "not"
	ending  bool    // it denies as it says that what stands behind it is ended: "stopped using"
	turns   bool    // it may be the opposite of another word; one of two opposites always is
	denied  string  // the key of what stands behind a prefix that may deny it, as in "unpinned"; "": there is none
	listed  int     // the number of its key in the list of opposites; 0: it is not there
	alone   bool    // it is in a pair of that list by itself, not by its group
	sign    bool    // it is an operator: ">", "&&"
	stop    bool    // a sentence or a clause ends behind it
	label   bool    // a colon stands behind it
	either  string  // of a number that can be read in two ways: the other one; see readPoints
}

// scanner takes a text apart.
type scanner struct {
	out    []token
	quoted bool
	first  bool
}

// tokens are those of a text.
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

// chunk takes what stands between two spaces.
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

// body takes a chunk whose opening signs are gone.
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

// split takes a bare chunk: one token, or several where it is words joined by a hyphen, a number with its unit, or a contraction.
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

// onlyLetters reports whether a chunk is one plain word, as most are: then no pattern needs to be tried.
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

// headed reports whether joined words are each in capitals, as in X-Retry-Count: then they name one thing.
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

// joined takes words with hyphens or strokes between them.
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

// elided are what French and Italian write with an apostrophe in front of a word.
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

// characters takes a run that has characters of a script without spaces: each of these is a token, with the marks that belong to it; what stands between them is
// taken as anywhere else.
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

// add appends a token. The form is in lower case.
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

// numerals are numbers in words. "one" is left out: it is a pronoun as often.
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
