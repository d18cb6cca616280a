package intent

import (
	"strings"
	"time"

	"asterism/engine/pattern"
)

// tense is the time that the words of a text refer to.
type tense uint8

const (
	anyTense tense = iota // nothing shows it, or there are words of both the past and the future
	past
	present
	future
)

var (
	pastWords = pattern.New(`\b(?:did|was|were|had|happened|occurred|went|came|saw|met|said|told|found|broke|fell|bought|sold|built|began|gave|took|made|wrote|lost|won|paid|sent|left|held` +
		`|kept|got|thought|learnt|chose|became|spoke|grew|rose|knew|ran|(?:has|have)(?: \w+)? (?:been|done|gone|seen|\w+ed))\b|\b(?:did|was|were|had)n['’]t\b`)
	futureWords = pattern.New(`\b(?:will|shall|won['’]t|going to|gonna|next|upcoming|coming|plan|plans|planned|planning|scheduled?|due|tomorrow)\b|['’]ll\b` +
		`|\b(?:may|can|could|must|should|am|are) (?:i|we|you|one|they|somebody|someone|anybody|anyone)\b|\b(?:allowed|permitted|forbidden|rules?|policy)\b`) // a question for permission is about the future
	presentWords = pattern.New(`\b(?:is|are|am|do|does|can|must|should)\b|\b(?:is|are|do|does)n['’]t\b|\b(?:who|what|when|where|how|there|it)['’]s\b|['’]re\b`)
	edWord       = pattern.New(`\b\w{2,}ed\b`)
	noEdWord     = pattern.New(`\b(?:need|feed|speed|seed|bleed|breed|proceed|exceed|succeed|indeed|embed|shed|sled|wed|bed|red|led)\b`)
)

// tenseOf reads the tense from the words of a text in lower case. A text of thirty words or more is more than a question, and its tenses do not count.
func tenseOf(text string) tense {
	if len(strings.Fields(text)) >= longQuestion {
		return anyTense
	}
	was, comes := pastWords.MatchString(text), futureWords.MatchString(text)
	switch {
	case was && comes:
		return anyTense
	case was:
		return past
	case comes:
		return future
	case presentWords.MatchString(text):
		return present
	case edWord.MatchString(noEdWord.ReplaceAllString(text, "")):
		return past
	}
	return anyTense
}

// comes reports whether the next occurrence of a recurring time is meant, which begins at next, and not the last one, which ended at last. In the
// past tense it is the last and in the future tense the next. In the present it is the nearer one. If nothing shows the tense, it is the next if that is three times
// nearer than the last: most questions are about the past. A time behind "of" and "from" has been, unless the future tense is used ("the outage
// of 3 December"). Behind "after", the future tense takes the nearer one, too: what comes after the last may still be in the future.
func (a *asking) comes(last, next time.Time) bool {
	if last.After(a.now) {
		return false
	}
	ago, ahead := a.now.Sub(last), next.Sub(a.now)
	switch {
	case a.tense == past:
		return false
	case a.tense == future && !a.leads("after") && !afterFront.MatchString(a.front):
		return true
	case ofFront.MatchString(a.front) && !toBehind.MatchString(a.behind):
		return false
	case a.tense == present, a.tense == future:
		return ahead < ago
	}
	return ahead < ago/3
}

var (
	toBehind   = pattern.New(`^\s*(?:to|until|till|through|[-–—])`) // "from 20 December to …"
	ofFront    = pattern.New(`\b(?:of|from)(?: the)? $`)
	afterFront = pattern.New(`\bafter` + fillers + `$`)
	sinceFront = pattern.New(`\bsince` + fillers + `$`)
)

// yearless returns the day or month that is meant if no year is named. in returns that of a year.
func (a *asking) yearless(in func(year int) (from, to time.Time, ok bool)) (from, to time.Time, ok bool) {
	year := a.now.Year()
	from, to, ok = in(year)
	nextFrom, nextTo, nextOK := from, to, ok
	if from.After(a.now) || a.leads("last") && to.After(a.now) {
		from, to, ok = in(year - 1)
	} else {
		nextFrom, nextTo, nextOK = in(year + 1)
	}
	switch {
	case a.leads("last", "since"), sinceFront.MatchString(a.front):
	case a.leads("next"), a.leads("this") && nextFrom.Year() == year, a.comes(to, nextFrom):
		return nextFrom, nextTo, nextOK
	}
	return from, to, ok
}

// Happened reports whether a question asks for what has already happened: it is in the past tense, or asks for what happened since a time.
func Happened(text string) bool {
	text = strings.ToLower(text)
	t := tenseOf(text)
	return t == past || t != future && sinceTime.MatchString(text)
}

var sinceTime = pattern.New(`\bsince\b`)
